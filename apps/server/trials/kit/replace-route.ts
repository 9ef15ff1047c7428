import type { Endpoint } from '@sukoyaka/wire/endpoint'
import { routes } from '../../src/app/domains.ts'
import { type ServedRoute, serve } from '../../src/http/serve.ts'

/** All routes of the app, with a faulty route in place of that of `endpoint`. The endpoint object stays the same, or the app would not start. */
export const replaceRoute = (endpoint: Endpoint, faultyRoute: ServedRoute): ServedRoute[] =>
  routes.map((route) => (route.endpoint === endpoint ? { endpoint, mount: faultyRoute.mount } : route))

// biome-ignore lint/suspicious/noExplicitAny: an injected fault may return anything
type AnyHandler = (call: any) => Promise<any>
/** All routes; that of this endpoint has another handler, and another schema or permission if `endpointChanges` says so. */
export const routesWithHandler = (
  endpoint: Endpoint,
  handler: AnyHandler,
  endpointChanges: Partial<Endpoint> = {},
  options: { atomic?: boolean } = {},
): ServedRoute[] => replaceRoute(endpoint, serve({ ...endpoint, ...endpointChanges } as Endpoint, handler, options))
