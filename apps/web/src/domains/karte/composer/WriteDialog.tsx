import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { KarteComposer } from './KarteComposer.tsx'

/** Non-modal editor for a new note, so that the page stays readable. */
export function WriteDialog({ user_id, patient, onClose }: { user_id: number; patient: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('karte')
  return (
    <Dialog title={t('write.title')} subtitle={patient} side onClose={onClose}>
      <KarteComposer user_id={user_id} isBare rows={12} onSaved={onClose} />
    </Dialog>
  )
}
