import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Highlight } from './Highlight.tsx'
import { excerptRange, isMessageQuery, isSearchQuery } from './search-excerpt.ts'

const htmlOf = (text: string, q: string) => renderToStaticMarkup(<Highlight text={text} q={q} isExcerpt />).replaceAll(/ class="[^"]*"/g, '')

test('highlights matches in the original text and escapes HTML', () => {
  expect(htmlOf('ｶﾞﾝﾏGTPは<b>48</b>', 'ガンマ')).toBe('<mark>ｶﾞﾝﾏ</mark>GTPは&lt;b&gt;48&lt;/b&gt;')
})

test('shows an excerpt of a long message around its first match', () => {
  const html = htmlOf(`${'あ'.repeat(300)}血圧${'い'.repeat(300)}`, '血圧')
  expect(html).toContain('…')
  expect(html).toContain('<mark>血圧</mark>')
  expect(html.length).toBeLessThan(250)
})

test('a search needs a word of two characters; in messages, one kanji or kana is enough', () => {
  expect(['血圧', 'ab', '𠮷田', 'ｶﾞﾝ'].every(isSearchQuery)).toBe(true)
  expect(['血', ' a ', '𠮷', 'ｶﾞ', ''].some(isSearchQuery)).toBe(false)
  expect(['血', '𠮷', 'ｶﾞ', 'ヵ', '々', 'a 朝', '血圧', 'ab'].every(isMessageQuery)).toBe(true)
  expect([' a ', 'ō', '1', 'ー', '。', '', '👍'].some(isMessageQuery)).toBe(false)
})

test.each(['😀', '🇯🇵', '👍🏽', '👩‍⚕️', '葛󠄀', 'か\u3099'])('an excerpt neither begins nor ends in the middle of %s', (character) => {
  const inside = `${'い'.repeat(23)}血圧${'う'.repeat(134 - character.length)}`
  const text = `あ${character}${inside}${character}え`
  const { from, to } = excerptRange(text, text.indexOf('血圧'))
  expect(text.slice(from, to)).toBe(`${character}${inside}`)
})
