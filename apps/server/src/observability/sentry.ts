import { randomBytes } from 'node:crypto'
import type { Config } from '../config/config.ts'

/** An error report without personal data: kinds, patterns and code positions only. */
type Report = { source: 'server' | 'browser'; kind: string; status?: number; call?: string; page?: string; stack?: string; request_id?: string }

const patience = 2_000
const maxPerMinute = 30

let window = { since: 0, count: 0 }
const mayReport = (now: number) => {
  if (now - window.since > 60_000) window = { since: now, count: 0 }
  return ++window.count <= maxPerMinute
}

/** Envelope URL and key of a DSN: `https://key@host/path/project`. */
const readDsn = (dsn: string) => {
  const { protocol, host, pathname, username } = new URL(dsn)
  const cut = pathname.lastIndexOf('/')
  return { url: `${protocol}//${host}${pathname.slice(0, cut)}/api/${pathname.slice(cut + 1)}/envelope/`, key: username }
}

/** Masks ids as 0, replaces characters that are not part of a path and removes the query. */
const pattern = (text: string | undefined) =>
  text
    ?.replace(/\?.*$/s, '')
    .replace(/[^\w/:. -]/g, '_')
    .replace(/\d+/g, '0')
    .slice(0, 200)

/**
 * Parses the stack formats of both JavaScript engines, `at name (https://host/assets/index-abc.js:1:2)`, newest frame last as Sentry expects. Drops the
 * message.
 */
const framesOf = (stack: string | undefined) =>
  (stack ?? '')
    .split('\n')
    .flatMap((line) => {
      const found = /^\s*at (?:(?:async )?([\w$.<>[\] ]+) \()?([^()\s]+):(\d+):(\d+)\)?$/.exec(line) ?? /^([\w$./<]*)@([^\s@]+):(\d+):(\d+)$/.exec(line)
      if (!found) return []
      const filename = found[2]!.replace(/^\w+:\/\/[^/]+/, '').replace(/[?#].*$/, '')
      return [{ function: found[1] || '?', filename, lineno: Number(found[3]), colno: Number(found[4]) }]
    })
    .slice(0, 30)
    .reverse()

/** Sends one event to Sentry if SENTRY_DSN is set. Never throws and waits at most 2 s; true if it was accepted. */
export const report = async ({ sentry_dsn }: Pick<Config, 'sentry_dsn'>, told: Report): Promise<boolean> => {
  if (!sentry_dsn || !mayReport(Date.now())) return false
  const event_id = randomBytes(16).toString('hex')
  const sent_at = new Date().toISOString()
  const frames = framesOf(told.stack)
  const tags = {
    source: told.source,
    status: told.status,
    call: pattern(told.call),
    page: pattern(told.page),
    request_id: told.request_id?.replace(/[^\w-]/g, '').slice(0, 40),
  }
  const event = {
    event_id,
    timestamp: sent_at,
    platform: told.source === 'browser' ? 'javascript' : 'node',
    level: 'error',
    logger: told.source,
    transaction: pattern(told.call ?? told.page),
    tags: Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== undefined)),
    exception: { values: [{ type: pattern(told.kind)?.slice(0, 50) || 'Error', ...(frames.length && { stacktrace: { frames } }) }] },
  }
  try {
    const { url, key } = readDsn(sentry_dsn)
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-sentry-envelope', 'x-sentry-auth': `Sentry sentry_version=7, sentry_client=sukoyaka/1, sentry_key=${key}` },
      body: [{ event_id, sent_at, dsn: sentry_dsn }, { type: 'event' }, event].map((part) => JSON.stringify(part)).join('\n'),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    return answer.ok
  } catch {
    return false
  }
}
