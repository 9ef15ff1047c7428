import { randomBytes } from 'node:crypto'
import type { Config } from '../config/config.ts'

/** An error to report. `report` removes personal data: it masks the texts and keeps only the frames of the stack. */
type Report = { source: 'server' | 'browser'; kind: string; status?: number; call?: string; page?: string; stack?: string; request_id?: string }

const timeoutMs = 2_000
const maxPerMinute = 30

let window = { since: 0, count: 0 }
const canReport = (now: number) => {
  if (now - window.since > 60_000) window = { since: now, count: 0 }
  return ++window.count <= maxPerMinute
}

/** Envelope URL and key of a DSN: `https://key@host/path/project`. */
const readDsn = (dsn: string) => {
  const { protocol, host, pathname, username } = new URL(dsn)
  const slash = pathname.lastIndexOf('/')
  return { url: `${protocol}//${host}${pathname.slice(0, slash)}/api/${pathname.slice(slash + 1)}/envelope/`, key: username }
}

/** Masks numbers as 0, replaces unusual characters and removes the query. */
const maskText = (text: string | undefined) =>
  text
    ?.replace(/\?.*$/s, '')
    .replace(/[^\w/:. -]/g, '_')
    .replace(/\d+/g, '0')
    .slice(0, 200)

/**
 * Parses both stack formats: `at name (url:1:2)` (V8) and `name@url:1:2` (Firefox, Safari). Drops the message. The newest frame is last, as Sentry
 * expects.
 */
const framesOf = (stack: string | undefined) =>
  (stack ?? '')
    .split('\n')
    .flatMap((line) => {
      const match = /^\s*at (?:(?:async )?([\w$.<>[\] ]+) \()?([^()\s]+):(\d+):(\d+)\)?$/.exec(line) ?? /^([\w$./<]*)@([^\s@]+):(\d+):(\d+)$/.exec(line)
      if (!match) return []
      const filename = match[2]!.replace(/^\w+:\/\/[^/]+/, '').replace(/[?#].*$/, '')
      return [{ function: match[1] || '?', filename, lineno: Number(match[3]), colno: Number(match[4]) }]
    })
    .slice(0, 30)
    .reverse()

/** Sends one event to Sentry if SENTRY_DSN is set, at most 30 a minute. Never throws and waits at most 2 s; true if it was accepted. */
export const report = async ({ sentry_dsn }: Pick<Config, 'sentry_dsn'>, details: Report): Promise<boolean> => {
  if (!sentry_dsn || !canReport(Date.now())) return false
  const event_id = randomBytes(16).toString('hex')
  const sent_at = new Date().toISOString()
  const frames = framesOf(details.stack)
  const tags = {
    source: details.source,
    status: details.status,
    call: maskText(details.call),
    page: maskText(details.page),
    request_id: details.request_id?.replace(/[^\w-]/g, '').slice(0, 40),
  }
  const event = {
    event_id,
    timestamp: sent_at,
    platform: details.source === 'browser' ? 'javascript' : 'node',
    level: 'error',
    logger: details.source,
    transaction: maskText(details.call ?? details.page),
    tags: Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== undefined)),
    exception: { values: [{ type: maskText(details.kind)?.slice(0, 50) || 'Error', ...(frames.length && { stacktrace: { frames } }) }] },
  }
  try {
    const { url, key } = readDsn(sentry_dsn)
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-sentry-envelope', 'x-sentry-auth': `Sentry sentry_version=7, sentry_client=sukoyaka/1, sentry_key=${key}` },
      body: [{ event_id, sent_at, dsn: sentry_dsn }, { type: 'event' }, event].map((part) => JSON.stringify(part)).join('\n'),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return response.ok
  } catch {
    return false
  }
}
