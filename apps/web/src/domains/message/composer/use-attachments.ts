import { maxFilesPerMessage } from '@sukoyaka/wire/care/message'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../../ui/overlay/toast.ts'
import { type Attachment, attachmentsKey, readAttachments, writeAttachments } from '../outbox/attachment.ts'
import { selectFiles } from './attachments.ts'

const rejectionKeys = { large: 'write.large', kind: 'write.kind', empty: 'write.emptyFile' } as const
const filesIn = (attachments: readonly Attachment[]) => attachments.map(({ file }) => file)

/** Attachments of the next message, shared between windows. A toast says why a file is rejected. */
export function useAttachments(user_id: number, patient_id: number) {
  const { t } = useTranslation('conversation')
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const latest = useRef(attachments)
  /** Pending read of the stored attachments. `add` waits for it, so that new files come after the stored ones. */
  const pendingRead = useRef<Promise<unknown>>(Promise.resolve())
  const show = (next: readonly Attachment[]) => {
    latest.current = next
    setAttachments(next)
  }
  const store = (next: readonly Attachment[]) => {
    show(next)
    void writeAttachments(user_id, patient_id, next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again for another user or conversation
  useEffect(() => {
    let isUnmounted = false
    const read = () => {
      pendingRead.current = readAttachments(user_id, patient_id).then((stored) => isUnmounted || show(stored))
    }
    const onStorage = ({ key }: StorageEvent) => key === attachmentsKey(user_id, patient_id) && read()
    read()
    addEventListener('storage', onStorage)
    return () => {
      isUnmounted = true
      removeEventListener('storage', onStorage)
    }
  }, [user_id, patient_id])
  return {
    held: attachments,
    latest: () => filesIn(latest.current),
    add: async (chosen: readonly File[]) => {
      await pendingRead.current
      const { accepted, rejected, isTooMany } = selectFiles(filesIn(latest.current), chosen)
      if (accepted.length) store([...latest.current, ...accepted.map((file) => ({ id: crypto.randomUUID(), file }))])
      for (const { name, reason } of rejected) toast.error(t(rejectionKeys[reason], { name }))
      if (isTooMany) toast.error(t('write.many', { count: maxFilesPerMessage }))
    },
    remove: (id: string) => store(latest.current.filter((file) => file.id !== id)),
    /** Removes the attachments. Does nothing while none are loaded, so that stored files that are still being read stay. */
    clear: () => latest.current.length && store([]),
  }
}
