import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/layout/Card.tsx'
import { Empty, ErrorState } from '../../ui/layout/Empty.tsx'
import { Skeleton, useSkeleton } from '../../ui/loading/Skeleton.tsx'
import classes from './Activity.module.css'
import { SleepNights } from './SleepNights.tsx'
import { formatMinutes } from './sleep-days.ts'
import { useSleep } from './use-sleep.ts'

/** Last seven nights, shown next to the steps. */
export function SleepWeekCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('activity')
  const { summary, failed, retry } = useSleep(user_id, '7')
  const skeleton = useSkeleton(!summary && !failed)
  return (
    <Card
      title={
        <span className={classes.headline}>
          {t('sleep.title')}
          <span className={classes.quiet}>{t('sleep.last')}</span>
        </span>
      }
      busy={!summary && !failed}
      action={
        summary?.recorded.length && !skeleton ? (
          <span className={clsx(classes.quiet, classes.edge)}>{t('sleep.mean', { time: formatMinutes(summary.mean, t) })}</span>
        ) : undefined
      }
    >
      {failed && !skeleton ? (
        <ErrorState title={t('sleep.error')} onRetry={retry} />
      ) : !summary || skeleton ? (
        <div style={{ height: 210 }}>{skeleton ? <Skeleton height={194} radius={7} /> : null}</div>
      ) : summary.recorded.length === 0 ? (
        <Empty title={t('sleep.empty')} text={t('sleep.emptyText')} />
      ) : (
        <SleepNights days={summary.days} sleeps={summary.sleeps} recorded={summary.recorded.length} mean={summary.mean} />
      )}
    </Card>
  )
}
