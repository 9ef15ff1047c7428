import type { Disease } from '@sukoyaka/wire/care/assessment'

export const disease = (id: number, name: string, more: Partial<Disease> = {}): Disease => ({
  id,
  name: `d${id}`,
  name_local: name,
  display_name: name,
  kind: 'other',
  icd10: null,
  danger_level: null,
  description: '',
  text_language: 'ja',
  ...more,
})
