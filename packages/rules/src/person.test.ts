import { expect, test } from 'vitest'
import { addressedName, ageOn, formatAddress, formatPhone, honorific, kanaKey, normalizePhone, toHiragana } from './person.ts'

test.each([
  ['1968-03-14', '2026-03-13', 57],
  ['1968-03-14', '2026-03-14', 58],
  ['2004-02-29', '2026-02-28', 21],
  ['2004-02-29', '2026-03-01', 22],
  ['2004-02-29', '2028-02-29', 24],
])('someone born on %s is on %s %i years old', (birthday, day, age) => expect(ageOn(birthday, day)).toBe(age))

test("uses each language's honorific, and none in English if the sex is unknown", () => {
  expect([honorific('ja', 'female', 'staff'), honorific('ja', 'female', 'own_page'), honorific('kr', null, 'staff')]).toEqual(['様', 'さん', '님'])
  expect([honorific('en', 'male', 'staff'), honorific('en', 'female', 'staff'), honorific('en', null, 'staff')]).toEqual(['Mr.', 'Ms.', ''])
  expect(addressedName({ last_name: '佐伯', first_name: '恵子', sex: 'female' }, 'ja', 'staff')).toBe('佐伯 恵子 様')
})

test('formats addresses from large to small in Japanese and reversed in English', () => {
  const address = { zip: '1000001', prefecture: '東京都', city: '架空区', street: 'みなと町1-2-3', building: 'さくらビル5階' }
  expect(formatAddress(address, 'ja')).toBe('〒100-0001 東京都架空区みなと町1-2-3 さくらビル5階')
  expect(formatAddress(address, 'en')).toBe('さくらビル5階, みなと町1-2-3, 架空区, 東京都 100-0001')
})

test('sorts names in Japanese order', () => {
  const names = ['アイ', 'アキ', 'あさ', 'カトウ', 'カドウ', 'ガトウ', 'キッカワ', 'キツカワ', 'ハラ', 'バラ', 'パラ', 'ヤ', 'ん']
  const key = (kana: string) => kanaKey({ last_name: '', first_name: '', last_name_kana: kana, first_name_kana: 'ア' })
  const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
  expect([...names].reverse().sort((a, b) => compareBytes(key(a), key(b)))).toEqual(names)
  expect(compareBytes(key('ん'), kanaKey({ last_name: 'Adams', first_name: 'Ann', last_name_kana: '', first_name_kana: '' }))).toBe(-1)
})

test.each([
  ['０９０ー００００－１２３４', '09000001234'],
  ['+81 90-0000-1234', '09000001234'],
  ['0081 3 1234 5678', '0312345678'],
  ['(03) 1234-5678', '0312345678'],
  ['+1 202-555-0123', '+12025550123'],
  ['ring me', null],
  ['12345', null],
])('normalises %s to %s', (typed, stored) => expect(normalizePhone(typed)).toBe(stored))

test('formats a mobile number in three parts', () => expect(formatPhone('09000001234')).toBe('090-0000-1234'))

test('shows readings in hiragana and keeps long vowel marks', () => {
  expect(toHiragana('サエキ')).toBe('さえき')
  expect(toHiragana('ヴァージー')).toBe('ゔぁーじー')
})
