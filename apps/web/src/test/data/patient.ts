import type { Patient } from '@sukoyaka/wire/people/patient'

export const patient = (id: number, more: Partial<Patient> = {}): Patient => ({
  id,
  role: 'patient',
  last_name: '佐伯',
  first_name: '恵子',
  last_name_kana: 'サエキ',
  first_name_kana: 'ケイコ',
  birthday: '1968-03-14',
  sex: 'female',
  email: 'keiko@example.com',
  phone_number: null,
  icon: null,
  address: null,
  payment_source: null,
  created_at: '2026-04-01T00:00:00Z',
  updated_at: '2026-04-01T00:00:00Z',
  ...more,
})
