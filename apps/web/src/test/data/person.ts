import type { Role } from '@sukoyaka/wire/access'
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
