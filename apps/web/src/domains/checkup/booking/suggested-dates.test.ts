import { expect, test } from 'vitest'
import { course, courseOption, facility } from '../../../test/data/facility.ts'
import { applyChange, emptyDraft, kindToBook, missingOf, newCheckupToSend } from './dialogs/draft.ts'
import { menuOf, menuText, mergePrecautions } from './menu.ts'
import { stepsOf } from './steps.ts'
import { moveItem, startsOn, suggestedDatesFrom, suggestedDatesToSend, toggleSuggestedDate } from './suggested-dates.ts'
import { timeLeft } from './time-left.ts'

const day = (date: string, time = '08:30') => ({ day: date, time })

test('gives the first suggested date the highest priority, and reads the order back from the priorities', () => {
  const sent = suggestedDatesToSend([day('2026-12-09'), day('2026-12-10'), day('2026-12-16', '09:30')])
  expect(sent).toEqual([
    { datetime: '2026-12-08T23:30:00.000Z', priority: 3 },
    { datetime: '2026-12-09T23:30:00.000Z', priority: 2 },
    { datetime: '2026-12-16T00:30:00.000Z', priority: 1 },
  ])
  const stored = sent.map((item, at) => ({ ...item, id: at + 1 })).toReversed()
  expect(suggestedDatesFrom(stored)).toEqual([day('2026-12-09'), day('2026-12-10'), day('2026-12-16', '09:30')])
})

test('a day pressed again is deselected, a fourth day is ignored, a single date is replaced, and a date can be moved in the list', () => {
  const three = [day('2026-12-09'), day('2026-12-10'), day('2026-12-16')]
  expect(toggleSuggestedDate(three, day('2026-12-10', '09:00'), 3)).toEqual([day('2026-12-09'), day('2026-12-16')])
  expect(toggleSuggestedDate(three, day('2026-12-18'), 3)).toEqual(three)
  expect(toggleSuggestedDate([day('2026-12-09')], day('2026-12-18'), 1)).toEqual([day('2026-12-18')])
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
})

test('lists the start times of a Tokyo day with the full ones marked, and half hours without a facility', () => {
  const times = [
    { weekday: 3, time: '09:00', capacity: 2 },
    { weekday: 3, time: '08:30', capacity: 2 },
    { weekday: 4, time: '08:00', capacity: 2 },
  ]
  const openings = [{ starts_at: '2026-12-09T00:00:00.000Z', left: 0 }]
  expect(startsOn('2026-12-09', times, openings)).toEqual([
    { time: '08:30', isFull: false },
    { time: '09:00', isFull: true },
  ])
  expect(startsOn('2026-12-11', times, openings)).toEqual([])
  expect(startsOn('2026-12-11', null, undefined)[1]).toEqual({ time: '08:30', isFull: false })
})

const clinic = facility(3, 'みなとさくらクリニック', {
  courses: [course(1, 'ドック', { option_ids: [5] }), course(2, '定期', { kind: 'simple' })],
  options: [courseOption(5, '胃内視鏡'), courseOption(6, '骨密度')],
})

test('offers courses of the kind and options of the course, and resets course, options and dates that no longer fit', () => {
  const menu = menuOf(clinic, 'detail', { course_id: 1, option_ids: [5, 6] })
  expect([menu.courses.map(({ id }) => id), menu.options.map(({ id }) => id)]).toEqual([[1], [5]])
  expect(menuText(menu.course, menu.added)).toBe('ドック／胃内視鏡')
  const draft = { ...emptyDraft, facility_id: 3, course_id: 1, option_ids: [5], suggestedDates: [day('2026-12-09')] }
  expect(applyChange(draft, { kind: 'simple' })).toMatchObject({ course_id: null, option_ids: [], suggestedDates: draft.suggestedDates })
  expect(applyChange(draft, { facility_id: 4 })).toMatchObject({ course_id: null, suggestedDates: [] })
})

