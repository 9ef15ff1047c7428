import type { ReleaseQueue } from '@sukoyaka/wire/boards/release-queue'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useFormDraft } from '../../ui/form/use-form-draft.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useStopReleasesMutation } from './api.ts'
import { type Drafts, draftOf } from './drafts.ts'
import { type HeldItem, isHeld } from './HeldCard.tsx'

/** The common comment of these checkups in range; empty if they have different ones. A comment that is in the checkup's own field does not count. */
const commonCommentOf = (items: readonly HeldItem[], drafts: Drafts): string => {
  const common = items.flatMap((item) => (item.hold.comment && item.hold.comment !== draftOf(drafts, item).comment.trim() ? [item.hold.comment] : []))
  const [most] = [...Map.groupBy(common, (comment) => comment).values()].toSorted((a, b) => b.length - a.length)
  return most && (most.length > 1 || common.length === 1) ? most[0]! : ''
}

/**
 * Held releases, and `stop`, which restores their comments and reviews. The common comment of checkups in range returns to `withinComment` if that is
 * empty; another comment of such a checkup, and each of a batch that a colleague held, returns to its own field, so that nobody else gets it.
 */
export const useHeld = (queue: ReleaseQueue, drafts: Drafts, restore: (items: readonly HeldItem[]) => void) => {
  const { t } = useTranslation('release_queue')
  const me_id = useAppSelector(selectMe)?.id
  // signing out counts a comment that differs from `saved`; that of the group is only here until its release
  const withinDraft = useFormDraft('releases/within', { comment: '', saved: '' })
  const setWithinComment = (comment: string) => withinDraft.put({ comment })
  const [stopReleases, { isLoading }] = useStopReleasesMutation()
  const stop = async (items: readonly HeldItem[]) => {
    const { data } = await stopReleases({ ids: items.map(({ checkup }) => checkup.id) })
    if (!data) return void toast.error(t('held.failed'))
    const stopped = items.filter(({ checkup }) => data.stopped_ids.includes(checkup.id))
    const late = items.length - stopped.length
    if (stopped.length) toast.success(t('held.stopped', { count: stopped.length }))
    if (late) toast.error(t('held.late', { count: late }))
    const isWithin = ({ group }: HeldItem) => group === 'within'
    // the common comment of a colleague's batch must not reach the other checkups that are now in range
    const isOwn = items.length === 1 || items.every(({ hold }) => hold.held_by.id === me_id)
    const common = withinDraft.value.comment || (isOwn ? commonCommentOf(stopped.filter(isWithin), drafts) : '')
    if (common !== withinDraft.value.comment) setWithinComment(common)
    restore(stopped.filter((item) => !isWithin(item) || (item.hold.comment && item.hold.comment !== common.trim())))
  }
  return {
    held: queue.items.filter(isHeld),
    open: queue.items.filter((item) => !isHeld(item)),
    withinComment: withinDraft.value.comment,
    setWithinComment,
    stop,
    isStopping: isLoading,
  }
}
