import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Readers } from './Readers.tsx'

/** Who opened a message. Patients' messages have no receipt, so staff see here which colleagues opened them. */
export function ReadersDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('conversation')
  return (
    <Dialog title={t('read.title')} onClose={onClose}>
      <Readers id={id} />
    </Dialog>
  )
}
