import { isKana } from '@sukoyaka/rules/people/kana'
import { formatPhone, toHiragana } from '@sukoyaka/rules/person'
import type { User } from '@sukoyaka/wire/people/account'
import { showDay } from '../../../ui/date/day.ts'
import { type AddressValues, addressInput, birthdayFieldProblem, birthdayOf, type NameValues, problemOfZip } from './typed-values.ts'

/** The values of the profile form as they are typed; an empty `sex` means unknown. */
export type ProfileValues = NameValues & AddressValues & { birthday: string; sex: '' | 'male' | 'female'; phone_number: string }

export const profileValues = (user: User): ProfileValues => ({
  last_name: user.last_name,
  first_name: user.first_name,
  last_name_kana: toHiragana(user.last_name_kana),
  first_name_kana: toHiragana(user.first_name_kana),
  birthday: showDay(user.birthday),
  sex: user.sex ?? '',
  phone_number: formatPhone(user.phone_number ?? ''),
  zip: user.address?.zip ?? '',
  prefecture: user.address?.prefecture ?? '',
  city: user.address?.city ?? '',
  street: user.address?.street ?? '',
  building: user.address?.building ?? '',
})

export const profileProblems = (values: ProfileValues, isPatient: boolean) => ({
  last_name: !values.last_name.trim() && ('required' as const),
  first_name: !values.first_name.trim() && ('required' as const),
  last_name_kana: !isKana(values.last_name_kana) && ('kanaInvalid' as const),
  first_name_kana: !isKana(values.first_name_kana) && ('kanaInvalid' as const),
  birthday: birthdayFieldProblem(values.birthday, isPatient),
  zip: problemOfZip(values.zip),
})

export const profileInput = ({ last_name, first_name, last_name_kana, first_name_kana, birthday, sex, phone_number, ...address }: ProfileValues) => ({
  ...{ last_name, first_name, last_name_kana, first_name_kana },
  birthday: birthdayOf(birthday),
  sex: sex || null,
  phone_number: phone_number.trim() || null,
  address: addressInput(address),
})

/** The form field for each address field that an error of the server names. */
export const addressNames = {
  'address.zip': 'zip',
  'address.prefecture': 'prefecture',
  'address.city': 'city',
  'address.street': 'street',
  'address.building': 'building',
}
