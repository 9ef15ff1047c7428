import { expect, test } from 'vitest'
import { birthdayProblem } from './birthday.ts'
import { isKana, kanaIn, toKatakana } from './kana.ts'

test.each(['', 'さえき', 'サエキ', 'ｻｴｷ', 'ファン・デル サール', 'ヴァン', 'しょーん'])('%j is a reading', (text) => expect(isKana(text)).toBe(true))
test.each(['佐伯', 'サ伯', 'Saeki', 'さえき1', '<b>'])('%j is no reading', (text) => expect(isKana(text)).toBe(false))
test('stores readings as full-width katakana', () => expect(['さえき', 'ｻｴｷ', 'ヴァン'].map(toKatakana)).toEqual(['サエキ', 'サエキ', 'ヴァン']))
test('kanaIn drops everything but kana', () => expect(['さえk', 'ｓあ', '佐えき', 'ｻｴｷ'].map(kanaIn)).toEqual(['さえ', 'あ', 'えき', 'サエキ']))

test.each([
  ['1958-04-05', undefined],
  ['2026-11-21', undefined],
  ['2026-11-22', 'in_future'],
  ['1900-11-21', 'too_long_ago'],
] as const)('birthdayProblem of %s on 2026-11-21: %s', (birthday, problem) => expect(birthdayProblem(birthday, '2026-11-21')).toBe(problem))
