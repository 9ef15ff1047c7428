import { createServer } from 'node:http'
import { type Config, SettingError } from '../config/config.ts'
import { languageOf } from '../config/language.ts'
import { apiError } from '../errors/api-error.ts'
import { errorBody } from './error-handler.ts'
import { securityHeaders } from './headers.ts'

export type StartupServer = { port: number; close: () => Promise<void> }

const errorLineFor = (code: string | undefined, port: number): string | undefined => {
  if (code === 'EADDRINUSE') return `PORT ${port} is in use: stop the process that uses it or set PORT to another port`
  if (code === 'EACCES') return `PORT ${port} may not be used by this user: set PORT to a port above 1023`
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code ?? ''))
    return 'HOST is not an address of this machine: set it to one of its own, such as 127.0.0.1 or 0.0.0.0'
  return undefined
}

/** Listens on the port during startup: /healthz returns 200, everything else 503 with Retry-After. */
export const startStartupServer = ({ port, host, public_url }: Pick<Config, 'port' | 'host' | 'public_url'>): Promise<StartupServer> =>
  new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      request.resume()
      const isAlive = request.url === '/healthz'
      response.writeHead(isAlive ? 200 : 503, {
        ...securityHeaders({ public_url }),
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        connection: 'close',
        ...(!isAlive && { 'retry-after': '2' }),
      })
      response.end(JSON.stringify(isAlive ? { status: 'ok' } : errorBody(apiError('unavailable'), languageOf(request.headers['accept-language']))))
    })
    server.once('error', (error: NodeJS.ErrnoException) => {
      const line = errorLineFor(error.code, port)
      reject(line ? new SettingError(line) : error)
    })
    const close = () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeIdleConnections()
        // a connection without a request would delay the startup
        setTimeout(() => server.closeAllConnections(), 300).unref()
      })
    server.listen(port, host, () => resolve({ port: (server.address() as { port: number }).port, close }))
  })
