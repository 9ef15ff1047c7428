import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { dismissToasts } from '../../ui/overlay/toast.ts'
import { useHasChat } from '../message/use-has-chat.ts'
import { FirstAidSteps } from './FirstAidSteps.tsx'
import type { UrgentRecord } from './urgent.ts'

type Props = { user_id: number; urgent: UrgentRecord; onClose: () => void }

/** Tells a patient who recorded a critical value or low glucose what to do at once, and asks them to contact the care team. */
export function SeriousValueDialog({ user_id, urgent: { firstAid, isSerious }, onClose }: Props) {
  const { t } = useTranslation(['first_aid', 'common'])
  const contact = useHasChat() ? 'team' : 'facility'
  // on a phone, the toast of the saved record would cover the first step
  useEffect(() => dismissToasts('success'), [])
  return (
    <Dialog
      title={t(`first_aid:${firstAid ?? contact}.title`)}
      patient={null}
      onClose={onClose}
      footer={() => (
        <>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          <ButtonLink to={contact === 'team' ? `/messages/${user_id}` : '/facilities'} kind="primary">
            {t(`first_aid:${contact}.open`)}
          </ButtonLink>
        </>
      )}
    >
      <FirstAidSteps firstAid={firstAid} note={t(`first_aid:${contact}.${isSerious ? 'text' : 'later'}`)} />
    </Dialog>
  )
}
