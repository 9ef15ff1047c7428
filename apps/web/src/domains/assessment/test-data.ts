import type { Assessment, AssessmentKind, Disease } from '@sukoyaka/wire/care/assessment'
import { disease } from '../../test/data/disease.ts'

const metabolic = (id: number, name: string) => disease(id, name, { kind: 'metabolic', icd10: 'E78', danger_level: 3, description: `${name}の説明` })
export const diseases = [metabolic(1, '脂質異常症'), metabolic(2, '2型糖尿病'), metabolic(3, '睡眠時無呼吸症候群')]

/** Disease 2 with the parts that its panel requests. */
export const diabetes: Disease = {
  ...metabolic(2, '2型糖尿病'),
  indicators: [
    { id: 12, type: 'numeric_test_result_category', priority: 2, name: 'glucose', name_ja: '空腹時血糖', display_name: '空腹時血糖' },
    { id: 11, type: 'numeric_test_result_category', priority: 1, name: 'hba1c', name_ja: 'HbA1c', display_name: 'HbA1c' },
    { id: 5, type: 'lifestyle_category', priority: 1, name: 'smoking', name_ja: '喫煙', display_name: '喫煙' },
  ],
  prevent_plans: [{ kind: 'meal', title: '間食を減らす', body: '1日200kcalまでにします。' }],
  disease_risks: [
    { type: 'lifestyle_category', id: 9, display_name: '運動不足', weight: 3, min_age: null, sex: null },
    { type: 'age', id: null, display_name: null, weight: 1, min_age: 40, sex: null },
    { type: 'family_history', id: 2, display_name: '2型糖尿病', weight: 3, min_age: null, sex: null },
    { type: 'family_history', id: 1, display_name: '脂質異常症', weight: 1, min_age: null, sex: null },
    { type: 'sex', id: null, display_name: null, weight: 1, min_age: null, sex: 'male' },
  ],
}

export const assessment = (id: number, disease_id: number, kind: AssessmentKind, more: Partial<Assessment> = {}): Assessment => ({
  id,
  user_id: 1,
  disease_id,
  disease: diseases.find((item) => item.id === disease_id),
  kind,
  memo: '',
  conducted_on: '2025-06-12',
  solved_on: null,
  reasons: [],
  created_at: '2025-06-12T00:00:00Z',
  updated_at: '2025-06-12T00:00:00Z',
  ...more,
})
