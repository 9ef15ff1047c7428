import { formatDay } from '@sukoyaka/rules/time'
import type { Quota } from '@sukoyaka/wire/care/membership'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import classes from './Quotas.module.css'

type UseState = 'used' | 'booked' | 'left'
const usesOf = ({ allowed, used, booked }: Quota): UseState[] =>
  Array.from({ length: Math.max(allowed, used + booked) }, (_, at) => (at < used ? 'used' : at < used + booked ? 'booked' : 'left'))

/** How often each service of the plan was used, is booked and is left in the contract year, and whether the plan includes chat. `until`: last usable day. */
export function Quotas({ quotas, hasChat, until }: { quotas: readonly Quota[]; hasChat: boolean; until: string }) {
  const { t } = useTranslation('membership')
  const language = useLanguage()
  return (
    <Card
      title={t('quota.title')}
      action={
        <span className={classes.legend} aria-hidden>
          {(['used', 'booked', 'left'] as const).map((state) => (
            <span key={state} className={classes.key}>
              <i className={clsx(classes.place, classes[state])} />
              {t(`quota.${state}`)}
            </span>
          ))}
        </span>
      }
    >
      <dl className={classes.list}>
        {quotas.map((quota) => (
          <QuotaRow key={quota.part} quota={quota} />
        ))}
        <div className={classes.row}>
          <dt>{t('quota.chat')}</dt>
          <dd className={classes.count}>{hasChat ? t('quota.chat.included') : t('quota.notIncluded')}</dd>
        </div>
      </dl>
      <p className={classes.note}>{t('quota.until', { day: formatDay(until, language) })}</p>
    </Card>
  )
}

function QuotaRow({ quota }: { quota: Quota }) {
  const { t } = useTranslation('membership')
  const { part, allowed, used, booked } = quota
  const left = Math.max(0, allowed - used - booked)
  return (
    <div className={classes.row}>
      <dt>{t(`quota.${part}`)}</dt>
      <dd className={classes.count}>{allowed ? t('quota.count', { used, allowed }) : t('quota.notIncluded')}</dd>
      {allowed ? (
        <>
          <dd className={classes.bar} aria-hidden>
            {usesOf(quota).map((state, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: uses have no identity
              <i key={at} className={clsx(classes.place, classes[state])} />
            ))}
          </dd>
          <dd className={classes.rest}>{booked ? t('quota.restBooked', { count: left, booked }) : t('quota.rest', { count: left })}</dd>
        </>
      ) : null}
    </div>
  )
}
