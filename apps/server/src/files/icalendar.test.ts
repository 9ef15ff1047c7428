import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type CalendarEvent, calendarOf, interviewIdIn, sendCalendar, uidOf } from './icalendar.ts'

const event: CalendarEvent = {
  uid: uidOf('interview', 7, 'https://care.example.jp:8443'),
  sequence: 3,
  changed_at: '2026-11-20T01:02:03.456Z',
  starts_at: '2026-11-27T15:30:00.000Z',
  ends_at: '2026-11-27T16:00:00.000Z',
  summary: '面談',
  location: '東都クリニック、3階; 受付',
  description: '前日21時以降は食事をとらないでください。\n水は飲めます。',
  url: 'https://meet.example.com/a,b;c?x=1',
}
const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return { calendar, events: calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component)) }
}

test('a parsed calendar has the values of the event, its times in Tokyo time and the rules of the time zone', () => {
  const text = calendarOf([event])
  const { calendar, events } = read(text)
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  const item = events[0]!
  expect([item.uid, item.sequence, item.summary, item.location]).toEqual(['interview-7@care.example.jp', 3, '面談', '東都クリニック、3階; 受付'])
  expect(item.description).toBe(event.description)
  expect(text).toContain('DTSTART;TZID=Asia/Tokyo:20261128T003000\r\n')
  expect(text).toContain('DTSTAMP:20261120T010203Z\r\n')
  const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone')!)
  const start = item.startDate
  start.zone = zone
  expect(start.toJSDate().toISOString()).toBe(event.starts_at)
  expect(item.component.getFirstPropertyValue('url')).toBe('https://meet.example.com/a%2Cb%3Bc?x=1')
})

test('a cancelled event is sent as CANCEL; in a feed it has the status CANCELLED', () => {
  const cancelled = { ...event, isCancelled: true }
  const singleEvent = read(calendarOf([cancelled]))
  expect(singleEvent.calendar.getFirstPropertyValue('method')).toBe('CANCEL')
  const feed = read(calendarOf([event, cancelled], '面談の予定'))
  expect(feed.calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  expect(feed.calendar.getFirstPropertyValue('x-wr-calname')).toBe('面談の予定')
  for (const { events } of [singleEvent, feed]) expect(events.at(-1)!.component.getFirstPropertyValue('status')).toBe('CANCELLED')
  expect(read(calendarOf([], '面談の予定')).events).toEqual([])
})

test('lines end with CRLF, have at most 75 bytes and split no character', () => {
  const text = calendarOf([{ ...event, summary: '佐伯𠮷'.repeat(60), description: 'あ\n'.repeat(80) }])
  const lines = text.split('\r\n')
  expect(lines.at(-1)).toBe('')
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(read(text).events[0]!.summary).toBe('佐伯𠮷'.repeat(60))
})

test('line breaks in a text add no property to an event, and a URL that is not http or https is left out', () => {
  const injection = 'a\r\nATTENDEE:mailto:x@example.com\nEND:VEVENT\u2028BEGIN:VALARM\u0000\u000b'
  const { calendar, events } = read(
    calendarOf([{ ...event, uid: event.uid, summary: injection, location: injection, description: injection, url: 'javascript:alert(1)' }]),
  )
  expect(events).toHaveLength(1)
  const component = events[0]!.component
  expect(component.getAllProperties().map(({ name }) => name)).not.toContain('attendee')
  expect(component.getAllSubcomponents()).toEqual([])
  expect(component.getFirstProperty('url')).toBeNull()
  expect(calendar.getAllSubcomponents('vevent')).toHaveLength(1)
})

test("recognises only this server's UIDs of interviews", () => {
  const publicUrl = 'https://care.example.jp'
  expect(interviewIdIn('interview-7@care.example.jp', publicUrl)).toBe(7)
  for (const uid of ['interview-7@evil.example', 'test-package-7@care.example.jp', 'interview-07@care.example.jp', 'interview-7@care.example.jp.evil', ''])
    expect(interviewIdIn(uid, publicUrl)).toBeUndefined()
})

test('sends a calendar as a download', () => {
  const headers: Record<string, string> = {}
  const reply = {
    header: (name: string, value: string) => {
      headers[name] = value
      return reply
    },
  }
  const content = calendarOf([event])
  expect(sendCalendar(reply as never, '面談"\r\nx', content)).toBe(content)
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(headers['content-disposition']).toMatch(/^attachment; filename=[^"\r\n;]+\.ics; filename\*=UTF-8''[^\r\n]+\.ics$/)
})
