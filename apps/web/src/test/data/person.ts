import type { Role } from '@sukoyaka/wire/access'
import type { Interviewee } from '@sukoyaka/wire/care/interview'
import type { Person } from '@sukoyaka/wire/people/account'

/** Person as the API returns it in relations. */
export const person = (id: number, last_name: string, role: Role = 'doctor'): Person => ({
  id,
  role,
  last_name,
  first_name: '花子',
  last_name_kana: '',
  first_name_kana: '',
  icon: null,
})

/** The patient of an interview. */
export const interviewee = (id: number, last_name: string): Interviewee => ({ ...person(id, last_name, 'patient'), birthday: '1968-03-14', sex: 'female' })
