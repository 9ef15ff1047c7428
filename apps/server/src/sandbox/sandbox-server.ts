import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The body of a request as text. Throws if it has more than `maxBytes`. */
export const readBody = async (request: IncomingMessage, maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new Error('the body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** An HTTP server that stands in for a provider in demo and tests. It listens on a free port of this machine only. */
export const makeSandboxServer = (onRequest: RequestListener) => {
  const server = createServer(onRequest)
  let listening: Promise<number> | undefined
  return {
    server,
    /** Starts listening at the first call. Resolves with the port. */
    listen: () => {
      listening ??= new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
      })
      return listening
    },
    close: async () => {
      if (!listening) return
      await listening
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
