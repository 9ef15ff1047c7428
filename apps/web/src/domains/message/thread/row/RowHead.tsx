import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../../../ui/date/tokyo.ts'
import classes from './RowHead.module.css'

/** Date and unread lines across the thread. */
export function RowHead({ day, isUnread = false }: { day?: string; isUnread?: boolean }) {
  const { t } = useTranslation('conversation')
  const language = useLanguage()
  const today = tokyoDay(new Date())
  const words = day === today ? t('day.today') : day === addDays(today, -1) ? t('day.yesterday') : day && formatDate(day, language, { weekday: true })
  return (
    <>
      {words ? (
        <p className={classes.line}>
          <time dateTime={day}>{words}</time>
        </p>
      ) : null}
      {isUnread ? <p className={clsx(classes.line, classes.unread)}>{t('thread.unread')}</p> : null}
    </>
  )
}
