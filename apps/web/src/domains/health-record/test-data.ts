import type { HealthRecord, HealthRecordCategory } from '@sukoyaka/wire/record/health-record'

type Kind = Pick<HealthRecordCategory, 'value_kind' | 'unit' | 'values'>
const category = (id: number, name: string, display_name: string, kind: Kind): HealthRecordCategory => ({
  id,
  name,
  name_ja: display_name,
  display_name,
  is_active: true,
  sort_number: id,
  ...kind,
})
const value = (name: string, display_name: string, min: number, max: number) => ({ name, display_name, possible: { min, max }, numeric_category: name })
export const catalogue = [
  category(1, 'body_weight', '体重', { value_kind: 'number', unit: 'kg', values: [value('value', '体重', 10, 400)] }),
  category(2, 'blood_pressure', '血圧', {
    value_kind: 'pair',
    unit: 'mm[Hg]',
    values: [value('systolic', '収縮期', 30, 320), value('diastolic', '拡張期', 10, 220)],
  }),
  category(3, 'meal_photo', '食事の写真', { value_kind: 'photo', unit: '', values: [] }),
  category(4, 'symptom_note', '症状メモ', { value_kind: 'text', unit: '', values: [] }),
  category(5, 'blood_glucose', '血糖', {
    value_kind: 'number',
    unit: 'mg/dL',
    values: [{ ...value('value', '血糖値', 10, 1000), numeric_category: 'casual_glucose' }],
  }),
]
export const record = (id: number, category_id: number, more: Partial<HealthRecord> = {}): HealthRecord => ({
  id,
  user_id: 1,
  category_id,
  category: catalogue.find((item) => item.id === category_id)?.name ?? '',
  recorded_at: '2026-11-19T22:00:00Z',
  values: [],
  text: '',
  created_by: 1,
  created_at: '2026-11-19T22:00:00Z',
  updated_at: '2026-11-19T22:00:00Z',
  ...more,
})
export const pressure = (systolic: number, diastolic: number) => [
  { name: 'systolic', value: systolic },
  { name: 'diastolic', value: diastolic },
]
