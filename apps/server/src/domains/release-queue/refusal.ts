import type { addReleases, ReleaseOutcome } from '@sukoyaka/wire/boards/release-queue'
import type { Input } from '@sukoyaka/wire/endpoint'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import type { LockedItem } from './queue-store.ts'

export type ReleaseInput = Input<typeof addReleases>['items'][number]

export const commentOf = (comment: string | null | undefined) => comment?.trim() || null

/** Why this release is refused; undefined if it is not, null if the checkup is already released with the same comment. */
export const refusalOf = (
  locked: LockedItem | undefined,
  { version, comment, called_on }: Omit<ReleaseInput, 'id'>,
  today: string,
): ReleaseOutcome['reason'] | undefined => {
  if (!locked) return 'not_found'
  if (locked.released_at !== null) return comment === undefined || commentOf(comment) === locked.comment ? null : 'released'
  if (locked.status !== testPackageStatus.complete || locked.cancelled_at !== null) return 'not_complete'
  if (version !== locked.version) return 'changed'
  if (called_on !== undefined && called_on > today) return 'in_future'
  return locked.is_serious && !called_on && !locked.called_on ? 'call_required' : undefined
}
