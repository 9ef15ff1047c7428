import { TZDate } from '@date-fns/tz'
import type { FastifyReply } from 'fastify'
import ical, { ICalCalendarMethod, ICalEventClass, ICalEventStatus } from 'ical-generator'
import { attachment } from './file-name.ts'

export type CalendarEvent = {
  /** From `uidOf`: constant over all changes, so that the calendar app updates the event. */
  uid: string
  /** Increases with each change of time, place or state. */
  sequence: number
  /** Last change. */
  changed_at: string
  starts_at: string
  /** Only the Tokyo day of `starts_at` is known: an all-day event. */
  isDay?: boolean
  ends_at?: string | null
  summary: string
  location?: string
  description?: string
  /** Page of the app, or link of the meeting. */
  url?: string | null
  isCancelled?: boolean
}

const zone = 'Asia/Tokyo'
// JST has had no daylight saving time since 1951; including the rules serves apps that do not know the zone's name
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters to remove them
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f\u0085\u2028\u2029]/g
/** Normalises line ends and replaces control characters, some of which parsers read as a line end. */
const cleanText = (text: string) => text.replace(/\r\n?/g, '\n').replace(controlCharacters, ' ').toWellFormed().trim()
const cleanLine = (text: string) => cleanText(text).replace(/\s*\n\s*/g, ' ')

/** A URL in percent-encoded form, without the characters that iCalendar escapes. Undefined unless http or https. */
const webUrlOf = (url: string) => {
  if (!URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  return href.replace(/[,;\\]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** UID of an interview or test package; contains the host of this server. */
export const uidOf = (kind: 'interview' | 'test-package', id: number, public_url: string) => `${kind}-${id}@${new URL(public_url).hostname}`

/** The interview id of a UID, if this server issued it. */
export const interviewIdIn = (uid: string, public_url: string): number | undefined => {
  const [, id, host] = /^interview-([1-9]\d{0,14})@(.+)$/.exec(uid) ?? []
  return id && host === new URL(public_url).hostname ? Number(id) : undefined
}

/** iCalendar text (RFC 5545). Without `name`: an event to add or, if cancelled, to remove. With `name`: a feed; cancelled events have the status CANCELLED. */
export const calendarOf = (events: readonly CalendarEvent[], name?: string): string => {
  const isCancelled = name === undefined && events.length === 1 && events[0]!.isCancelled
  const calendar = ical({
    prodId: { company: 'sukoyaka', product: 'care', language: 'JA' },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    // the library does not escape the name
    ...(name !== undefined && { name: cleanLine(name).replace(/[\\;,]/g, ' '), ttl: 900 }),
  })
  // without a name the library does not prefix the time zone; its types do not allow null
  calendar.timezone({ name: null as never, generator: () => zoneRules })
  for (const event of events) {
    const { uid, sequence, changed_at, starts_at, ends_at, summary, location, description, url } = event
    const webUrl = url ? webUrlOf(url) : undefined
    calendar.createEvent({
      id: uid,
      sequence,
      timezone: zone,
      stamp: new Date(changed_at),
      start: new TZDate(starts_at, zone),
      ...(event.isDay && { allDay: true }),
      ...(ends_at && { end: new TZDate(ends_at, zone) }),
      summary: cleanLine(summary),
      ...(location && { location: cleanLine(location) }),
      ...(description && { description: cleanText(description) }),
      ...(webUrl && { url: webUrl }),
      status: event.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      class: ICalEventClass.PRIVATE,
    })
  }
  return `${calendar.toString()}\r\n`
}

/** Sends a calendar as a download; `name` without extension. */
export const sendCalendar = (reply: FastifyReply, name: string, content: string): string => {
  reply.header('content-type', 'text/calendar; charset=utf-8').header('content-disposition', attachment(`${name}.ics`))
  return content
}
