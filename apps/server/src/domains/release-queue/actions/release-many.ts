import { tokyoDay } from '@sukoyaka/rules/time'
import type { addReleases, ReleaseOutcome } from '@sukoyaka/wire/boards/release-queue'
import type { Input } from '@sukoyaka/wire/endpoint'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import type { Call } from '../../../http/serve.ts'
import { releaseCheckup } from '../../checkup/actions/release.ts'
import { type LockedItem, lockForRelease } from '../queue-store.ts'

type Item = Input<typeof addReleases>['items'][number]

const commentOf = (comment: string | null | undefined) => comment?.trim() || null

/** The reason why a checkup cannot be released; undefined if it can, null if it is already released with the same comment. */
const refusalOf = (locked: LockedItem | undefined, { version, comment, called_on }: Item, today: string): ReleaseOutcome['reason'] | undefined => {
  if (!locked) return 'not_found'
  if (locked.released_at !== null) return comment === undefined || commentOf(comment) === locked.comment ? null : 'released'
  if (locked.status !== testPackageStatus.complete || locked.cancelled_at !== null) return 'not_complete'
  if (Date.parse(version) !== Date.parse(locked.version)) return 'changed'
  if (called_on !== undefined && called_on > today) return 'in_future'
  return locked.is_serious && !called_on && !locked.called_on ? 'call_required' : undefined
}

/** Releases each checkup that can be released. The others do not change and are returned with the reason. */
export const releaseMany = async (call: Call<typeof addReleases>): Promise<{ items: ReleaseOutcome[] }> => {
  const today = tokyoDay(call.context.clock())
  const locked = await lockForRelease(
    call.scope,
    call.input.items.map(({ id }) => id),
  )
  const items: ReleaseOutcome[] = []
  for (const item of call.input.items) {
    const { id, comment, called_on } = item
    const checkup = locked.get(id)
    const reason = refusalOf(checkup, item, today)
    if (reason === undefined) {
      const released = await releaseCheckup(call, { id, ...(comment !== undefined && { comment }), ...(called_on && { called_on }) })
      // so that a second item for the same checkup finds it released
      locked.set(id, { ...checkup!, released_at: released.released_at, comment: released.comment })
    }
    items.push({ id, outcome: reason ? 'refused' : 'released', reason: reason ?? null })
  }
  return { items }
}
