import { connect } from 'node:net'

export type Load = { ms: number; answers: number; latencies: number[] }
/** Returns a request as HTTP text. */
export type Ask = () => string

/** Sends requests on `connections` connections for `ms`, each as soon as the previous one is answered. Throws on any status other than `status`. */
export const load = async (url: string, asks: Ask[], { connections, ms, status }: { connections: number; ms: number; status: number }): Promise<Load> => {
  const { hostname, port } = new URL(url)
  const latencies: number[] = []
  let next = 0
  const began = performance.now()
  const until = began + ms
  const request = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      let asked = 0
      let held = Buffer.alloc(0)
      const ask = () => {
        asked = performance.now()
        if (asked >= until) return socket.end(resolve)
        socket.write(asks[next++ % asks.length]!())
      }
      socket.on('connect', ask)
      socket.on('error', reject)
      socket.on('data', (part) => {
        held = held.length ? Buffer.concat([held, part]) : part
        const end = endOf(held)
        if (end === undefined || held.length < end) return
        latencies.push(performance.now() - asked)
        const got = Number(held.toString('latin1', 9, 12))
        if (got !== status) {
          socket.destroy()
          return reject(new Error(`status ${got} instead of ${status}: ${held.toString('utf8', 0, 2_000)}`))
        }
        held = Buffer.alloc(0)
        ask()
      })
    })
  await Promise.all(Array.from({ length: connections }, request))
  return { ms: performance.now() - began, answers: latencies.length, latencies }
}

/** Byte length of the response; undefined until its headers are complete. */
const endOf = (held: Buffer): number | undefined => {
  const head = held.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const text = held.toString('latin1', 0, head)
  if (/^HTTP\/1\.1 (204|304)/.test(text)) return head + 4
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text) ?? []
  if (length === undefined) throw new Error(`response without Content-Length: ${text.slice(0, 200)}`)
  return head + 4 + Number(length)
}
