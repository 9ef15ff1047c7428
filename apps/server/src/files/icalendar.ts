import { TZDate } from '@date-fns/tz'
import type { FastifyReply } from 'fastify'
import ical, { ICalCalendarMethod, ICalEventClass, ICalEventStatus } from 'ical-generator'
import { attachment } from '../http/content-disposition.ts'

export type CalendarEvent = {
  /** Of `uidOf`: the same over all changes, so that a calendar knows what it has. */
  uid: string
  /** Rises with each change of time, place or state. */
  sequence: number
  /** When it was last changed. */
  changed_at: string
  starts_at: string
  ends_at?: string | null
  summary: string
  location?: string
  description?: string
  /** Our own page or the link of the meeting. */
  url?: string | null
  isCancelled?: boolean
}

const zone = 'Asia/Tokyo'
// the same all year since 1951, so that no calendar need know the zone by its name
const zoneRules = [
  'BEGIN:VTIMEZONE',
  `TZID:${zone}`,
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0900',
  'TZOFFSETTO:+0900',
  'TZNAME:JST',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n')

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are taken out
const unspeakable = /[\u0000-\u0008\u000b-\u001f\u007f\u0085\u2028\u2029]/g
/** Lines stay lines; what could end a line for one reader and not for another goes. */
const clean = (text: string) => text.replace(/\r\n?/g, '\n').replace(unspeakable, ' ').toWellFormed().trim()
const cleanLine = (text: string) => clean(text).replace(/\s*\n\s*/g, ' ')

/** An address as calendars take it, without what their writer would mark; nothing but https and our own pages. */
const addressOf = (url: string) => {
  if (!URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  return href.replace(/[,;\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** The name of a thing in calendars. What comes back from them under it is ours. */
export const uidOf = (kind: 'interview' | 'test-package', id: number, public_url: string) => `${kind}-${id}@${new URL(public_url).hostname}`

/** The interview a calendar's UID names, where it is one of ours. */
export const interviewIdIn = (uid: string, public_url: string): number | undefined => {
  const [, id, host] = /^interview-([1-9]\d{0,14})@(.+)$/.exec(uid) ?? []
  return id && host === new URL(public_url).hostname ? Number(id) : undefined
}

/** RFC 5545: one event to keep or, where it is cancelled, to take out; or with `name` all of a feed, cancelled ones marked. */
export const calendarOf = (events: readonly CalendarEvent[], name?: string): string => {
  const isCancelled = name === undefined && events.length === 1 && events[0]!.isCancelled
  const calendar = ical({
    prodId: { company: 'sukoyaka', product: 'care', language: 'JA' },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    // a name is not marked by the library: only words of ours are given here
    ...(name !== undefined && { name: cleanLine(name).replace(/[\\;,]/g, ' '), ttl: 900 }),
  })
  calendar.timezone({ name: null as never, generator: () => zoneRules })
  for (const event of events) {
    const { uid, sequence, changed_at, starts_at, ends_at, summary, location, description, url } = event
    const address = url ? addressOf(url) : undefined
    calendar.createEvent({
      id: uid,
      sequence,
      timezone: zone,
      stamp: new Date(changed_at),
      start: new TZDate(starts_at, zone),
      ...(ends_at && { end: new TZDate(ends_at, zone) }),
      summary: cleanLine(summary),
      ...(location && { location: cleanLine(location) }),
      ...(description && { description: clean(description) }),
      ...(address && { url: address }),
      status: event.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      class: ICalEventClass.PRIVATE,
    })
  }
  return `${calendar.toString()}\r\n`
}

/** Hands a calendar over as a file of this name, without its ending. */
export const sendCalendar = (reply: FastifyReply, name: string, content: string): string => {
  reply.header('content-type', 'text/calendar; charset=utf-8').header('content-disposition', attachment(`${name}.ics`))
  return content
}
