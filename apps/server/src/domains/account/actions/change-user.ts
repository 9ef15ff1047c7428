import { normalizePhone } from '@sukoyaka/rules/person'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { changeUser } from '@sukoyaka/wire/people/account'
import { normalizeText } from '../../../access/rows.ts'
import { apiError } from '../../../errors/api-error.ts'
import type { Call } from '../../../http/serve.ts'
import { changeProfile, type ProfileChange, type UserAccess } from '../store.ts'

const names = ['first_name', 'last_name', 'first_name_kana', 'last_name_kana'] as const

/**
 * Trims names (one without a visible character is empty) and brings the phone number into one form. Rejects an empty first or last name, an unreadable
 * phone number and a birthday in the future.
 */
const normalizeProfile = (change: ProfileChange, today: string): ProfileChange => {
  const normalized: { -readonly [K in keyof ProfileChange]: ProfileChange[K] } = { ...change }
  for (const name of names) {
    if (change[name] === undefined) continue
    const text = normalizeText(change[name])
    if (!text && !name.endsWith('_kana')) throw apiError('invalid', { fields: { [name]: ['required'] } })
    normalized[name] = text
  }
  if (change.phone_number != null) {
    const phone_number = normalizePhone(change.phone_number)
    if (!phone_number) throw apiError('invalid', { fields: { phone_number: ['format'] } })
    normalized.phone_number = phone_number
  }
  if (change.birthday != null && change.birthday > today) throw apiError('invalid', { fields: { birthday: ['in_future'] } })
  return normalized
}

/** Everyone may change their own profile. Another person's needs `profile.write`, which is checked before anything is read. */
export const changeUserOf = async ({ context, actor, scope, input }: Pick<Call<typeof changeUser>, 'context' | 'actor' | 'scope' | 'input'>) => {
  const { id: targetId, ...change } = input
  const id = targetId === 'me' ? actor.id : targetId
  const isSelf = id === actor.id
  const reached = isSelf ? scope : scope.withPermission('profile.write')
  const access: UserAccess = isSelf ? 'self' : actor.role === 'admin' ? 'anybody' : 'patients'
  return changeProfile(reached, id, access, normalizeProfile(change, tokyoDay(context.clock())))
}
