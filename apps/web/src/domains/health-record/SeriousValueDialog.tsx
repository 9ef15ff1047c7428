import type { FirstAid } from '@sukoyaka/rules/record/explanation/first-aid'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { useHasChat } from '../message/use-has-chat.ts'
import classes from './SeriousValueDialog.module.css'

const steps = {
  glucose_low: ['glucose_low.sugar', 'glucose_low.unable', 'glucose_low.again'],
  pressure_high: ['pressure_high.symptoms', 'pressure_high.rest'],
} as const

/** What a saved record asks of the patient. `isSerious`: a value is critical. */
export type UrgentRecord = { firstAid: FirstAid | undefined; isSerious: boolean }
type Props = { user_id: number; urgent: UrgentRecord; onClose: () => void }

/** Tells a patient who recorded a critical value or low glucose what to do at once, and asks them to contact the care team. */
export function SeriousValueDialog({ user_id, urgent: { firstAid, isSerious }, onClose }: Props) {
  const { t } = useTranslation(['first_aid', 'common'])
  const contact = useHasChat() ? 'team' : 'facility'
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
      <div role="alert" className={classes.steps}>
        {(firstAid ? steps[firstAid] : (['value'] as const)).map((step) => (
          <p key={step}>{t(`first_aid:${step}`)}</p>
        ))}
        <p>{t(`first_aid:${contact}.${isSerious ? 'text' : 'later'}`)}</p>
      </div>
    </Dialog>
  )
}
