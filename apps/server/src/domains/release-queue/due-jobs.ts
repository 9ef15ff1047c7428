import { tokyoDay } from '@sukoyaka/rules/time'
import { scopeOf } from '@sukoyaka/wire/access'
import type { Tag } from '@sukoyaka/wire/all'
import { systemScope } from '../../access/system-scope.ts'
import type { AppContext } from '../../context/app-context.ts'
import { inTransaction } from '../../database/db.ts'
import { publishPatientEvent } from '../../realtime/event-rows.ts'
import { releaseCheckup } from '../checkup/actions/release.ts'
import { dueHolds, keepComment, lockHold, removeHolds } from './hold-store.ts'
import { lockForRelease } from './queue-store.ts'
import { refusalOf } from './refusal.ts'

const releasedTags: readonly Tag[] = ['test_packages', 'test_results', 'held_releases']

/**
 * Releases one checkup whose hold is over, in one transaction. If that is refused, the hold is removed and its comment kept: the results may have changed, or
 * the person who held the release may no longer release.
 */
const releaseOne = (context: AppContext, id: number) =>
  inTransaction(context.db, async (db) => {
    const scope = systemScope(db)
    // locks the checkup before its hold, in the order of a new request to hold
    const checkup = (await lockForRelease(scope, [id])).get(id)
    const hold = await lockHold(scope, id)
    if (!hold) return
    const { user_id, version, comment, called_on, held_by, role, is_holder_active } = hold
    await removeHolds(scope, [id])
    const input = { version, comment, ...(called_on && { called_on }) }
    const mayRelease = is_holder_active && scopeOf(role, 'test_results.write') !== undefined
    if (mayRelease && refusalOf(checkup, input, tokyoDay(context.clock())) === undefined) {
      await releaseCheckup({ db, context, scope, actor: { id: held_by }, language: 'ja' }, { id, comment, ...(called_on && { called_on }) })
      await context.onChanges(db, releasedTags, new Set([user_id]))
    } else await keepComment(scope, hold)
    await publishPatientEvent(db, user_id, releasedTags)
  })

/** Carries out all releases whose hold is over. Idempotent, also on two servers at once; one that fails does not stop the others and is retried. */
export const releaseDue = async (context: AppContext, _: object, signal: AbortSignal) => {
  let failure: unknown
  for (const id of await dueHolds(systemScope(context.db))) {
    signal.throwIfAborted()
    try {
      await releaseOne(context, id)
    } catch (error) {
      failure = error
    }
  }
  if (failure) throw failure
}
