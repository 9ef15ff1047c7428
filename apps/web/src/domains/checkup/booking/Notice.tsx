import type { BookingChange } from '@sukoyaka/wire/record/booking'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { usePreviewBookingNoticeQuery } from './api.ts'
import classes from './Notice.module.css'

type Props = { user_id: number; change: BookingChange; tested_at?: string; value: boolean; onChange: (notify: boolean) => void }

/** Asks whether to notify the patient of the change, with a preview of the mail. */
export function Notice({ user_id, change, tested_at, value, onChange }: Props) {
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
          {open ? <Mail user_id={user_id} change={change} tested_at={tested_at} /> : null}
        </details>
      ) : null}
    </section>
  )
}

function Mail(queryArgs: { user_id: number; change: BookingChange; tested_at?: string }) {
  const { t } = useTranslation('booking')
  const { user_id, change, tested_at } = queryArgs
  const { currentData, isError } = usePreviewBookingNoticeQuery({ user_id, change, ...(tested_at && { tested_at }) })
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
