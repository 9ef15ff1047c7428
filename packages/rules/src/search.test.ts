import { describe, expect, test, vi } from 'vitest'
import { bigrams, fold, marksOf, queryTokens } from './fold.ts'
import { matchesName, nameSearchText } from './search.ts'

const person = (last_name: string, first_name: string, last_name_kana = '', first_name_kana = '') => ({
  last_name,
  first_name,
  last_name_kana,
  first_name_kana,
})
const matchCases: [ReturnType<typeof person>, string[]][] = [
  [
    person('佐伯', '恵子', 'サエキ', 'ケイコ'),
    [
      '佐伯',
      '恵子',
      '佐伯恵子',
      '佐',
      'さえき',
      'サエキ',
      'ｻｴｷ',
      'えき',
      'saeki',
      'SAEKI',
      'ｓａｅｋｉ',
      'けいこ 佐伯',
      'keiko　saeki',
      '佐伯けいこ',
      'けーこ',
    ],
  ],
  [person('佐藤', '一', 'サトウ', 'ハジメ'), ['satou', 'sato', 'satoh', 'Satō', 'さとー', 'さとう', '一', 'hajime', 'hazime']],
  [person('大野', '治', 'オオノ', 'オサム'), ['ohno', 'ono', 'oono', 'おおの', 'onoosamu']],
  [person('井上', '純一', 'イノウエ', 'ジュンイチ'), ['inoue', 'ue', 'junichi', "jun'ichi", 'zyuniti', 'うえ']],
  [person('土屋', '翔', 'ツチヤ', 'ショウ'), ['tsuchiya', 'tutiya', 'ts', 'sh', 'sho', 'shou', 'syo']],
  [person('難波', '芙美', 'ナンバ', 'フミ'), ['namba', 'nanba', 'fumi', 'humi']],
  [person('𠮷田', '静', 'ヨシダ', 'シヅカ'), ['吉', '吉田', '𠮷', 'しずか', 'shizuka']],
  [person('髙橋', '徹'), ['高橋', '髙橋', '橋']],
  [person('山﨑', '恵'), ['山崎', '崎']],
  [person('渡邉', '学'), ['渡辺', '渡邊']],
  [person('齋藤', '仁'), ['斎藤', '斉藤', '齊藤']],
  [person('東', '碧', 'アズマ', 'アオイ'), ['東', '碧', '東碧', 'aoi']],
  [person('ヴァン・デル・ベルク', 'ソフィー', 'ヴァンデルベルク', 'ソフィー'), ['ゔぁん', 'ヴァン・デル', 'ソフィー', 'そふぃい']],
  [person("O'Brien", 'Seán'), ['obrien', "o'brien", 'sean', 'Seán O’Brien']],
]

test.each(matchCases.flatMap(([subject, queries]) => queries.map((q) => [subject.last_name, q, subject] as const)))('%s is found by %s', (_, q, subject) => {
  expect(matchesName(subject, q)).toBe(true)
})

test.each(['えきけいこさ', '鈴木', 'けいこ 鈴木', '子さ', 'きs', '', '　', '-'])('佐伯 恵子 is not found by “%s”', (q) => {
  expect(matchesName(person('佐伯', '恵子', 'サエキ', 'ケイコ'), q)).toBe(false)
})

test.each([
  ['ā ī ū ē ō', 'a i u e o'],
  ['Ā Ī Ū Ē Ō', 'a i u e o'],
  ['o\u0304', 'o'],
  ['Kyōko', 'kyoko'],
  ['Ｓａｔｏ\u0304', 'sato'],
])('macrons are removed from %s', (q, plain) => expect(queryTokens(q)).toEqual(plain.split(' ')))

test.each(['\u0304', '\u200b', '・', ' 、 ', "'", '-.'])('“%s” folds to nothing and finds nobody', (q) => {
  expect(queryTokens(q)).toEqual([])
  for (const [subject] of matchCases) expect(matchesName(subject, q)).toBe(false)
})

test('a text that contains a word has all its bigrams, so that a bigram index misses no match', () => {
  for (const [subject, queries] of matchCases)
    for (const token of queries.flatMap(queryTokens)) {
      const nameBigrams = new Set(bigrams(nameSearchText(subject)))
      for (const pair of bigrams(token)) expect(nameBigrams, `${token} in ${nameSearchText(subject)}`).toContain(pair)
    }
})

