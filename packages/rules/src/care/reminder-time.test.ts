import { expect, test } from 'vitest'
import { formatInstant } from '../time.ts'
import { remindersAt, remindTime } from './reminder-time.ts'

/** Saturday morning in Tokyo. */
const saturday = new Date('2026-11-21T00:12:40Z')
const format = (instant: Date | undefined) => instant && formatInstant(instant, 'ja', 'weekday')

test.each([
  ['30分後', '2026.11.21（土）09:42'],
  ['２時間後', '2026.11.21（土）11:12'],
  ['1時間半後', '2026.11.21（土）10:42'],
  ['3日後', '2026.11.24（火）09:12'],
  ['1週間後', '2026.11.28（土）09:12'],
  ['in 45 min', '2026.11.21（土）09:57'],
  ['2 hours later', '2026.11.21（土）11:12'],
  ['3시간 후', '2026.11.21（土）12:12'],
  ['今日の夕方', '2026.11.21（土）18:00'],
  ['明日', '2026.11.22（日）09:00'],
  ['明後日 9時', '2026.11.23（月）09:00'],
  ['あさって9時半', '2026.11.23（月）09:30'],
  ['明日の午後3時', '2026.11.22（日）15:00'],
  ['明日 午前12時', '2026.11.22（日）00:00'],
  ['明日 夜8時', '2026.11.22（日）20:00'],
  ['今夜8時', '2026.11.21（土）20:00'],
  ['明日 昼1時', '2026.11.22（日）13:00'],
  ['明日 朝7時半', '2026.11.22（日）07:30'],
  ['明日 夕方5時', '2026.11.22（日）17:00'],
  ['明日 夜20時', '2026.11.22（日）20:00'],
  ['내일 밤 9시', '2026.11.22（日）21:00'],
  ['tomorrow morning 8am', '2026.11.22（日）08:00'],
  ['来週月曜 9:00', '2026.11.23（月）09:00'],
  ['来週の金曜日', '2026.11.27（金）09:00'],
  ['土曜 10時', '2026.11.28（土）10:00'],
  ['金曜日の１４時３０分', '2026.11.27（金）14:30'],
  ['11/25 14:00', '2026.11.25（水）14:00'],
  ['11月25日 14時', '2026.11.25（水）14:00'],
  ['１１／２５', '2026.11.25（水）09:00'],
  ['11.25 14:00', '2026.11.25（水）14:00'],
  ['2026-12-01 08:15', '2026.12.01（火）08:15'],
  ['1/5 9:00', '2027.01.05（火）09:00'],
  ['14:00', '2026.11.21（土）14:00'],
  ['8:00', '2026.11.22（日）08:00'],
  ['tomorrow 3pm', '2026.11.22（日）15:00'],
  ['tomorrow at 9', '2026.11.22（日）09:00'],
  ['next monday 9:00', '2026.11.23（月）09:00'],
  ['fri 5:30 pm', '2026.11.27（金）17:30'],
  ['내일 오후 3시 30분', '2026.11.22（日）15:30'],
  ['다음 주 월요일 9시', '2026.11.23（月）09:00'],
  ['11월 25일', '2026.11.25（水）09:00'],
])('parses %s as %s', (text, expected) => expect(format(remindTime(text, saturday))).toBe(expected))

test.each([
  '',
  'そのうち',
  '25時',
  '13/1',
  '2/30 9:00',
  '2025-01-01',
  '明日 血圧',
  '明日 夜12時',
  '明日 夜1時',
  '明日 朝13時',
  '明日 午前13時',
  'tomorrow 13am',
  '2028/1/1',
  '0分後',
  '400日後',
  '午後',
  '9',
  '2026-02-30',
])('rejects %s as unclear, past or too far ahead', (text) => expect(remindTime(text, saturday)).toBeUndefined())

const presetsAt = (now: string) => remindersAt(new Date(now)).map(({ preset, at }) => `${preset} ${format(at)}`)

test('offers presets in Tokyo time', () => {
  expect(presetsAt('2026-11-20T00:12:40Z')).toEqual([
    'hour 2026.11.20（金）10:12',
    'evening 2026.11.20（金）18:00',
    'tomorrow 2026.11.21（土）09:00',
    'monday 2026.11.23（月）09:00',
  ])
  // already Saturday in Tokyo
  expect(presetsAt('2026-11-20T15:30:00Z')[2]).toBe('tomorrow 2026.11.22（日）09:00')
})

test('omits the evening once it has passed, and omits Monday if it is tomorrow', () => {
  expect(presetsAt('2026-11-22T09:00:00Z').map((words) => words.split(' ')[0])).toEqual(['hour', 'tomorrow'])
  // on a Monday, the Monday of next week
  expect(presetsAt('2026-11-23T01:00:00Z').at(-1)).toBe('monday 2026.11.30（月）09:00')
})
