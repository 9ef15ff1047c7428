// Kanji of names, mapped to one form. 斎 and 斉 are different characters, but 斎藤 and 斉藤 are both read さいとう and often confused, so they match each other.
// The others are variants of the same character.
const variants: Record<string, string> = {
  髙: '高',
  﨑: '崎',
  嵜: '崎',
  碕: '崎',
  𠮷: '吉',
  邉: '辺',
  邊: '辺',
  齋: '斎',
  齊: '斎',
  斉: '斎',
  澤: '沢',
  濱: '浜',
  濵: '浜',
  廣: '広',
  嶋: '島',
  嶌: '島',
  冨: '富',
  國: '国',
  櫻: '桜',
  龍: '竜',
  德: '徳',
  惠: '恵',
  眞: '真',
  栁: '柳',
  桒: '桑',
  條: '条',
  曾: '曽',
  藪: '薮',
}

// kana that sound like others and are exchanged for them in names
const homophones: Record<string, string> = { ゕ: 'か', ゖ: 'け', ぢ: 'じ', づ: 'ず', ゐ: 'い', ゑ: 'え' }

const vowelRows = {
  あ: 'あかさたなはまやらわがざだばぱぁゃ',
  い: 'いきしちにひみりぎじびぴぃえけせてねへめれげぜべぺぇ',
  う: 'うくすつぬふむゆるぐずぶぷゔぅゅおこそとのほもよろごぞどぼぽぉょを',
}
const vowelOfKana = new Map(Object.entries(vowelRows).flatMap(([vowel, kana]) => [...kana].map((character) => [character, vowel] as const)))

// zero-width characters of copied text, bidi controls and variation selectors of kanji; keeps the joiners of emoji sequences
const invisible = /[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]/gu

const toHiragana = (text: string) => text.replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))

/**
 * Folds text for comparison: width, case, accents, katakana to hiragana, variant kanji, kana that sound the same, invisible characters. A long vowel mark
 * after a kana becomes the kana usually written in its place (さとー さとう, けーこ けいこ).
 */
export const fold = (text: string): string => {
  const plain = toHiragana(
    text
      .replace(invisible, '')
      .normalize('NFKC')
      .toLowerCase()
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .normalize('NFC'),
  )
  let folded = ''
  let previous = ''
  for (const character of plain) {
    previous = character === 'ー' ? (vowelOfKana.get(previous) ?? character) : (variants[character] ?? homophones[character] ?? character)
    folded += previous
  }
  return folded
}

/** The same without spaces, for names that are written with and without them. */
export const foldWithoutSpaces = (text: string): string => fold(text).replace(/\s+/g, '')

/** Distinct bigrams of the words, by code point. A word of one character has none. */
export const bigrams = (folded: string): string[] => {
  const found = new Set<string>()
  for (const word of folded.split(/\s+/)) {
    const characters = [...word]
    for (let i = 0; i + 1 < characters.length; i++) found.add(characters[i]! + characters[i + 1]!)
  }
  return [...found]
}

const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Whether messages are searched for the word: at least two characters, or one kanji or kana, which can be a word of its own (朝). */
export const isMessageWord = (word: string): boolean => [...word].length >= 2 || japanese.test(word)

/** Converts Hepburn and passport spellings to Kunrei consonants: shi → si, tsu → tu, ji → zi, namba → nanba, ohno → ono. */
export const toKunrei = (latin: string) =>
  latin
    .replace(/[^a-z]/g, '')
    .replace(/[ct]ch/g, 'tch')
    .replace(/shi/g, 'si')
    .replace(/chi/g, 'ti')
    .replace(/sh(?=[aueo])/g, 'sy')
    .replace(/ch(?=[aueo])/g, 'ty')
    // an incomplete syllable at the end of the input
    .replace(/sh$/, 's')
    .replace(/(?:ch|ts)$/, 't')
    .replace(/j$/, 'z')
    .replace(/tsu/g, 'tu')
    .replace(/j(?=[iy])/g, 'z')
    .replace(/j/g, 'zy')
    .replace(/dz?u/g, 'zu')
    .replace(/f/g, 'h')
    .replace(/wo/g, 'o')
    .replace(/m(?=[bpm])/g, 'n')
    .replace(/oh(?![aiueo])/g, 'o')

export const shortenVowels = (romaji: string) => romaji.replace(/o[ou]+/g, 'o').replace(/([aiue])\1+/g, '$1')

/** Folds romaji for comparison: satou, Satō, Satoh and sato are equal. */
export const foldRomaji = (latin: string): string => shortenVowels(toKunrei(fold(latin)))

/** Words of a query, folded like the search column. Empty if the query has only spaces and marks such as `・`, `,` and `-`. */
export const queryTokens = (q: string): string[] => [
  ...new Set(
    fold(q)
      .split(/[\s・,、]+/)
      .map((word) => (/^[a-z'’.-]+$/.test(word) ? foldRomaji(word) : word))
      .filter(Boolean),
  ),
]

const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' })

/** Ranges of the original text that match the words of a query, ordered and non-overlapping. */
export const marksOf = (text: string, q: string): [from: number, to: number][] => {
  // a long vowel mark depends on the character before it, so each segment is folded with its predecessor
  let folded = ''
  const sources: { from: number; to: number }[] = []
  let previous = ''
  for (const { segment, index } of graphemes.segment(text)) {
    const foldedSegment = fold(previous + segment).slice(fold(previous).length)
    for (let position = 0; position < foldedSegment.length; position++) sources.push({ from: index, to: index + segment.length })
    folded += foldedSegment
    // folding is idempotent, so a long vowel mark after the folded text reads the same
    if (foldedSegment) previous = foldedSegment
  }
  const matched = new Set<number>()
  for (const word of new Set(fold(q).split(/\s+/).filter(Boolean)))
    for (let position = folded.indexOf(word); position >= 0; position = folded.indexOf(word, position + 1))
      for (let i = 0; i < word.length; i++) matched.add(position + i)
  const ranges: [number, number][] = []
  for (const position of [...matched].sort((a, b) => a - b)) {
    const { from, to } = sources[position]!
    const last = ranges.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else ranges.push([from, to])
  }
  return ranges
}
