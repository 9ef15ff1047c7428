import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import classes from './Activity.module.css'
import { SleepNights } from './SleepNights.tsx'
import { formatMinutes } from './sleep-days.ts'
import { useSleep } from './use-sleep.ts'

/** Last seven nights, shown next to the steps. */
export function SleepWeekCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('activity')
  return (
    <QueryCard
      title={
        <span className={classes.headline}>
          {t('sleep.title')}
          <span className={classes.quiet}>{t('sleep.last')}</span>
        </span>
      }
      query={useSleep(user_id, '7')}
      error={t('sleep.error')}
      empty={<Empty title={t('sleep.empty')} text={t('sleep.emptyText')} />}
      isEmpty={({ dailySleeps }) => dailySleeps.length === 0}
      skeleton={
        <div style={{ height: 210 }}>
          <Skeleton height={194} radius={7} />
        </div>
      }
      action={(summary) =>
        summary?.dailySleeps.length ? (
          <span className={clsx(classes.quiet, classes.edge)}>{t('sleep.mean', { time: formatMinutes(summary.mean, t) })}</span>
        ) : undefined
      }
    >
      {({ days, sleeps, dailySleeps, mean }) => <SleepNights days={days} sleeps={sleeps} dailySleeps={dailySleeps} mean={mean} />}
    </QueryCard>
  )
}
