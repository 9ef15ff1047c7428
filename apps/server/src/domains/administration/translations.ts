import { assertValid, normalizeText } from '../../access/rows.ts'

type Names = { name_ja: string; name_en: string; name_kr: string }

/** Names to store: a missing translation is the Japanese name. Throws 422 without a Japanese one. */
export const namesToStore = (input: Names): Names => {
  const name_ja = normalizeText(input.name_ja)
  assertValid({ name_ja: !name_ja && 'required' })
  return { name_ja, name_en: normalizeText(input.name_en) || name_ja, name_kr: normalizeText(input.name_kr) || name_ja }
}

/** Names to edit: a translation that equals the Japanese name is empty. */
export const namesToEdit = ({ name_ja, name_en, name_kr }: Names): Names => ({
  name_ja,
  name_en: name_en === name_ja ? '' : name_en,
  name_kr: name_kr === name_ja ? '' : name_kr,
})

/** A translation to edit: empty if it equals the Japanese text. */
export const translationToEdit = (text: string, japanese: string) => (text === japanese ? '' : text)

/**
 * A reading to store: katakana become hiragana, as in the reference data. Throws 422 if it has characters other than kana, ASCII letters and digits, white
 * space and a few marks.
 */
export const kanaToStore = (field: string, reading: string): string => {
  // NFKC makes of ～ (U+FF5E) an ASCII ~; 〜 (U+301C) stays as it is
  const kana = normalizeText(reading)
    .normalize('NFKC')
    .replace(/[ァ-ヶ]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! - 0x60))
  assertValid({ [field]: !/^[ぁ-ゖー・、\sA-Za-z0-9%.()~〜-]*$/.test(kana) && 'not_kana' })
  return kana
}

/** Lines without empty and repeated ones. */
export const linesToStore = (lines: readonly string[]): string[] => [...new Set(lines.map(normalizeText).filter(Boolean))]
