import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { useHasChat } from '../message/use-has-chat.ts'

/** Asks a patient who recorded a critical value to contact the care team. */
export function SeriousValueDialog({ user_id, onClose }: { user_id: number; onClose: () => void }) {
  const { t } = useTranslation(['health_record', 'common'])
  const hasChat = useHasChat()
  return (
    <Dialog
      title={t(hasChat ? 'health_record:serious.title' : 'health_record:serious.call')}
      patient={null}
      onClose={onClose}
      footer={() => (
        <>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          <ButtonLink to={hasChat ? `/messages/${user_id}` : '/facilities'} kind="primary">
            {t(hasChat ? 'health_record:serious.write' : 'health_record:serious.facilities')}
          </ButtonLink>
        </>
      )}
    >
      <p role="alert">{t(hasChat ? 'health_record:serious.text' : 'health_record:serious.callText')}</p>
    </Dialog>
  )
}
