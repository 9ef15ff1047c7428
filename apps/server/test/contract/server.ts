import { onFileEnd } from '../clean-up.ts'
import { copyDataDir, startServer as startProcess } from '../process.ts'
import { Multipart } from './calls/multipart.ts'

export type CallResponse = {
  status: number
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they read
  json: any
  headers: Headers
}
export type SendRequest = (
  method: string,
  path: string,
  options?: { body?: unknown; raw?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
) => Promise<CallResponse>
export type RunningServer = { url: string; request: SendRequest; requestAs: (email: string, token: string) => SendRequest }

/** Starts the server in a process with its own data folder and the demo data, until the test file ends. */
export const startServer = async (): Promise<RunningServer> => {
  const { folder } = await copyDataDir('demo')
  const { url, end } = await startProcess(folder, { DEMO: 'on' })
  onFileEnd(async () => {
    const code = await end()
    // the server must exit with 0 even if event streams are open
    if (code !== 0) throw new Error(`the server did not end cleanly but with ${code}`)
  })
  const requestWith =
    (ownHeaders: Record<string, string>): SendRequest =>
    async (method, path, { body, raw, headers = {} } = {}) => {
      const form = body instanceof Multipart ? body.toFormData() : undefined
      const payload = raw ?? form ?? (body === undefined ? undefined : JSON.stringify(body))
      const allHeaders = { ...(payload !== undefined && !form && { 'content-type': 'application/json' }), ...ownHeaders, ...headers }
      const response = await fetch(`${url}${path}`, { method, headers: allHeaders, ...(payload !== undefined && { body: payload }) })
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
        await response.body?.cancel()
        return { status: response.status, text: '', json: null, headers: response.headers }
      }
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') && text
      return { status: response.status, text, json: isJson ? JSON.parse(text) : null, headers: response.headers }
    }

  return {
    url,
    request: requestWith({}),
    requestAs: (email, token) => requestWith({ authorization: `Token token="${token}", email="${email}"` }),
  }
}
