import { wordSearchText } from '@sukoyaka/rules/search'

type Searched = { name_ja: string; name_kana: string; name_en: string; phone_number: string }

/** Search column of a facility: its Japanese name with the reading, its English name, and the phone number with and without hyphens. */
export const facilitySearch = ({ name_ja, name_kana, name_en, phone_number }: Searched): string =>
  wordSearchText({ text: name_ja, kana: name_kana }, ...[name_en, phone_number, phone_number.replace(/\D/g, '')].map((text) => ({ text })))
