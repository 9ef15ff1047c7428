import type { ReleaseQueue } from '@sukoyaka/wire/boards/release-queue'
import { useTranslation } from 'react-i18next'
import { useFormDraft } from '../../ui/form/use-form-draft.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useStopReleasesMutation } from './api.ts'
import { type HeldItem, isHeld } from './HeldCard.tsx'

/** Held releases, and `stop`, which restores their comments and reviews; the common comment of the group `within` returns to `withinComment` if that is empty. */
export const useHeld = (queue: ReleaseQueue, restore: (items: readonly HeldItem[]) => void) => {
  const { t } = useTranslation('release_queue')
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
    restore(stopped)
    const text = stopped.find(({ group }) => group === 'within')?.hold.comment
    if (text && !withinDraft.value.comment) setWithinComment(text)
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