test('only the kinds detail and followup are included in the plan; a checkup without a facility has a place and a day but no suggested dates', () => {
  const sent = (kind: typeof emptyDraft.kind) => newCheckupToSend(1, { ...emptyDraft, kind, facility_id: 3 }, []).included_in_plan
  expect([sent('detail'), sent('simple'), sent('followup'), sent('general')]).toEqual([true, false, true, false])
  const elsewhere = { ...emptyDraft, kind: 'general' as const, location: ' 会社の健診 ', day: '2026-10-01', suggestedDates: [day('2026-12-09')] }
  expect(newCheckupToSend(1, elsewhere, [7])).toMatchObject({ location: '会社の健診', tested_at: '2026-10-01T00:00:00.000Z' })
  expect(newCheckupToSend(1, elsewhere, [7])).not.toHaveProperty('suggested_datetimes_attributes')
  const menu = menuOf(undefined, 'general', elsewhere)
  expect(missingOf({ ...elsewhere, day: null }, menu)).toEqual({ day: true })
  expect(missingOf(emptyDraft, menu)).toEqual({ facility_id: true })
})

test('ignores unparsable precautions, removes duplicates and drops booking deadlines once booked', () => {
  const text = '{"precautions":["絶食"],"reservation_precaution":"7日前まで"}'
  expect(mergePrecautions([{ text }, { text: '{broken' }, { text }])).toEqual(['絶食', '7日前まで'])
  expect(mergePrecautions([{ text }], { isBooked: true })).toEqual(['絶食'])
})

test('shows the strictest of several booking deadlines, and those of unknown length', () => {
  const deadline = (text: string) => JSON.stringify({ precautions: [], reservation_precaution: text })
  const lead = (lead_days: number, lead_is_business = false) => ({ lead_days, lead_is_business })
  const sevenDays = { text: deadline('7日前まで'), lead: lead(7) }
  expect(mergePrecautions([sevenDays, { text: deadline('14日前まで'), lead: lead(14) }])).toEqual(['14日前まで'])
  expect(mergePrecautions([sevenDays, { text: deadline('6営業日前まで'), lead: lead(6, true) }])).toEqual(['6営業日前まで'])
  expect(mergePrecautions([sevenDays, { text: deadline('お電話で') }])).toEqual(['7日前まで', 'お電話で'])
})

test('begins with a kind that the plan still includes, otherwise with `simple`', () => {
  const quota = (kind: 'detail' | 'followup', left: number) => ({ kind, allowed: 1, used: 1 - left, left, from: '2026-04-01', until: '2027-03-31' })
  expect(kindToBook([quota('detail', 1), quota('followup', 1)])).toBe('detail')
  expect(kindToBook([quota('detail', 0), quota('followup', 1)])).toBe('followup')
  expect(kindToBook([quota('detail', 0), quota('followup', 0)])).toBe('simple')
  expect(kindToBook([])).toBe('simple')
})

test('treats examined, registered and released as separate steps', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  const done = (status: number, tested_at: string, released_at: string | null) =>
    stepsOf({ status, tested_at, released_at }, now).flatMap(({ step, isDone }) => (isDone ? step : []))
  expect(done(2, '2026-11-20T00:00:00Z', null)).toEqual(['examined'])
  expect(done(0, '2026-11-20T00:00:00Z', null)).toEqual(['examined', 'registered'])
  expect(done(0, '2026-11-20T00:00:00Z', '2026-11-20T10:00:00Z')).toEqual(['examined', 'registered', 'released'])
  expect(done(1, '2026-11-20T00:00:00Z', null)).toEqual([])
  expect(done(2, '2026-11-22T00:00:00Z', null)).toEqual([])
})

test('rounds the time left up to whole minutes', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  expect(timeLeft('2026-11-21T23:30:00Z', now)).toEqual({ hours: 23, minutes: 30 })
  expect(timeLeft('2026-11-21T00:00:20Z', now)).toEqual({ hours: 0, minutes: 1 })
  expect(timeLeft('2026-11-21T00:00:00Z', now)).toBeUndefined()
})
