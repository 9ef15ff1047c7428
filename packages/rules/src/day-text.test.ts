import { describe, expect, test } from 'vitest'
import { parseTypedDay, parseTypedTime, preferredDirection } from './day-text.ts'

// a Wednesday
const today = '2026-11-25'

describe('reads typed days', () => {
  test.each([
    ['今日', '2026-11-25'],
    ['明日', '2026-11-26'],
    ['あさって', '2026-11-27'],
    ['昨日', '2026-11-24'],
    ['おととい', '2026-11-23'],
    ['11/24', '2026-11-24'],
    ['１１／２４', '2026-11-24'],
    ['11月24日', '2026-11-24'],
    ['11/24（火）', '2026-11-24'],
    ['1/10', '2027-01-10'],
    ['来週月曜', '2026-11-30'],
    ['来週の日曜日', '2026-12-06'],
    ['今週金曜', '2026-11-27'],
    ['先週水曜', '2026-11-18'],
    ['月曜', '2026-11-30'],
    ['水曜日', '2026-12-02'],
    ['令和8年11月18日', '2026-11-18'],
    ['令和元年5月1日', '2019-05-01'],
    ['Ｒ８．１１．１８', '2026-11-18'],
    ['昭和43年3月14日', '1968-03-14'],
    ['s43/3/14', '1968-03-14'],
    ['20261121', '2026-11-21'],
    ['2026年11月21日', '2026-11-21'],
    ['2026 . 11 . 21', '2026-11-21'],
    ['3日後', '2026-11-28'],
    ['2週間後', '2026-12-09'],
    ['３か月後', '2027-02-25'],
    ['3ヵ月後', '2027-02-25'],
    ['3ヶ月後', '2027-02-25'],
    ['3カ月後', '2027-02-25'],
    ['3ｶ月後', '2027-02-25'],
    ['3ケ月前', '2026-08-25'],
    ['3箇月後', '2027-02-25'],
    ['1年前', '2025-11-25'],
    ['Tomorrow', '2026-11-26'],
    ['next monday', '2026-11-30'],
    ['in 3 days', '2026-11-28'],
    ['다음 주 월요일', '2026-11-30'],
    ['11월 24일', '2026-11-24'],
  ])('%s', (text, day) => expect(parseTypedDay(text, today)).toBe(day))

  test.each(['', '11/31', '2026-02-29', '令和8年13月1日', '来週', '明日の朝', '24', '2026', '13/1', 'いつか'])('rejects %s', (text) =>
    expect(parseTypedDay(text, today)).toBeNull(),
  )

  test('resolves a day without a year in the direction of the field', () => {
    expect(parseTypedDay('11/26', today, 'past')).toBe('2025-11-26')
    expect(parseTypedDay('11/24', today, 'future')).toBe('2027-11-24')
    expect(parseTypedDay('11/25', today, 'past')).toBe('2026-11-25')
    expect(parseTypedDay('2/29', today, 'past')).toBe('2024-02-29')
    expect(parseTypedDay('月曜', today, 'past')).toBe('2026-11-23')
    const now = new Date('2026-11-25T03:00:00Z')
    expect([
      preferredDirection({ max: today }, now),
      preferredDirection({ min: today }, now),
      preferredDirection({ max: '2027-01-01' }, now),
      preferredDirection({}, now),
    ]).toEqual(['past', 'future', 'nearest', 'nearest'])
  })
})

test('reads typed times', () => {
  const times: [string, string | undefined][] = [
    ['14:00', '14:00'],
    ['1000', '10:00'],
    ['１０００', '10:00'],
    ['930', '09:30'],
    ['9時', '09:00'],
    ['9時半', '09:30'],
    ['９時１５分', '09:15'],
    ['午後3時', '15:00'],
    ['午前12時', '00:00'],
    ['3pm', '15:00'],
    ['9:30 am', '09:30'],
    ['오후 3시 반', '15:30'],
    ['24:00', undefined],
    ['9:60', undefined],
    ['10', undefined],
    ['朝', undefined],
    ['', undefined],
  ]
  expect(times.map(([text]) => [text, parseTypedTime(text)])).toEqual(times)
})
