import type { SharedRecord } from '@sukoyaka/wire/boards/shared-record'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import own from './Pressure.module.css'
import { chartSize, plotOf } from './pressure.ts'
import classes from './Visit.module.css'

type Props = { readings: NonNullable<SharedRecord['home_blood_pressure']> }

/** Home blood pressure: averages of mornings and evenings, the systolic values as a chart, and all values as a table. */
export function PressureCard({ readings }: Props) {
  const { t } = useTranslation('share')
  if (!readings.length)
    return (
      <Card title={t('part.home_blood_pressure')}>
        <p className={classes.quiet}>{t('pressure.none')}</p>
      </Card>
    )
  const plot = plotOf(readings)
  return (
    <Card
      title={
        <>
          {t('part.home_blood_pressure')} <span className={classes.quiet}>{t('pressure.count', { days: plot.days, count: readings.length })}</span>
        </>
      }
    >
      <p className={own.averages}>
        {(['morning', 'evening'] as const).map((time) =>
          plot[time].average ? (
            <span key={time}>
              <b>{plot[time].average}</b> <span className={classes.quiet}>{t(`pressure.${time}`)}</span>
            </span>
          ) : null,
        )}
      </p>
      <Chart plot={plot} />
      <p className={own.legend} aria-hidden="true">
        <span className={own.solid} />
        {t('pressure.legendMorning')}
        <span className={own.hollow} />
        {t('pressure.legendEvening')}
        <span className={own.limit} />
        {t('pressure.limit')}
      </p>
      <Values readings={readings} />
    </Card>
  )
}

function Chart({ plot }: { plot: ReturnType<typeof plotOf> }) {
  const { t } = useTranslation('share')
  const language = useLanguage()
  const numbers = { morning: plot.morning.average, evening: plot.evening.average }
  return (
    <svg
      viewBox={`0 0 ${chartSize.width} ${chartSize.height}`}
      className={own.chart}
      role="img"
      aria-label={t('pressure.chart', { morning: numbers.morning || '–', evening: numbers.evening || '–' })}
    >
      {plot.lines.map(({ y, label }) => (
        <g key={label}>
          <path d={`M${chartSize.left} ${y}H${chartSize.width}`} stroke="var(--chart-grid)" />
          <text x={0} y={y + 4} fontSize={12} fill="var(--chart-axis)">
            {label}
          </text>
        </g>
      ))}
      {/* a line and no band: values below it are not all in the reference range */}
      <path d={`M${chartSize.left} ${plot.limit}H${chartSize.width}`} stroke="var(--warning-mark)" strokeWidth={1.5} />
      {plot.ticks.map(({ x, day, anchor }) => (
        <text key={day} x={x} y={chartSize.height - 4} fontSize={12} fill="var(--chart-axis)" textAnchor={anchor}>
          {formatDate(day, language, { year: false })}
        </text>
      ))}
      {(['evening', 'morning'] as const).map((time) => (
        <g key={time} stroke="var(--chart-line)" fill="none">
          <polyline
            points={plot[time].dots.map(({ x, y }) => `${x},${y}`).join(' ')}
            strokeWidth={time === 'morning' ? 2 : 1.4}
            strokeDasharray={time === 'morning' ? undefined : '4 3'}
          />
          {plot[time].dots.map(({ id, x, y }) => (
            <circle key={id} cx={x} cy={y} r={3.2} strokeWidth={1.5} fill={time === 'morning' ? 'var(--chart-line)' : 'var(--bg-surface)'} />
          ))}
        </g>
      ))}
    </svg>
  )
}

function Values({ readings }: Props) {
  const { t } = useTranslation('share')
  const language = useLanguage()
  return (
    <details className={own.values}>
      <summary>{t('pressure.table')}</summary>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('pressure.at')}</th>
            <th scope="col">{t('pressure.value')}</th>
          </tr>
        </thead>
        <tbody>
          {readings.map(({ recorded_at, systolic, diastolic }) => (
            <tr key={recorded_at}>
              <th scope="row">{formatDate(recorded_at, language, { time: true, year: false })}</th>
              <td>{`${systolic}/${diastolic ?? '–'}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
