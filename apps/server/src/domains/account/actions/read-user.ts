import type { getUser } from '@sukoyaka/wire/people/account'
import type { Call } from '../../../http/serve.ts'
import { contractsOf } from '../../contract/store.ts'
import { getUserRow, type UserAccess } from '../store.ts'

/** Reads oneself always, others only as patients in scope; admins read everyone. */
export const readUser = async ({ actor, scope, input, language }: Call<typeof getUser>) => {
  const id = input.id === 'me' ? actor.id : input.id
  const access: UserAccess = id === actor.id ? 'self' : actor.role === 'admin' ? 'anybody' : 'patients'
  const user = await getUserRow(scope, id, access)
  if (!input.include?.includes('contracts') || user.role !== 'patient') return user
  return { ...user, contracts: await contractsOf(scope, { user_ids: [id], include: ['plan'] }, language) }
}
