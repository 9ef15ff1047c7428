import { expect, test } from 'vitest'
import { changeUntil, forbiddenBy, type Rule, rulesFor } from './reservation.ts'

const rule = (type: Rule['type'], more: Partial<Rule> = {}): Rule => ({
  type,
  weekdays: [],
  dates: [],
  from: null,
  to: null,
  days: null,
  is_business: false,
  time: null,
  ...more,
})
const holidays = new Set(['2026-11-23', '2027-01-01', '2027-01-11'])
// a Saturday
const today = '2026-11-21'
const closedBy = (rules: Rule[], day: string, currentDay = today) => forbiddenBy(rules, day, { today: currentDay, holidays })?.type
const weekend = rule('weekday', { weekdays: [0, 6] })

test('rules close a facility on weekdays, holidays, single days and ranges of days', () => {
  const rules = [weekend, rule('national_holiday'), rule('date', { dates: ['2026-12-28'] }), rule('date_range', { from: '2027-02-04', to: '2027-02-06' })]
  expect(['2026-12-05', '2026-11-23', '2026-12-28', '2027-02-04', '2027-02-05', '2027-02-08', '2026-12-07'].map((day) => closedBy(rules, day))).toEqual([
    'weekday',
    'national_holiday',
    'date',
    'date_range',
    'date_range',
    undefined,
    undefined,
  ])
  // a range without an end
  expect(closedBy([rule('date_range', { from: '2027-01-01' })], '2031-05-05')).toBe('date_range')
})

test('a yearly range repeats every year, even if it spans the new year', () => {
  const rules = [rule('date_range_yearly', { from: '12-29', to: '01-03' })]
  expect(['2026-12-28', '2026-12-29', '2027-01-03', '2027-01-04', '2030-12-31', '2031-01-01'].map((day) => Boolean(closedBy(rules, day)))).toEqual([
    false,
    true,
    true,
    false,
    true,
    true,
  ])
  const summer = [rule('date_range_yearly', { from: '08-11', to: '08-16' })]
  expect(['2027-08-10', '2027-08-11', '2027-08-16', '2027-08-17'].map((day) => Boolean(closedBy(summer, day)))).toEqual([false, true, true, false])
})

test('counts lead days as calendar days or as opening days', () => {
  const calendar = [rule('lead_days', { days: 7 })]
  expect(['2026-11-27', '2026-11-28'].map((day) => closedBy(calendar, day))).toEqual(['lead_days', undefined])
  // three opening days before Friday the 27th: Thursday, Wednesday, Tuesday the 24th; Monday is a holiday
  const business = [weekend, rule('national_holiday'), rule('lead_days', { days: 3, is_business: true })]
  expect(['2026-11-24', '2026-11-25'].map((currentDay) => closedBy(business, '2026-11-27', currentDay))).toEqual([undefined, 'lead_days'])
  // three opening days before Thursday the 26th: Wednesday, Tuesday, Friday the 20th
  expect(['2026-11-20', '2026-11-21'].map((on) => closedBy(business, '2026-11-26', on))).toEqual([undefined, 'lead_days'])
  // without enough opening days before the booked day, as at a facility that opens in spring, calendar days count
  const opening = [rule('date_range', { to: '2027-03-31' }), rule('lead_days', { days: 3, is_business: true })]
  expect(['2027-03-30', '2027-03-31'].map((on) => closedBy(opening, '2027-04-02', on))).toEqual([undefined, 'lead_days'])
  // a facility that is never open is never bookable, and the search terminates
  expect(closedBy([rule('date_range'), rule('lead_days', { days: 1, is_business: true })], '2026-12-10')).toBe('date_range')
})

test('the lead time of a course applies in addition to that of the facility', () => {
  const rules = rulesFor([rule('lead_days', { days: 3 })], { lead_days: 14, lead_is_business: false }, { lead_days: null, lead_is_business: false }, null)
  expect(rules).toHaveLength(2)
  expect([closedBy(rules, '2026-12-04'), closedBy(rules, '2026-12-05')]).toEqual(['lead_days', undefined])
})

test('allows changes until the earliest cutoff, in Tokyo time', () => {
  const until = (...rules: Rule[]) => changeUntil(rules, '2026-12-09T00:00:00Z', holidays)
  expect(until()).toBeNull()
  expect(until(rule('change_cutoff', { days: 7, time: '17:00' }))).toBe('2026-12-02T08:00:00.000Z')
  expect(until(weekend, rule('change_cutoff', { days: 3, is_business: true, time: '16:00' }))).toBe('2026-12-04T07:00:00.000Z')
  expect(until(rule('change_cutoff', { days: 7, time: '17:00' }), rule('change_cutoff', { days: 9, time: '09:00' }))).toBe('2026-11-30T00:00:00.000Z')
  // without opening days before the checkup, calendar days count
  expect(until(rule('date_range'), rule('change_cutoff', { days: 3, is_business: true, time: '16:00' }))).toBe('2026-12-06T07:00:00.000Z')
  // cutoffs do not close a day
  expect(closedBy([rule('change_cutoff', { days: 700 })], '2026-12-09')).toBeUndefined()
})
