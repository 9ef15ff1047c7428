import { mostFilesOfMessage } from '@sukoyaka/wire/message'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/toast.ts'
import { takenOf } from './attachments.ts'

const whys = { large: 'write.large', kind: 'write.kind', empty: 'write.emptyFile' } as const

/** Files that go with the next message; those that cannot are refused with their reason. */
export function useAttachments() {
  const { t } = useTranslation('conversation')
  const [files, setFiles] = useState<readonly File[]>([])
  const latest = useRef(files)
  const put = (next: readonly File[]) => {
    latest.current = next
    setFiles(next)
  }
  return {
    files,
    latest,
    add: (chosen: readonly File[]) => {
      const { taken, refused, isTooMany } = takenOf(latest.current, chosen)
      put([...latest.current, ...taken])
      for (const { name, why } of refused) toast.error(t(whys[why], { name }))
      if (isTooMany) toast.error(t('write.many', { count: mostFilesOfMessage }))
    },
    remove: (file: File) => put(latest.current.filter((one) => one !== file)),
    clear: () => put([]),
  }
}
