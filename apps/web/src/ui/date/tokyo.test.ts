import { expect, test } from 'vitest'
import { formatDate, formatSentenceDate, formatTime } from './tokyo.ts'

const saturdayMorning = '2026-11-21T00:04:00Z'

test('Japanese shows the weekday in full-width brackets', () => {
  expect(formatDate(saturdayMorning, 'ja')).toBe('2026.11.21')
  expect(formatDate(saturdayMorning, 'ja', { weekday: true })).toBe('2026.11.21（土）')
  expect(formatDate(saturdayMorning, 'ja', { weekday: true, time: true })).toBe('2026.11.21（土）09:04')
  expect(formatDate(saturdayMorning, 'ja', { time: true, year: false })).toBe('11.21 09:04')
  expect(formatDate(saturdayMorning, 'ja', { yearMonth: true })).toBe('2026.11')
})

test('English and Korean show half-width brackets and their own weekday', () => {
  expect(formatDate(saturdayMorning, 'en', { weekday: true, time: true })).toBe('2026.11.21 (Sat) 09:04')
  expect(formatDate(saturdayMorning, 'kr', { weekday: true })).toBe('2026.11.21 (토)')
})

test('15:00 UTC is the start of the next day in Tokyo', () => {
  expect(formatDate('2026-11-20T15:00:00Z', 'en')).toBe('2026.11.21')
  expect(formatDate('2026-11-20T14:59:59Z', 'en')).toBe('2026.11.20')
  expect(formatTime('2026-11-20T15:00:00Z')).toBe('00:00')
})

test('a plain day is formatted as the same day', () => {
  expect(formatDate('1968-03-14', 'ja')).toBe('1968.03.14')
})

test('formats a date inside a sentence', () => {
  expect(formatSentenceDate('2026-11-27T05:00:00Z', 'ja')).toBe('11月27日（金）14:00')
})

test('formats an invalid date as an empty string', () => {
  expect(formatDate('soon', 'ja')).toBe('')
})
