import { expect, test } from 'vitest'
import { dotIn, langOf } from './written.ts'

test.each([
  ['今朝は134/83でした', 'ja'],
  ['ｶﾞﾝﾏ', 'ja'],
  ['menu_献立.pdf', 'ja'],
  ['Thank you', undefined],
  ['감사합니다', undefined],
  ['', undefined],
  [null, undefined],
])('%s is said to be %s', (words, lang) => expect(langOf(words)).toBe(lang))

test('facts in one line stand apart as the language has it', () => {
  expect(['PDF', '2 KB'].join(dotIn('ja'))).toBe('PDF・2 KB')
  expect(['PDF', '2 KB'].join(dotIn('en'))).toBe('PDF · 2 KB')
})
