import { firstAidOf } from '@sukoyaka/rules/record/explanation/first-aid'
import type { SeriousValue } from '@sukoyaka/wire/record/health-record'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { useHasChat } from '../message/use-has-chat.ts'
import classes from './SeriousValueDialog.module.css'

const steps = {
  glucose_low: ['glucose_low.sugar', 'glucose_low.unable', 'glucose_low.again'],
  pressure_high: ['pressure_high.symptoms', 'pressure_high.rest'],
} as const

type Props = { user_id: number; values: readonly SeriousValue[]; onClose: () => void }

/** Tells a patient who recorded critical values what to do at once, and asks them to contact the care team. */
export function SeriousValueDialog({ user_id, values, onClose }: Props) {
  const { t } = useTranslation(['first_aid', 'common'])
  const contact = useHasChat() ? 'team' : 'facility'
  const aid = firstAidOf(values)
  return (
    <Dialog
      title={t(`first_aid:${aid ?? contact}.title`)}
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
        {(aid ? steps[aid] : (['value'] as const)).map((step) => (
          <p key={step}>{t(`first_aid:${step}`)}</p>
        ))}
        <p>{t(`first_aid:${contact}.text`)}</p>
      </div>
    </Dialog>
  )
}
