import { tokyoDay } from '@sukoyaka/rules/time'
import { useTranslation } from 'react-i18next'
import { formatDate, formatWeekday, useLanguage } from '../../../ui/date/tokyo.ts'
import classes from './ScheduleCard.module.css'

const yearOf = (at: string | Date) => tokyoDay(at).slice(0, 4)

/** Date block, such as 11.27 above 金; includes the year unless it is the current one. A suggested date is less bold than a fixed date. */
export function DayBlock({ at, isSuggested }: { at: string; isSuggested?: boolean }) {
  const language = useLanguage()
  const weekday = formatWeekday(at, language, 'short')
  const year = yearOf(at)
  return (
    <p className={classes.day} data-suggested={isSuggested || undefined}>
      <time dateTime={tokyoDay(at)}>
        <span className={classes.date}>{formatDate(at, language, { year: false })}</span>
        <span className={classes.weekday}>{year === yearOf(new Date()) ? weekday : `${weekday} ${year}`}</span>
      </time>
    </p>
  )
}

/** In place of a date block, for an appointment without a date. */
export function NoDayBlock() {
  const { t } = useTranslation('interview')
  return (
    <p className={classes.day}>
      <span className={classes.undated}>{t('schedule.undated')}</span>
    </p>
  )
}
