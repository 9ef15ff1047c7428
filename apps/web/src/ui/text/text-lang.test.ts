import { expect, test } from 'vitest'
import { japaneseLang, separatorOf } from './text-lang.ts'

test.each([
  ['今朝は134/83でした', 'ja'],
  ['ｶﾞﾝﾏ', 'ja'],
  ['menu_献立.pdf', 'ja'],
  ['Thank you', undefined],
  ['감사합니다', undefined],
  ['', undefined],
  [null, undefined],
])('the language of %s is %s', (words, lang) => expect(japaneseLang(words)).toBe(lang))

test("separates facts in one line by the language's separator", () => {
  expect(['PDF', '2 KB'].join(separatorOf('ja'))).toBe('PDF・2 KB')
  expect(['PDF', '2 KB'].join(separatorOf('en'))).toBe('PDF · 2 KB')
})
