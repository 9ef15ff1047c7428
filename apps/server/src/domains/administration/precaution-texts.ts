import { readPrecautions } from '@sukoyaka/rules/people/precautions'
import { normalizeText } from '../../access/rows.ts'

/** Precautions as the document has them. */
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

const jsonOf = (precautions: readonly string[], reservation_precaution: string) => {
  const note = normalizeText(reservation_precaution)
  return JSON.stringify({ precautions: precautions.map(normalizeText).filter(Boolean), ...(note && { reservation_precaution: note }) })
}

/** The JSON texts to store. English texts that are missing are the Japanese ones, because English readers must see the precautions too. */
export const precautionColumns = ({ precautions_ja, reservation_precaution_ja, precautions_en, reservation_precaution_en }: PrecautionTexts) => ({
  precautions_ja: jsonOf(precautions_ja, reservation_precaution_ja),
  precautions_en: jsonOf(precautions_en.length ? precautions_en : precautions_ja, reservation_precaution_en || reservation_precaution_ja),
})
