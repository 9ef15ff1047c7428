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
