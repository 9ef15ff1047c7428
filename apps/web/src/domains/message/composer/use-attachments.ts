import { maxFilesPerMessage } from '@sukoyaka/wire/care/message'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../../ui/overlay/toast.ts'
import { type Held, readTray, trayKey, writeTray } from '../outbox/tray.ts'
import { takenOf } from './attachments.ts'

const whys = { large: 'write.large', kind: 'write.kind', empty: 'write.emptyFile' } as const
const filesIn = (held: readonly Held[]) => held.map(({ file }) => file)

/** Attachments of the next message, shared between windows. Rejected files show the reason. */
export function useAttachments(user_id: number, patient_id: number) {
  const { t } = useTranslation('conversation')
  const [held, setHeld] = useState<readonly Held[]>([])
  const latest = useRef(held)
  /** Pending read of stored attachments, which come before new ones. */
  const ready = useRef<Promise<unknown>>(Promise.resolve())
  const show = (next: readonly Held[]) => {
    latest.current = next
    setHeld(next)
  }
  const put = (next: readonly Held[]) => {
    show(next)
    void writeTray(user_id, patient_id, next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again for another user or conversation
  useEffect(() => {
    let isGone = false
    const read = () => {
      ready.current = readTray(user_id, patient_id).then((kept) => isGone || show(kept))
    }
    const onStorage = ({ key }: StorageEvent) => key === trayKey(user_id, patient_id) && read()
    read()
    addEventListener('storage', onStorage)
    return () => {
      isGone = true
      removeEventListener('storage', onStorage)
    }
  }, [user_id, patient_id])
  return {
    held,
    latest: () => filesIn(latest.current),
    add: async (chosen: readonly File[]) => {
      await ready.current
      const { taken, refused, isTooMany } = takenOf(filesIn(latest.current), chosen)
      if (taken.length) put([...latest.current, ...taken.map((file) => ({ id: crypto.randomUUID(), file }))])
      for (const { name, why } of refused) toast.error(t(whys[why], { name }))
      if (isTooMany) toast.error(t('write.many', { count: maxFilesPerMessage }))
    },
    remove: (id: string) => put(latest.current.filter((file) => file.id !== id)),
    /** Skips files that are still loading. */
    clear: () => latest.current.length && put([]),
  }
}
