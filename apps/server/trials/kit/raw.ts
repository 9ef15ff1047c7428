import { connect } from 'node:net'

export type RawResponse = { text: string; statuses: number[]; isClosed: boolean }

/** Sends raw bytes and reads until the server closes, has sent `responses` responses, or is silent for `timeoutMs`. */
export const sendRaw = (port: number, parts: (string | Buffer)[], { responses = 1, timeoutMs = 2_000 } = {}): Promise<RawResponse> =>
  new Promise((resolve) => {
    let text = ''
    let isClosed = false
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: false })
    const statusesOf = () => [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status))
    const finish = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, statuses: statusesOf(), isClosed })
    }
    let timer = setTimeout(finish, timeoutMs)
    socket.on('data', (data) => {
      text += data.toString('latin1')
      clearTimeout(timer)
      // wait briefly for an unexpected further response
      timer = setTimeout(finish, statusesOf().length >= responses ? 60 : timeoutMs)
    })
    socket.on('close', () => {
      isClosed = true
      finish()
    })
    // a rejection while still writing resets the connection; the bytes read so far count
    socket.on('error', () => {})
    socket.on('connect', () => {
      for (const part of parts) socket.write(part)
    })
  })
