import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermissionForOwnOrAllRecords } from '../../api/use-permission.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import classes from './Activity.module.css'
import { DaysCard } from './DaysCard.tsx'
import { daysOf, type Period, periods, spanText } from './days.ts'
import { LineCards } from './LineCards.tsx'
import { SleepWeekCard } from './SleepWeekCard.tsx'
import { StepsCard } from './StepsCard.tsx'

const AddStepsDialog = lazyNamed(() => import('./AddStepsDialog.tsx'), 'AddStepsDialog')

type Props = { user_id: number; children?: ReactNode; onDerivation?: ((day: string) => void) | undefined }

/** Steps and device metrics over a week up to a year, and the sleep of the last week. `children` are cards of other domains. */
export function ActivityTab({ user_id, children, onDerivation }: Props) {
  const { t } = useTranslation('activity')
  const language = useLanguage()
  const [period, setPeriod] = useState<Period>('30')
  const [adding, setAdding] = useState(false)
  const days = useMemo(() => daysOf(period), [period])
  const mayWrite = usePermissionForOwnOrAllRecords('health_data.write')
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <div className={classes.periods}>
          <Segmented label={t('period')} value={period} onChange={setPeriod} options={periods.map((value) => ({ value, label: t(`period.${value}`) }))} />
        </div>
        <span className={classes.span}>{spanText(days, language)}</span>
        {mayWrite ? (
          <Button className={classes.add} icon={<IconPlus aria-hidden />} onClick={() => setAdding(true)}>
            {t('steps.add')}
          </Button>
        ) : null}
      </div>
      <div className={classes.top}>
        <StepsCard user_id={user_id} period={period} />
        <SleepWeekCard user_id={user_id} />
      </div>
      <LineCards user_id={user_id} period={period} />
      <DaysCard user_id={user_id} period={period} onDerivation={onDerivation} />
      {children}
      <Suspense>{adding ? <AddStepsDialog user_id={user_id} onClose={() => setAdding(false)} /> : null}</Suspense>
    </div>
  )
}
