import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Readers } from './Readers.tsx'

/** Of any message, also where no receipt stands beside it: who of the team has seen what a patient wrote. */
export function ReadersDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('conversation')
  return (
    <Dialog title={t('read.title')} onClose={onClose}>
      <Readers id={id} />
    </Dialog>
  )
}
