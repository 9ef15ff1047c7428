import { connect } from 'node:net'

export type Load = { ms: number; responses: number; latencies: number[] }
/** Returns a request as HTTP text. */
export type BuildRequest = () => string

/** Sends requests on `connections` connections for `ms`, each as soon as the previous response has arrived. Throws on any status other than `status`. */
export const load = async (
  url: string,
  requests: BuildRequest[],
  { connections, ms, status }: { connections: number; ms: number; status: number },
): Promise<Load> => {
  const { hostname, port } = new URL(url)
  const latencies: number[] = []
  let next = 0
  const startedAt = performance.now()
  const endsAt = startedAt + ms
  const runConnection = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      let sentAt = 0
      let received = Buffer.alloc(0)
      const sendNext = () => {
        sentAt = performance.now()
        if (sentAt >= endsAt) return socket.end(resolve)
        socket.write(requests[next++ % requests.length]!())
      }
      socket.on('connect', sendNext)
      socket.on('error', reject)
      socket.on('data', (part) => {
        received = received.length ? Buffer.concat([received, part]) : part
        const end = responseLength(received)
        if (end === undefined || received.length < end) return
        latencies.push(performance.now() - sentAt)
        const receivedStatus = Number(received.toString('latin1', 9, 12))
        if (receivedStatus !== status) {
          socket.destroy()
          return reject(new Error(`status ${receivedStatus} instead of ${status}: ${received.toString('utf8', 0, 2_000)}`))
        }
        received = Buffer.alloc(0)
        sendNext()
      })
    })
  await Promise.all(Array.from({ length: connections }, runConnection))
  return { ms: performance.now() - startedAt, responses: latencies.length, latencies }
}

const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/** Byte length of the response; undefined until its headers, and chunks if it is chunked, are complete. Throws if it has neither Content-Length nor chunks. */
const responseLength = (received: Buffer): number | undefined => {
  const head = received.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const text = received.toString('latin1', 0, head)
  if (/^HTTP\/1\.1 (204|304)/.test(text)) return head + 4
  if (/\r\ntransfer-encoding: chunked/i.test(text)) return received.subarray(-lastChunk.length).equals(lastChunk) ? received.length : undefined
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text) ?? []
  if (length === undefined) throw new Error(`response without Content-Length: ${text.slice(0, 200)}`)
  return head + 4 + Number(length)
}
