import type { NotificationHours } from '@sukoyaka/wire/people/notification'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { Chips } from '../../ui/layout/Chips.tsx'
import classes from './NotificationSettings.module.css'

/** Monday first, as in the calendar. */
const days = ['1', '2', '3', '4', '5', '6', '0'] as const
const officeHours: NotificationHours = { weekdays: [1, 2, 3, 4, 5], from: 9 * 60, until: 18 * 60 }

const padTwoDigits = (n: number) => String(n).padStart(2, '0')
const timeOf = (minute: number) => `${padTwoDigits(Math.floor(minute / 60))}:${padTwoDigits(minute % 60)}`
const minuteOf = (time: string): number | undefined => {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute)
}

type Props = { hours: NotificationHours | null; onChange: (hours: NotificationHours | null) => void; error: string | undefined }

/** Notify at any time, or on selected weekdays between two times. */
export function HoursFields({ hours, onChange, error }: Props) {
  const { t } = useTranslation('notification')
  const time = (part: 'from' | 'until') => (event: React.ChangeEvent<HTMLInputElement>) => {
    const minute = minuteOf(event.currentTarget.value)
    if (hours && minute !== undefined) onChange({ ...hours, [part]: minute })
  }
  return (
    <div className={classes.hours}>
      <Segmented
        label={t('settings.hours.title')}
        value={hours ? 'some' : 'always'}
        onChange={(next) => onChange(next === 'some' ? officeHours : null)}
        options={[
          { value: 'always', label: t('settings.hours.always') },
          { value: 'some', label: t('settings.hours.some') },
        ]}
      />
      {hours ? (
        <>
          <Chips
            many
            label={t('settings.hours.weekdays')}
            value={hours.weekdays.map((day) => String(day) as (typeof days)[number])}
            onChange={(chosen) => onChange({ ...hours, weekdays: chosen.map(Number) })}
            options={days.map((value) => ({ value, label: t(`weekday.${value}`) }))}
            error={error}
          />
          <div className={classes.times}>
            <TextInput type="time" label={t('settings.hours.from')} value={timeOf(hours.from)} onChange={time('from')} />
            <TextInput
              type="time"
              label={t('settings.hours.until')}
              value={timeOf(hours.until)}
              onChange={time('until')}
              hint={hours.until <= hours.from ? t('settings.hours.night', { until: timeOf(hours.until) }) : undefined}
            />
          </div>
        </>
      ) : null}
    </div>
  )
}
