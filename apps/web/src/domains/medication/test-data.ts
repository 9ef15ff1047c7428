import type { Medicine, MedicineIntake, Supplement, SupplementIntake } from '@sukoyaka/wire/record/medication'

const medicine = (id: number, name_ja: string, name_en: string, class_name: string): Medicine => ({
  id,
  name: name_en.toLowerCase(),
  name_ja,
  name_en,
  display_name: name_ja,
  class_name,
  dose_text: '1回2.5〜5mg',
  sort_number: id,
})

export const medicines = [
  medicine(1, 'ロスバスタチン', 'Rosuvastatin', 'スタチン'),
  medicine(2, 'アトルバスタチン', 'Atorvastatin', 'スタチン'),
  medicine(3, 'アモキシシリン', 'Amoxicillin', 'ペニシリン系抗菌薬'),
  medicine(4, 'ロキソプロフェン', 'Loxoprofen', 'NSAIDs'),
]
export const supplements: Supplement[] = [{ id: 1, name: 'vitamin_d3_25', name_ja: 'ビタミンD3 25μg', display_name: 'ビタミンD3 25μg', sort_number: 1 }]

const stamps = { user_id: 1, memo: '', created_at: '2026-10-01T00:00:00Z', updated_at: '2026-10-01T00:00:00Z' }

export const medicineIntake = (id: number, { medicine_id = null, ...more }: Partial<MedicineIntake>): MedicineIntake => ({
  id,
  ...stamps,
  medicine_id,
  medicine: medicines.find((item) => item.id === medicine_id) ?? null,
  name: null,
  strength: '',
  daily_volume: '',
  divided_times: null,
  timing: [],
  started_on: null,
  ended_on: null,
  ...more,
})

export const supplementIntake = (id: number, { supplement_id = null, ...more }: Partial<SupplementIntake>): SupplementIntake => ({
  id,
  ...stamps,
  supplement_id,
  supplement: supplements.find((item) => item.id === supplement_id) ?? null,
  name: null,
  started_on: null,
  ended_on: null,
  ...more,
})
