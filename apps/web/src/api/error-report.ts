import { addClientError } from '@sukoyaka/wire/boards/platform'
import { pagePattern } from '../ui/page/page-pattern.ts'

/** A report contains no ids of people or records, no URL parameters, no typed text and no health data. */
type Report = { kind: string; status?: number; call?: string; page?: string; stack?: string; request_id?: string }

const minIntervalMs = 60_000
const maxQueued = 10
const lastSentAt = new Map<string, number>()
let queue: Report[] = []

const post = async (report: Report) => {
  try {
    await fetch(addClientError.path, {
      method: addClientError.method,
      keepalive: true,
      headers: { 'content-type': 'application/json', accept: 'application/vnd.sukoyaka.v1+json', 'idempotency-key': crypto.randomUUID(), 'x-background': '1' },
      body: JSON.stringify(report),
    })
  } catch {
    queue = [...queue, report].slice(-maxQueued)
  }
}

const sendQueued = () => {
  const reports = queue
  queue = []
  for (const report of reports) void post(report)
}

/** Reports the same error at most once a minute, so that failing polls do not flood the server. */
export const report = (errorReport: Report) => {
  const page = pagePattern(globalThis.location?.pathname ?? '/')
  const key = `${errorReport.kind} ${errorReport.status} ${errorReport.call} ${page}`
  const now = Date.now()
  if (now - (lastSentAt.get(key) ?? -minIntervalMs) < minIntervalMs) return
  lastSentAt.set(key, now)
  sendQueued()
  void post({ ...errorReport, page })
}

/** Stack frames without the message, which may contain page content. */
const stackFrames = (error: unknown) =>
  error instanceof Error
    ? (error.stack ?? '')
        .split('\n')
        .filter((line) => /:\d+:\d+\)?$/.test(line))
        .join('\n')
        .slice(0, 4000)
    : ''

export const reportUncaught = (error: unknown) => report({ kind: error instanceof Error ? error.name.slice(0, 50) : 'uncaught', stack: stackFrames(error) })

export const listenForUncaught = () => {
  addEventListener('error', (event) => reportUncaught(event.error))
  addEventListener('unhandledrejection', (event) => reportUncaught(event.reason))
  addEventListener('online', sendQueued)
}
