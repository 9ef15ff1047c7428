import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Milliseconds from the start of the shutdown in which a connection can still send its first request. */
const requestTimeoutMs = 500

/** Closes connections without any request during shutdown. Node counts them as active, so that they would block `app.close()` for up to a minute. */
export const closeUnusedConnections = (app: FastifyInstance): void => {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of unused) socket.destroy()
    }, requestTimeoutMs).unref()
  })
}
