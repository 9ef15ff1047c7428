import { catalogueSearchText } from '../domains/medication/catalogue-store.ts'

// the types of the reference data files
type Item = { code: string; name_ja: string; name_en: string; kana: string; sort_number: number }
type MedicineItem = Item & { class_ja: string; dose_text_ja: string }
type SupplementItem = Item & { name_kr: string; product_code: string | null }

export const medicineRow = ({ code, name_ja, name_en, kana, class_ja, dose_text_ja, sort_number }: MedicineItem) => ({
  name: code,
  name_ja,
  name_en,
  class_name: class_ja,
  dose_text: dose_text_ja,
  name_search: catalogueSearchText(name_ja, kana, name_en, class_ja),
  sort_number,
})

export const supplementRow = ({ code, name_ja, name_en, name_kr, kana, product_code, sort_number }: SupplementItem) => ({
  name: code,
  name_ja,
  name_en,
  name_kr,
  name_search: catalogueSearchText(name_ja, kana, name_en, name_kr),
  product_code,
  sort_number,
})
