import { isKana } from '@sukoyaka/rules/people/kana'
import { passwordProblem } from '@sukoyaka/rules/people/password'
import { toHiragana } from '@sukoyaka/rules/person'
import type { Activation } from '@sukoyaka/wire/people/registration'
import { addressInput, birthdayFieldProblem, birthdayOf, problemOfZip } from '../../domains/account/profile/typed-values.ts'

/** Input of the registration form, as typed. */
export type Values = {
  password: string
  last_name: string
  first_name: string
  last_name_kana: string
  first_name_kana: string
  birthday: string
  zip: string
  prefecture: string
  city: string
  street: string
  building: string
  privacy_policy: boolean
  usage_policy: boolean
  trust_device: boolean
}
export type Step = 'password' | 'profile' | 'address' | 'policies'
export const steps: readonly Step[] = ['password', 'profile', 'address', 'policies']

export const initialValues = ({ last_name, first_name, last_name_kana, first_name_kana }: Activation): Values => ({
  password: '',
  last_name,
  first_name,
  last_name_kana: toHiragana(last_name_kana),
  first_name_kana: toHiragana(first_name_kana),
  birthday: '',
  zip: '',
  prefecture: '',
  city: '',
  street: '',
  building: '',
  privacy_policy: false,
  usage_policy: false,
  trust_device: false,
})

type Problem =
  | 'required'
  | 'kanaInvalid'
  | 'birthdayInvalid'
  | 'birthdayImpossible'
  | 'zipInvalid'
  | 'agree'
  | 'password_short'
  | 'password_short_staff'
  | 'password_guessable'
type Problems = Partial<Record<keyof Values, Problem | false>>

/** What is wrong with the input of a step. The server checks everything again, and also that the password is not in a list of leaked passwords. */
export const problemsOf = (step: Step, values: Values, { role, email }: Activation, kinds: readonly ('privacy_policy' | 'usage_policy')[]): Problems => {
  const { password, last_name, first_name } = values
  if (step === 'password') {
    const problem = passwordProblem(password, role, { email, names: [last_name, first_name] })
    return { password: problem === undefined ? false : problem === 'password_short' || problem === 'password_short_staff' ? problem : 'password_guessable' }
  }
  if (step === 'profile')
    return {
      last_name: !last_name.trim() && 'required',
      first_name: !first_name.trim() && 'required',
      last_name_kana: !isKana(values.last_name_kana) && 'kanaInvalid',
      first_name_kana: !isKana(values.first_name_kana) && 'kanaInvalid',
      birthday: birthdayFieldProblem(values.birthday, role === 'patient'),
    }
  if (step === 'address') return { zip: problemOfZip(values.zip) }
  return Object.fromEntries(kinds.map((kind) => [kind, !values[kind] && 'agree']))
}

/** The step of a field that the server rejected. */
export const stepOf = (field: string): Step => {
  if (field === 'password') return 'password'
  if (field.startsWith('address')) return 'address'
  return field.includes('policy') ? 'policies' : 'profile'
}

export const inputOf = (values: Values) => {
  const { password, last_name, first_name, last_name_kana, first_name_kana, zip, prefecture, city, street, building, trust_device } = values
  const birthday = birthdayOf(values.birthday)
  const address = addressInput({ zip, prefecture, city, street, building })
  return {
    ...{ password, last_name, first_name, last_name_kana, first_name_kana, trust_device },
    ...(birthday && { birthday }),
    ...(address && { address }),
  }
}
