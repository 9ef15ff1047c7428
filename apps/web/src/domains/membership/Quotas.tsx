import { formatDay } from '@sukoyaka/rules/time'
import type { Quota } from '@sukoyaka/wire/care/membership'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import classes from './Quotas.module.css'

type Place = 'used' | 'booked' | 'left'
const places = ({ allowed, used, booked }: Quota): Place[] =>
  Array.from({ length: Math.max(allowed, used + booked) }, (_, at) => (at < used ? 'used' : at < used + booked ? 'booked' : 'left'))

/** Used, booked and left places of the plan in the current contract year, and whether it includes chat. `until`: the last day on which they can be used. */
export function Quotas({ quotas, hasChat, until }: { quotas: readonly Quota[]; hasChat: boolean; until: string }) {
  const { t } = useTranslation('membership')
  const language = useLanguage()
  return (
    <Card
      title={t('quota.title')}
      action={
        <span className={classes.legend} aria-hidden>
          {(['used', 'booked', 'left'] as const).map((place) => (
            <span key={place} className={classes.key}>
              <i className={clsx(classes.place, classes[place])} />
              {t(`quota.${place}`)}
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
            {places(quota).map((place, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: places have no identity
              <i key={at} className={clsx(classes.place, classes[place])} />
            ))}
          </dd>
          <dd className={classes.rest}>{booked ? t('quota.restBooked', { count: left, booked }) : t('quota.rest', { count: left })}</dd>
        </>
      ) : null}
    </div>
  )
}
