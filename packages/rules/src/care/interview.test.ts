import { expect, test } from 'vitest'
import { canJoin, isCompleted, isMeetingUrl, isOnline, nameOf, overlaps, placeOf, sideBySide } from './interview.ts'

const instant = (time: string) => `2026-11-20T${time}:00.000Z`
const interval = (from: string, to: string | null = null) => ({ conducted_at: instant(from), ends_at: to && instant(to) })
const online = { ...interval('05:00', '05:30'), meeting_type: 'online' as const, meeting_url: 'https://meet.example.jp/a', status: 'scheduled' as const }

test('an interview is completed from its start time on, unless cancelled', () => {
  expect(isCompleted(online, new Date(instant('04:59')))).toBe(false)
  expect(isCompleted(online, new Date(instant('05:00')))).toBe(true)
  expect(isCompleted({ ...online, status: 'cancelled' }, new Date(instant('06:00')))).toBe(false)
})

test('an interview is online if it has the type online and a URL; it can be joined from ten minutes before its start until its end', () => {
  expect(isOnline(online)).toBe(true)
  expect(isOnline({ ...online, meeting_url: null })).toBe(false)
  expect(isOnline({ ...online, meeting_type: 'other' })).toBe(false)
  const join = (time: string, more = {}) => canJoin({ ...online, ...more }, new Date(instant(time)))
  expect([join('04:49'), join('04:50'), join('05:29'), join('05:30')]).toEqual([false, true, true, false])
  expect([join('05:00', { status: 'cancelled' }), join('05:00', { meeting_url: null })]).toEqual([false, false])
})

test('the place of an interview is the facility and the location in it', () => {
  expect([
    placeOf({ location: ' 3階 ' }, '東都クリニック'),
    placeOf({ location: '3階' }, null),
    placeOf({ location: ' ' }, undefined),
    placeOf({ location: '東都クリニック 3階' }, '東都クリニック'),
  ]).toEqual(['東都クリニック 3階', '3階', '', '東都クリニック 3階'])
})

test('uses the kind as the title of an unnamed interview', () => {
  const nameOfKind = (kind: string) => `<${kind}>`
  expect(nameOf({ name: '', kind: 'follow' }, nameOfKind)).toBe('<follow>')
  expect(nameOf({ name: '栄養相談', kind: 'follow' }, nameOfKind)).toBe('栄養相談')
})

test('an interview that ends when another starts does not overlap it; an interview without an end lasts an hour', () => {
  expect(overlaps(interval('05:00', '05:30'), interval('05:29', '06:00'))).toBe(true)
  expect(overlaps(interval('05:00', '05:30'), interval('05:30', '06:00'))).toBe(false)
  expect(overlaps(interval('05:00'), interval('05:59', '06:30'))).toBe(true)
})

test('accepts only https meeting URLs without credentials', () => {
  expect(['https://meet.example.jp/x', 'https://us02.zoom.us/j/1?pwd=a'].every(isMeetingUrl)).toBe(true)
  for (const bad of ['http://meet.example.jp/x', 'meet.example.jp/x', 'https://localhost/x', 'https://a:b@meet.example.jp', 'javascript:alert(1)', 'https://'])
    expect(isMeetingUrl(bad), bad).toBe(false)
})

test('lays out overlapping interviews side by side, and an interview without overlaps at full width', () => {
  const [a, b, c, d] = [interval('01:00', '02:00'), interval('01:30', '02:30'), interval('02:00', '03:00'), interval('03:00', '04:00')]
  const positions = sideBySide([d, c, b, a], ({ conducted_at, ends_at }) => ({ start: Date.parse(conducted_at), end: Date.parse(ends_at!) }))
  expect([a, b, c, d].map((item) => positions.get(item))).toEqual([
    { left: 0, width: 0.5 },
    { left: 0.5, width: 0.5 },
    { left: 0, width: 0.5 },
    { left: 0, width: 1 },
  ])
})
