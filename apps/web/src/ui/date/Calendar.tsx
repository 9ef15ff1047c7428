import { DatesProvider, DatePicker as MantineDatePicker } from '@mantine/dates'
import 'dayjs/locale/ja'
import 'dayjs/locale/ko'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/dates/styles.css'
import { tokyoDay } from '@sukoyaka/rules/time'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Calendar.module.css'
import { useLanguage } from './tokyo.ts'

type Props = { value: string | null; min?: string; max?: string; onPick: (day: string) => void }

const dayjsLocale = { ja: 'ja', en: 'en', kr: 'ko' }
const monthFormat = { ja: 'YYYY年M月', en: 'MMMM YYYY', kr: 'YYYY년 M월' }
const yearFormat = { ja: 'YYYY年', en: 'YYYY', kr: 'YYYY년' }

export function Calendar({ value, min, max, onPick }: Props) {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const root = useRef<HTMLDivElement>(null)
  const today = tokyoDay(new Date())
  const initialDay = max && today > max ? max : min && today < min ? min : today
  useEffect(() => {
    const day = root.current?.querySelector<HTMLElement>('[data-selected]') ?? root.current?.querySelector<HTMLElement>(`.${classes.today}`)
    day?.focus()
  }, [])
  return (
    <div ref={root}>
      <DatesProvider settings={{ locale: dayjsLocale[language], firstDayOfWeek: 0, weekendDays: [0] }}>
        <MantineDatePicker
          value={value}
          defaultDate={value ?? initialDay}
          minDate={min}
          maxDate={max}
          allowDeselect={false}
          monthLabelFormat={monthFormat[language]}
          yearLabelFormat={yearFormat[language]}
          monthsListFormat={language === 'en' ? 'MMM' : language === 'ja' ? 'M月' : 'M월'}
          ariaLabels={{ previousMonth: t('date.previous'), nextMonth: t('date.next') }}
          classNames={{ calendarHeader: classes.header, calendarHeaderLevel: classes.level, weekday: classes.weekday, day: classes.day }}
          getDayProps={(day) => (day === today ? { className: `${classes.day} ${classes.today}`, 'aria-current': 'date' } : {})}
          onChange={(day) => day && onPick(day)}
        />
      </DatesProvider>
    </div>
  )
}
