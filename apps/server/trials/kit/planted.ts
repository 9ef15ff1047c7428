import type { Endpoint } from '@sukoyaka/wire/endpoint'
import { routes } from '../../src/app/domains.ts'
import { type ServedRoute, serve } from '../../src/http/serve.ts'

/** The routes with one replaced by a faulty one. The endpoint object stays, or the app would not start. */
export const withPlanted = (endpoint: Endpoint, faulty: ServedRoute): ServedRoute[] =>
  routes.map((route) => (route.endpoint === endpoint ? { endpoint, mount: faulty.mount } : route))

// biome-ignore lint/suspicious/noExplicitAny: a planted fault may return anything
type AnyAnswer = (call: any) => Promise<any>
/** The same endpoint with another handler, schema or permission. */
export const plant = (endpoint: Endpoint, answer: AnyAnswer, changed: Partial<Endpoint> = {}, options: { atomic?: boolean } = {}): ServedRoute[] =>
  withPlanted(endpoint, serve({ ...endpoint, ...changed } as Endpoint, answer, options))
