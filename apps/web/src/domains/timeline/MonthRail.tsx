import { useTranslation } from 'react-i18next'
import { Select } from '../../ui/choice/Select.tsx'
import { formatPeriod, type PeriodLook, useLanguage } from '../../ui/date/tokyo.ts'
import classes from './MonthRail.module.css'

export type Month = { month: string; count: number }
type Props = { months: readonly Month[]; current: string | undefined; onPick: (month: string) => void }

const maxBarWidth = 40

const useNames = () => {
  const { t } = useTranslation('timeline')
  const language = useLanguage()
  const format = (month: string, look: PeriodLook) => formatPeriod(`${month}-01`, language, look)
  return {
    short: (month: string) => (language === 'en' ? format(month, { month: 'short' }) : t('rail.month', { month: Number(month.slice(5)) })),
    long: (month: string) => format(month, { year: true, month: 'long' }),
    compact: (month: string) => format(month, { year: true, month: language === 'en' ? 'short' : 'long' }),
  }
}

/** Months with entries and their counts; a click starts the timeline at that month. */
export function MonthRail({ months, current, onPick }: Props) {
  const { t } = useTranslation('timeline')
  const names = useNames()
  const max = Math.max(1, ...months.map(({ count }) => count))
  const years = [...Map.groupBy(months, ({ month }) => month.slice(0, 4))]
  return (
    <nav className={classes.rail} aria-label={t('rail.title')}>
      <p className={classes.title}>{t('rail.title')}</p>
      {years.map(([year, own]) => (
        <section key={year} aria-label={year}>
          <p className={classes.year}>{year}</p>
          <ul>
            {own.map(({ month, count }) => (
              <li key={month}>
                <button type="button" className={classes.month} aria-current={month === current ? 'true' : undefined} onClick={() => onPick(month)}>
                  {/* the accessible name has the year, too; it contains the visible month, which users of voice control say */}
                  <span className="visually-hidden">{t('rail.of', { month: names.compact(month), count })}</span>
                  <span aria-hidden="true">{names.short(month)}</span>
                  <span className={classes.bar} style={{ width: Math.max(4, Math.round((count / max) * maxBarWidth)) }} />
                  <span className={classes.count} aria-hidden="true">
                    {count}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** Month selection for narrow screens. */
export function MonthSelect({ months, current, onPick }: Props) {
  const { t } = useTranslation('timeline')
  const names = useNames()
  return (
    <Select className={classes.select} aria-label={t('rail.title')} value={current ?? ''} onChange={(event) => onPick(event.target.value)}>
      {months.some(({ month }) => month === current) ? null : <option value={current ?? ''}>{current ? names.long(current) : t('rail.select')}</option>}
      {months.map(({ month, count }) => (
        <option key={month} value={month}>
          {t('rail.option', { month: names.compact(month), count })}
        </option>
      ))}
    </Select>
  )
}
