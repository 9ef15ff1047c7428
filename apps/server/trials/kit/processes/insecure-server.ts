import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'

// A faulty server for controls: uses Node's lenient HTTP parser, unpacks bodies, retains large ones, and returns 500 for bodies it cannot read.

const requestBodies: Buffer[] = []
let isSignedOut = false

const server = createServer({ insecureHTTPParser: true, maxHeaderSize: 200_000 }, async (request, reply) => {
  const parts: Buffer[] = []
  try {
    for await (const part of request) parts.push(part as Buffer)
  } catch {
    return
  }
  const packed = Buffer.concat(parts)
  let status = 200
  try {
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(packed) : packed
    // two copies: what is retained of one bomb alone exceeds the limit of the trial
    if (body.length > 1_000_000) requestBodies.push(body, Buffer.from(body))
    else if (body.length) JSON.parse(body.toString())
  } catch {
    status = 500
  }
  if (request.url === '/api/sign_out') isSignedOut = true
  if (request.url === '/api/users/me' && request.method === 'GET' && isSignedOut) status = 401
  process.stdout.write(`${JSON.stringify({ message: 'answered', method: request.method, route: request.url, status })}\n`)
  reply.writeHead(status, { 'content-type': 'application/json' }).end('{}')
})
server.on('clientError', (_, socket) => socket.destroy())
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  process.stdout.write(`ready at http://127.0.0.1:${port}\n`)
})
