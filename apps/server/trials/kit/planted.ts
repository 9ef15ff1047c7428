import type { Endpoint } from '@sukoyaka/wire/endpoint'
import { routes } from '../../src/app/domains.ts'
import { type Served, serve } from '../../src/http/serve.ts'

/** The calls as they are, one of them replaced by a faulty one. The contract's own value stays, or the app would not start. */
export const withPlanted = (endpoint: Endpoint, faulty: Served): Served[] =>
  routes.map((route) => (route.endpoint === endpoint ? { endpoint, mount: faulty.mount } : route))

// biome-ignore lint/suspicious/noExplicitAny: a planted fault answers whatever it likes
type AnyAnswer = (call: any) => Promise<any>
/** The same call with another handler, other schemas or another permission. */
export const plant = (endpoint: Endpoint, answer: AnyAnswer, changed: Partial<Endpoint> = {}, options: { atomic?: boolean } = {}): Served[] =>
  withPlanted(endpoint, serve({ ...endpoint, ...changed } as Endpoint, answer, options))
