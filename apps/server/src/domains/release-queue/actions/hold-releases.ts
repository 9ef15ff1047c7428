import { tokyoDay } from '@sukoyaka/rules/time'
import { type addReleases, holdSeconds, type ReleaseOutcome } from '@sukoyaka/wire/boards/release-queue'
import type { Call } from '../../../http/serve.ts'
import { holdsOf, putHold } from '../hold-store.ts'
import { heldReleaseQueue } from '../jobs.ts'
import { lockForRelease } from '../queue-store.ts'
import { commentOf, refusalOf } from '../refusal.ts'

/** Holds the release of each checkup that can be released; the outcome of the others has the reason, and their state does not change. */
export const holdReleases = async ({ db, context, scope, actor, input }: Call<typeof addReleases>): Promise<{ items: ReleaseOutcome[] }> => {
  const today = tokyoDay(context.clock())
  const ids = input.items.map(({ id }) => id)
  const locked = await lockForRelease(scope, ids)
  const held = await holdsOf(scope, ids)
  const items: ReleaseOutcome[] = []
  let isAnyNew = false
  for (const item of input.items) {
    const { id, version } = item
    const checkup = locked.get(id)
    const refusal = refusalOf(checkup, item, today)
    const existing = held.get(id)
    const comment = item.comment === undefined ? ((existing ?? checkup)?.comment ?? null) : commentOf(item.comment)
    const called_on = item.called_on ?? existing?.called_on ?? null
    // If the checkup is held already: another version or another day of the call holds it anew, and the same version and day leave it held. The same version
    // with another comment is refused with the reason `released`.
    const reason = refusal === undefined && existing?.version === version && existing.comment !== comment ? 'released' : refusal
    if (reason === undefined && (existing?.version !== version || existing.called_on !== called_on)) {
      const hold = { test_package_id: id, user_id: checkup!.user_id, version, comment, called_on }
      await putHold(scope, actor, hold)
      held.set(id, hold)
      isAnyNew = true
    }
    items.push({ id, outcome: reason === null ? 'released' : reason ? 'refused' : 'held', reason: reason ?? null })
  }
  if (isAnyNew) await context.jobs.send(db, heldReleaseQueue, {}, { startAfter: holdSeconds })
  return { items }
}
