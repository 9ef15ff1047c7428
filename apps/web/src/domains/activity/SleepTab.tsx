import { IconPlus } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermissionForOwnOrAllRecords } from '../../api/use-permission.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { formatDate, formatTime, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import classes from './Activity.module.css'
import { type Period, periods, spanText } from './days.ts'
import { SleepNights } from './SleepNights.tsx'
import { formatMinutes, meanTime, shortMinutes } from './sleep-days.ts'
import { useSleep } from './use-sleep.ts'

const AddSleepDialog = lazyNamed(() => import('./entry/AddSleepDialog.tsx'), 'AddSleepDialog')

type SleepSummary = NonNullable<ReturnType<typeof useSleep>['currentData']>
const shownPeriods = periods.filter((period) => period !== '365')

/** Nights from bedtime to waking, and total sleep per day. */
export function SleepTab({ user_id }: { user_id: number }) {
  const { t } = useTranslation('activity')
  const language = useLanguage()
  const [period, setPeriod] = useState<Period>('30')
  const [isAdding, setAdding] = useState(false)
  const mayWrite = usePermissionForOwnOrAllRecords('health_data.write')
  const query = useSleep(user_id, period)
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <div className={classes.periods}>
          <Segmented label={t('period')} value={period} onChange={setPeriod} options={shownPeriods.map((value) => ({ value, label: t(`period.${value}`) }))} />
        </div>
        {query.currentData ? <span className={classes.span}>{spanText(query.currentData.days, language)}</span> : null}
        {mayWrite ? (
          <Button className={classes.add} icon={<IconPlus aria-hidden />} onClick={() => setAdding(true)}>
            {t('night.record')}
          </Button>
        ) : null}
      </div>
      <QueryView
        query={query}
        error={t('sleep.error')}
        empty={<Empty title={t('sleep.empty')} text={t('sleep.emptyText')} />}
        isEmpty={({ dailySleeps }) => dailySleeps.length === 0}
        skeleton={<Skeleton height={360} radius={10} />}
      >
        {(summary) => <Nights summary={summary} />}
      </QueryView>
      <Suspense>{isAdding ? <AddSleepDialog user_id={user_id} onClose={() => setAdding(false)} /> : null}</Suspense>
    </div>
  )
}

function Nights({ summary }: { summary: SleepSummary }) {
  const { t } = useTranslation('activity')
  const { days, dailySleeps, sleeps, mean } = summary
  const facts = [
    { name: t('sleep.meanBedtime'), value: meanTime(dailySleeps.flatMap(({ bedtime }) => bedtime ?? [])) },
    { name: t('sleep.meanWake'), value: meanTime(dailySleeps.flatMap(({ wake_time }) => wake_time ?? [])) },
  ]
  return (
    <>
      <Card
        title={
          <span className={classes.headline}>
            {t('sleep.nights')}
            <span className={classes.quiet}>{t('sleep.mean', { time: formatMinutes(mean, t) })}</span>
          </span>
        }
        action={<span className={clsx(classes.quiet, classes.edge)}>{t('sleep.recorded', { days: dailySleeps.length, all: days.length })}</span>}
      >
        <dl className={classes.facts}>
          {facts.map(({ name, value }) =>
            value ? (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
        <SleepNights days={days} sleeps={sleeps} dailySleeps={dailySleeps} mean={mean} />
        <p className={classes.note}>{t('sleep.dayDefinition')}</p>
      </Card>
      <SleepDays summary={summary} />
    </>
  )
}

function SleepDays({ summary: { days, sleepByDay } }: { summary: SleepSummary }) {
  const { t } = useTranslation('activity')
  const language = useLanguage()
  return (
    <Card title={t('sleep.daily')} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a horizontally scrolling region must be focusable by keyboard */}
      <section className={classes.scroll} tabIndex={0}>
        <table className={classes.days}>
          <thead>
            <tr>
              <th scope="col">{t('days.day')}</th>
              {(['total', 'night', 'nap', 'bedtime', 'wake', 'episodes'] as const).map((name) => (
                <th key={name} scope="col" className={classes.right}>
                  {t(`sleep.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => {
              const slept = sleepByDay.get(day)
              return (
                <tr key={day}>
                  <th scope="row">{formatDate(day, language, { weekday: true, year: false })}</th>
                  {slept ? (
                    <>
                      <td className={clsx(classes.right, classes.count)}>{shortMinutes(slept.total_minutes)}</td>
                      <td className={classes.right}>{slept.night_minutes ? shortMinutes(slept.night_minutes) : '–'}</td>
                      <td className={classes.right}>{slept.nap_minutes ? shortMinutes(slept.nap_minutes) : '–'}</td>
                      <td className={classes.right}>{slept.bedtime ? formatTime(slept.bedtime) : '–'}</td>
                      <td className={classes.right}>{slept.wake_time ? formatTime(slept.wake_time) : '–'}</td>
                      <td className={classes.right}>{t('sleep.times', { count: slept.episodes })}</td>
                    </>
                  ) : (
                    <td colSpan={6} className={classes.absent}>
                      {t('days.none')}
                    </td>
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </Card>
  )
}
