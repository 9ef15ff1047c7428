import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../config/folders.ts'

/** Fonts in fallback order: Japanese with rare kanji; Latin, Greek and Cyrillic; Hangul; simplified Chinese. */
const packages: [name: string, weights: string[]][] = [
  ['noto-sans-jp', ['400Regular', '700Bold']],
  ['noto-sans', ['400Regular', '700Bold']],
  ['nanum-gothic', ['400Regular', '700Bold']],
  ['zcool-xiaowei', ['400Regular']],
]
export const fontFolders = packages.flatMap(([name, weights]) => {
  const folder = packageFolder(`@expo-google-fonts/${name}`)
  return weights.map((weight) => join(folder, weight))
})

type Range = [from: number, to: number]

/** The groups of a `cmap` subtable of format 12. */
const groups = (font: Buffer, at: number) =>
  Array.from({ length: font.readUInt32BE(at + 12) }, (_, group): Range => {
    const start = at + 16 + 12 * group
    return [font.readUInt32BE(start), font.readUInt32BE(start + 4)]
  })

/** The segments of a `cmap` subtable of format 4, which reaches U+FFFF. */
const segments = (font: Buffer, at: number) => {
  const bytes = font.readUInt16BE(at + 6)
  return Array.from({ length: bytes / 2 }, (_, segment): Range => {
    const end = at + 14 + 2 * segment
    return [font.readUInt16BE(end + bytes + 2), font.readUInt16BE(end)]
  })
}

/** The code points that a font has glyphs for. */
const rangesOf = (font: Buffer): Range[] => {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + 16 * at)
  const cmap = font.readUInt32BE(tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap')! + 8)
  const subtables = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, at) => cmap + font.readUInt32BE(cmap + 4 + 8 * at + 4))
  return subtables.flatMap((at) => {
    const format = font.readUInt16BE(at)
    return format === 12 ? groups(font, at) : format === 4 ? segments(font, at) : []
  })
}

/** One bit per code point, set if a regular font has a glyph for it. */
const coverage = () => {
  const bits = new Uint8Array(0x110000 / 8)
  for (const folder of fontFolders.filter((path) => path.endsWith('Regular')))
    for (const name of readdirSync(folder).filter((path) => path.endsWith('.ttf')))
      for (const [from, to] of rangesOf(readFileSync(join(folder, name)))) for (let at = from; at <= to; at++) bits[at >> 3]! |= 1 << (at & 7)
  return bits
}

const emoji = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}/u
/** Control and format characters, variation selectors and the like, which have no glyph. Typst understands those in `keep`. */
const invisible = /\p{C}|\p{Default_Ignorable_Code_Point}/u
const keep = /[\n\t]|\p{Variation_Selector}/u

/**
 * Returns a function that removes emoji without a glyph and invisible characters from a text, and replaces every other character without a glyph by 〓, the mark
 * of Japanese typesetting for a missing character. A single character without a glyph would make a whole document fail, because PDF/UA forbids it.
 */
export const makePrintable = () => {
  const bits = coverage()
  const isCovered = (character: string) => {
    const point = character.codePointAt(0)!
    return (bits[point >> 3]! & (1 << (point & 7))) !== 0
  }
  const print = (character: string) => {
    if (keep.test(character)) return character
    if (invisible.test(character)) return ''
    if (isCovered(character)) return character
    return emoji.test(character) ? '' : '〓'
  }
  return (text: string) => (/^[ -~]*$/.test(text) ? text : Array.from(text, print).join(''))
}
