import type { Karte } from '@sukoyaka/wire/care/karte'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { ComposerForm } from './ComposerForm.tsx'

/** Edits a note. Changes are saved as a draft, so closing needs no confirmation. */
export function EditDialog({ karte, onClose }: { karte: Karte; onClose: () => void }) {
  const { t } = useTranslation('karte')
  const language = useLanguage()
  // the note as it was when the dialog opened, so that later changes by others cause a conflict
  const [opened] = useState(karte)
  return (
    <Dialog title={t('write.edit')} subtitle={t('item.title', { when: formatDate(karte.created_at, language, { time: true }) })} width={640} onClose={onClose}>
      <ComposerForm place={{ user_id: opened.user_id, karte_id: opened.id }} karte={opened} rows={10} onSaved={onClose} />
    </Dialog>
  )
}