test('ignores zero-width characters and kanji variation selectors, and keeps emoji sequences', () => {
  expect(fold('血\u200b圧\ufeff')).toBe('血圧')
  expect(fold('\u202a葛\u{e0100}\u202c城 辻\ufe00')).toBe('葛城 辻')
  expect(fold('❤\ufe0f👩\u200d⚕')).toBe('❤\ufe0f👩\u200d⚕')
  expect(marksOf('朝の血\u200b圧は', '血圧')).toEqual([
    [2, 3],
    [4, 5],
  ])
})

test('folding is idempotent', () => {
  for (const text of ['髙橋ヴィー', 'ｶﾞｷﾞ', 'Ōno', '𠮷', 'づぢゐゑ', 'ー']) expect(fold(fold(text))).toBe(fold(text))
})

test('bigrams use code points, not UTF-16 units, and do not span words', () => {
  expect(bigrams('𠮷田 田')).toEqual(['𠮷田'])
  expect(bigrams('林')).toEqual([])
})

describe('marks matches in the original text', () => {
  const markedParts = (text: string, q: string) => marksOf(text, q).map(([from, to]) => text.slice(from, to))
  test.each([
    ['ｶﾞﾝﾏ線とガンマ線、がんま線', 'がんま', ['ｶﾞﾝﾏ', 'ガンマ', 'がんま']],
    ['ガンマＧＴＰは48', 'ｶﾞﾝﾏgtp', ['ガンマＧＴＰ']],
    ['ＡＢＣとabc', 'Abc', ['ＡＢＣ', 'abc']],
    ['サーバーの血圧', 'さあばあ', ['サーバー']],
    ['ﾃﾞｰﾀを送ります', 'データ', ['ﾃﾞｰﾀ']],
    ['か\u3099んま', 'ガンマ', ['か\u3099んま']],
    ['髙橋さんと高橋さん', '高橋', ['髙橋', '高橋']],
    ['血圧の薬と血圧計', '血圧　薬', ['血圧', '薬', '血圧']],
    ['ああああ', 'ああ', ['ああああ']],
    ['㍻の𠮷田👨‍👩‍👧さん', '吉田👨‍👩‍👧', ['𠮷田👨‍👩‍👧']],
    ['ありません', '血圧', []],
    ['何も', '  ', []],
  ])('marks %s, searched for %s', (text, q, found) => expect(markedParts(text, q)).toEqual(found))

  test('folds a run of long vowel marks in linear time', () => {
    const original = String.prototype.normalize
    let processed = 0
    vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
      processed += this.length
      return original.call(this, form)
    })
    const marks = marksOf(`血圧${'ー'.repeat(2_000)}`, '血圧')
    vi.restoreAllMocks()
    expect(marks).toEqual([[0, 2]])
    expect(processed).toBeLessThan(100 * 2_002)
  })

  test('a marked range folds to the searched word at every position', () => {
    const letters = [
      'ｶﾞ',
      'ﾊﾟ',
      'ガ',
      'が',
      'か\u3099',
      'ー',
      'ｰ',
      'ﾝ',
      'ん',
      'Ａ',
      'a',
      'É',
      '髙',
      '𠮷',
      'っ',
      'ヴ',
      'ヵ',
      '㍻',
      '㌔',
      '１',
      ' ',
      '\n',
      '👍🏽',
      '葛\u{e0100}',
      '\u200b',
      '\u202e',
      '한',
      '、',
    ]
    let seed = 7
    const random = (max: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % max
    }
    for (let round = 0; round < 3000; round++) {
      const text = Array.from({ length: 1 + random(12) }, () => letters[random(letters.length)]).join('')
      const from = random(text.length)
      const word = fold(text.slice(from, from + 1 + random(4)))
      if (/\s/.test(word) || !word) continue
      const ranges = marksOf(text, word)
      const includesWord = (part: string) => fold(part).includes(word)
      expect(ranges.length > 0, `${text} / ${word}`).toBe(includesWord(text))
      let end = 0
      for (const [a, b] of ranges) {
        expect(a).toBeGreaterThanOrEqual(end)
        end = b
        // fold the text before the range too, because it determines how a long vowel mark is folded
        expect(fold(text.slice(0, b)).slice(fold(text.slice(0, a)).length), `${text} / ${word}`).toContain(word)
      }
    }
  })
})
