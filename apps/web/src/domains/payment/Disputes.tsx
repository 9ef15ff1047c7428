import type { Dispute } from '@sukoyaka/wire/people/payment'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { yen } from '../../ui/text/yen.ts'
import classes from './Disputes.module.css'

/** The state of each dispute of an order or a charge, and until when to do what, for staff. */
export function Disputes({ disputes }: { disputes: readonly Dispute[] }) {
  const { t } = useTranslation('dispute')
  const language = useLanguage()
  return (
    <ul className={classes.disputes} aria-label={t('title')}>
      {disputes.map(({ id, status, amount, due_at }) => (
        <li key={id}>
          {t(status, { amount: yen(amount) })}
          {due_at && (status === 'inquiry' || status === 'needs_response') ? (
            <strong>{t(`${status}.until`, { day: formatDate(due_at, language, { time: true }) })}</strong>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
