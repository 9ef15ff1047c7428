import type { ReleaseItem, ReleaseOutcome } from '@sukoyaka/wire/boards/release-queue'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/overlay/toast.ts'
import { useAddReleasesMutation } from './api.ts'
import type { Chosen } from './drafts.ts'
import { useIdentity } from './words.ts'

export type Refused = { id: number; item: ReleaseItem; reason: NonNullable<ReleaseOutcome['reason']> }

/** Releases items with their comments in one call. `refused`: items the server did not release, with the reason. */
export const useRelease = (onReleased: (released: readonly Chosen[]) => void) => {
  const { t } = useTranslation('release_queue')
  const identityOf = useIdentity()
  const [addReleases, { isLoading }] = useAddReleasesMutation()
  const [refused, setRefused] = useState<Refused[]>([])
  const release = async (chosen: readonly Chosen[]): Promise<boolean> => {
    if (isLoading || !chosen.length) return false
    const { data, error } = await addReleases({
      items: chosen.map(({ item: { checkup, version }, comment }) => ({ id: checkup.id, version, ...(comment !== undefined && { comment }) })),
    })
    if (!data) {
      toast.error(t('release.failed'), { text: error && 'error' in error ? String(error.error) : undefined })
      return false
    }
    const itemOf = new Map(chosen.map(({ item }) => [item.checkup.id, item]))
    const failed = data.items.flatMap(({ id, reason }) => (reason ? [{ id, item: itemOf.get(id)!, reason }] : []))
    const count = data.items.length - failed.length
    onReleased(chosen.filter(({ item }) => !failed.some(({ id }) => id === item.checkup.id)))
    setRefused(failed)
    if (count === 1 && chosen.length === 1) toast.success(t('release.heldOne', { name: identityOf(chosen[0]!.item).name }))
    else if (count) toast.success(t('release.held', { count }))
    return failed.length === 0
  }
  return { release, isReleasing: isLoading, refused, forgetRefused: () => setRefused([]) }
}
