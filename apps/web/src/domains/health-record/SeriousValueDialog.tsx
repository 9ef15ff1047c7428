import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'

/** Asks a patient who recorded a critical value to contact the care team. */
export function SeriousValueDialog({ user_id, onClose }: { user_id: number; onClose: () => void }) {
  const { t } = useTranslation(['health_record', 'common'])
  return (
    <Dialog
      title={t('health_record:serious.title')}
      patient={null}
      onClose={onClose}
      footer={() => (
        <>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          <ButtonLink to={`/messages/${user_id}`} kind="primary">
            {t('health_record:serious.write')}
          </ButtonLink>
        </>
      )}
    >
      <p role="alert">{t('health_record:serious.text')}</p>
    </Dialog>
  )
}
