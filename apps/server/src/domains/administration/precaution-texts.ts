import { readPrecautions } from '@sukoyaka/rules/people/precautions'
import { normalizeText } from '../../access/rows.ts'

/** Precautions as a `FacilityDocument` has them. */
export type PrecautionTexts = {
  precautions_ja: string[]
  reservation_precaution_ja: string
  precautions_en: string[]
  reservation_precaution_en: string
}

const read = (stored: string) => readPrecautions(stored) ?? { precautions: [], reservation_precaution: null }

/** Reads the stored JSON texts. */
export const readTexts = ({ precautions_ja, precautions_en }: { precautions_ja: string; precautions_en: string }): PrecautionTexts => {
  const [ja, en] = [read(precautions_ja), read(precautions_en)]
  return {
    precautions_ja: ja.precautions,
    reservation_precaution_ja: ja.reservation_precaution ?? '',
    precautions_en: en.precautions,
    reservation_precaution_en: en.reservation_precaution ?? '',
  }
}

const linesOf = (lines: readonly string[]) => lines.map(normalizeText).filter(Boolean)
const jsonOf = (precautions: readonly string[], note: string) => JSON.stringify({ precautions, ...(note && { reservation_precaution: note }) })

/** The JSON texts to store. A missing English text is replaced by the Japanese one, because English readers must see the precautions too. */
export const precautionColumns = (texts: PrecautionTexts) => {
  const [ja, en] = [linesOf(texts.precautions_ja), linesOf(texts.precautions_en)]
  const [note_ja, note_en] = [normalizeText(texts.reservation_precaution_ja), normalizeText(texts.reservation_precaution_en)]
  return { precautions_ja: jsonOf(ja, note_ja), precautions_en: jsonOf(en.length ? en : ja, note_en || note_ja) }
}
