import type { BookingChange } from '@sukoyaka/wire/record/booking'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { usePreviewBookingNoticeQuery } from './api.ts'
import classes from './Notice.module.css'

type Props = MailProps & { value: boolean; onChange: (notify: boolean) => void }
type MailProps = {
  user_id: number
  change: BookingChange
  tested_at?: string
  /** The checkup has no facility, so the mail gives the day without a time. */
  isDay?: boolean
}

/** Asks whether to notify the patient of the change, with a preview of the mail. */
export function Notice({ value, onChange, ...mailProps }: Props) {
  const { t } = useTranslation('booking')
  const [open, setOpen] = useState(false)
  return (
    <section className={classes.notice} aria-label={t('notice.label')}>
      <div className={classes.line}>
        <h3>{t('notice.label')}</h3>
        <Segmented
          label={t('notice.label')}
          value={value ? 'yes' : 'no'}
          onChange={(answer) => onChange(answer === 'yes')}
          options={[
            { value: 'yes', label: t('notice.yes') },
            { value: 'no', label: t('notice.no') },
          ]}
        />
      </div>
      {value ? (
        <details className={classes.preview} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{t('notice.preview')}</summary>
          {open ? <Mail {...mailProps} /> : null}
        </details>
      ) : null}
    </section>
  )
}

function Mail({ user_id, change, tested_at, isDay }: MailProps) {
  const { t } = useTranslation('booking')
  const { currentData, isError } = usePreviewBookingNoticeQuery({ user_id, change, ...(tested_at && { tested_at }), ...(isDay && { is_day: true }) })
  if (!currentData)
    return (
      <p className={classes.words} aria-busy={!isError || undefined}>
        {isError ? t('notice.failed') : null}
      </p>
    )
  return (
    <blockquote className={classes.words}>
      <p className={classes.subject}>{currentData.subject}</p>
      {currentData.text}
    </blockquote>
  )
}
