import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { buildApp } from '../../src/app/build-app.ts'
import { createContext } from '../../src/app/create-context.ts'
import type { AppContext } from '../../src/context/app-context.ts'
import type { ServedRoute } from '../../src/http/serve.ts'
import { onFileEnd } from '../../test/clean-up.ts'
import type { TestApp } from '../../test/test-app.ts'

/** Starts another server on the test app's database with its own pool and event listener. `changeContext` and `servedRoutes` inject faults. */
export const addNode = async (
  { context }: TestApp,
  changeContext: (context: AppContext) => Partial<AppContext> = () => ({}),
  servedRoutes?: ServedRoute[],
): Promise<FastifyInstance> => {
  const settings = context.pool.options as { connectionString: string }
  const { mail, secret, config } = context
  const node = await createContext(config, { connectionString: settings.connectionString }, pino({ level: 'silent' }), { mail, secret })
  onFileEnd(node.close)
  const app = await buildApp({ ...node.context, ...changeContext(node.context) }, servedRoutes ? { servedRoutes } : {})
  onFileEnd(async () => {
    await node.context.events.close()
    await app.close()
  })
  return app
}

const listening = new WeakMap<FastifyInstance, Promise<string>>()
/** Address of this server on a real socket. */
export const listeningAddress = async (app: FastifyInstance): Promise<{ port: number; url: string }> => {
  if (!app.server.listening) {
    const started = listening.get(app) ?? app.listen({ port: 0, host: '127.0.0.1' })
    listening.set(app, started)
    await started
  }
  const { port } = app.server.address() as { port: number }
  return { port, url: `http://127.0.0.1:${port}` }
}

export type Stream = { status: number; text: string; endedAt: () => number | undefined; received: () => string; close: () => void }

/** Opens an event stream and reads it to the end. `endedAt` is the time it ended, `received` the text so far. */
export const openStream = async (app: FastifyInstance, authorization: string, headers: Record<string, string> = {}): Promise<Stream> => {
  const { url } = await listeningAddress(app)
  const abortController = new AbortController()
  const response = await fetch(`${url}/api/events`, { headers: { authorization, ...headers }, signal: abortController.signal })
  const text = response.ok ? '' : await response.text()
  const decoder = new TextDecoder()
  let received = ''
  let at: number | undefined
  const read = async () => {
    if (response.ok) for await (const part of response.body!) received += decoder.decode(part, { stream: true })
  }
  const end = () => {
    at ??= performance.now()
  }
  read().then(end, end)
  return { status: response.status, text, endedAt: () => at, received: () => received, close: () => abortController.abort() }
}
