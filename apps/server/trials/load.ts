import { type Agent, request as send } from 'node:http'
import { maxWaitMs } from '../test/wait-until.ts'
import type { openHistory } from './history.ts'
import { addressOf, authorizationOf, type Patient } from './patients.ts'

export type LoadResponse = {
  at: number
  ms: number
  method: string
  status: number
  retry_after: boolean
  isComplete: boolean
  error?: string
  isConnectionRefused: boolean
}

type SendOptions = { body?: object; agent?: Agent; headers?: Record<string, string>; halfway?: () => Promise<unknown> }

/**
 * One request and its outcome. `halfway` runs between the halves of the body. `isComplete` is false for a truncated response, `isConnectionRefused` is
 * true for ECONNREFUSED.
 */
export const sendRequest = (
  url: string,
  patient: Patient,
  method: 'GET' | 'PATCH',
  { body, agent, headers, halfway }: SendOptions = {},
): Promise<LoadResponse> =>
  new Promise((resolve) => {
    const at = performance.now()
    const text = body && JSON.stringify(body)
    const done = (outcome: Partial<LoadResponse>) =>
      resolve({ at, ms: performance.now() - at, method, status: 0, retry_after: false, isComplete: false, isConnectionRefused: false, ...outcome })
    const request = send(`${url}/api/users/me`, {
      method,
      ...(agent ? { agent } : { agent: false }),
      headers: {
        authorization: authorizationOf(patient),
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...headers,
      },
    })
    request.setTimeout(maxWaitMs, () => request.destroy(new Error('no response')))
    request.on('error', (error: NodeJS.ErrnoException) => done({ error: error.code ?? error.message, isConnectionRefused: error.code === 'ECONNREFUSED' }))
    request.on('response', (response) => {
      const { statusCode: status = 0 } = response
      const retry_after = response.headers['retry-after'] !== undefined
      response.on('error', (error) => done({ status, error: error.message }))
      response.on('end', () => done({ status, retry_after, isComplete: response.complete }))
      response.resume()
    })
    const write = async () => {
      if (text !== undefined && halfway) {
        request.write(text.slice(0, text.length / 2))
        await halfway()
        request.write(text.slice(text.length / 2))
        request.end()
      } else request.end(text)
    }
    void write()
  })

/** Writes 1, 2, 3 … to each patient's address, one request at a time per patient, and records what was sent and acknowledged. */
export const openWriters = (patients: Patient[], history: ReturnType<typeof openHistory>) => {
  const values = patients.map(() => 0)
  const busy = patients.map(() => false)
  return {
    /** Index of a patient without a request in flight, or undefined. */
    free: () => {
      const writer = busy.indexOf(false)
      return writer < 0 ? undefined : writer
    },
    write: async (writer: number, url: string, options: SendOptions = {}) => {
      busy[writer] = true
      const n = ++values[writer]!
      history.add({ what: 'sent', writer, n })
      const response = await sendRequest(url, patients[writer]!, 'PATCH', { ...options, body: addressOf(n) })
      if (response.status === 200 && response.isComplete) history.add({ what: 'acknowledged', writer, n })
      busy[writer] = false
      return response
    },
  }
}

/** Open-loop load: starts `rate` calls per second, independent of earlier ones. `stop` resolves when all have ended. */
export const openLoop = (rate: number, startCall: (n: number) => Promise<unknown> | undefined) => {
  const runningCalls = new Set<Promise<unknown>>()
  const startedAt = performance.now()
  let n = 0
  const tick = () => {
    for (; n < ((performance.now() - startedAt) * rate) / 1_000; n++) {
      const call = startCall(n)
      if (!call) continue
      runningCalls.add(call)
      void call.finally(() => runningCalls.delete(call))
    }
  }
  const timer = setInterval(tick, 5)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(runningCalls)
    },
  }
}
