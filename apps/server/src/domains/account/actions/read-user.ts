import { tokyoDay } from '@sukoyaka/rules/time'
import type { getUser } from '@sukoyaka/wire/people/account'
import type { Call } from '../../../http/serve.ts'
import { newestEventId } from '../../../realtime/event-rows.ts'
import { contractsOf } from '../../contract/store.ts'
import { policiesToAgree } from '../../policy/store.ts'
import { getUserRow, type UserAccess } from '../store.ts'

/**
 * Everyone may read their own profile and those of the patients in their scope; admins may read every profile. A page reads the own profile first, so the
 * response names the newest event: the page then asks for the events after it, even if it opens its event stream much later.
 */
export const readUser = async ({ actor, scope, db, input, language, context, reply }: Call<typeof getUser>) => {
  const id = input.id === 'me' ? actor.id : input.id
  const access: UserAccess = id === actor.id ? 'self' : actor.role === 'admin' ? 'anybody' : 'patients'
  if (input.id === 'me') reply.header('x-newest-event', await newestEventId(db))
  const user = await getUserRow(scope, id, access)
  const found = { ...user, ...(access === 'self' && { policies_to_agree: await policiesToAgree(db, id) }) }
  if (!input.include?.includes('contracts') || user.role !== 'patient') return found
  return { ...found, contracts: await contractsOf(scope, { user_ids: [id], include: ['plan'] }, { language, today: tokyoDay(context.clock()) }) }
}
