import { tokyoDay } from '@sukoyaka/rules/time'
import type { changeUser } from '@sukoyaka/wire/people/account'
import type { Call } from '../../../http/serve.ts'
import { normalizeProfile } from '../profile.ts'
import type { UserAccess } from '../store.ts'
import { saveProfile } from './save-profile.ts'

/** Everyone may change their own profile. To change another person's profile, they need `profile.write`; this is checked before anything is read. */
export const changeUserOf = async ({ context, actor, scope, input }: Pick<Call<typeof changeUser>, 'context' | 'actor' | 'scope' | 'input'>) => {
  const { id: targetId, ...change } = input
  const id = targetId === 'me' ? actor.id : targetId
  const isSelf = id === actor.id
  const targetScope = isSelf ? scope : scope.withPermission('profile.write')
  const access: UserAccess = isSelf ? 'self' : actor.role === 'admin' ? 'anybody' : 'patients'
  return saveProfile(context, targetScope, id, access, normalizeProfile(change, tokyoDay(context.clock())))
}
