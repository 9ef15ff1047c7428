import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { DatePicker } from '../../../ui/date/DatePicker.tsx'
import { typedInstant } from '../../../ui/date/hour.ts'
import { formatTime } from '../../../ui/date/tokyo.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useListSleepsQuery, usePutSleepMutation } from '../api.ts'
import classes from './AddSleep.module.css'

const loadedNights = 400

type Draft = { day: string | null; bedtime: string; wake_time: string; isRemoved: boolean }

/** The night that ended on `day`. If the time of day of the bedtime is not before the wake time, the bedtime is on the day before. */
const nightOf = ({ day, bedtime, wake_time }: Draft) => {
  const woke = typedInstant(day, wake_time)
  const sameDay = typedInstant(day, bedtime)
  const bed = sameDay && woke && sameDay >= woke ? typedInstant(addDays(day!, -1), bedtime) : sameDay
  return { bed, woke }
}

/** Enters, corrects or removes the times of one night. */
export function AddSleepDialog({ user_id, onClose }: { user_id: number; onClose: () => void }) {
  const { t } = useTranslation(['activity', 'common'])
  const { currentData } = useListSleepsQuery({ user_id, limit: loadedNights })
  const [put] = usePutSleepMutation()
  const today = tokyoDay(new Date())
  const start: Draft = { day: today, bedtime: '', wake_time: '', isRemoved: false }
  const form = useForm<Draft>(`sleeps/of/${user_id}`, start, {
    check: (draft) => {
      if (draft.isRemoved) return {}
      const { bed, woke } = nightOf(draft)
      return {
        day: draft.day ? undefined : t('activity:night.missing'),
        bedtime: typedInstant(today, draft.bedtime) ? undefined : t('activity:night.time'),
        wake_time: !typedInstant(today, draft.wake_time)
          ? t('activity:night.time')
          : bed && woke && Date.parse(woke) > Date.now()
            ? t('activity:night.future')
            : undefined,
      }
    },
    send: (draft) => {
      const { bed, woke } = nightOf(draft)
      return put({ user_id, woke_on: draft.day!, bedtime: draft.isRemoved ? null : bed!, wake_time: draft.isRemoved ? null : woke! })
    },
    messages: (draft) => ({ done: t(draft.isRemoved ? 'activity:night.removed' : 'activity:night.saved'), failed: t('activity:night.failed') }),
    onClose,
  })
  const { values, field, put: change } = form
  const entered = currentData?.items.find(({ origin, ended_at }) => origin === '' && tokyoDay(ended_at) === values.day)
  const isTyped = values.bedtime.trim() !== '' || values.wake_time.trim() !== ''
  return (
    <FormDialog
      form={form}
      title={t('activity:night.record')}
      unsaved={isTyped || values.isRemoved}
      submit={values.isRemoved ? t('activity:night.remove') : undefined}
      foot={
        entered && !values.isRemoved ? (
          <Button kind="danger-outline" icon={<IconTrash aria-hidden />} style={{ marginRight: 'auto' }} onClick={() => change({ isRemoved: true })}>
            {t('activity:night.remove')}
          </Button>
        ) : null
      }
    >
      <DatePicker label={t('activity:night.day')} required max={today} {...field('day')} onChange={(day) => change({ day, isRemoved: false })} />
      {values.isRemoved && entered ? (
        <p role="status">{t('activity:night.confirm', { from: formatTime(entered.started_at), to: formatTime(entered.ended_at) })}</p>
      ) : (
        <>
          <div className={classes.pair}>
            <TextInput data-autofocus label={t('activity:night.bedtime')} required autoComplete="off" {...field('bedtime')} />
            <TextInput label={t('activity:night.wake')} required autoComplete="off" {...field('wake_time')} />
          </div>
          <p className={classes.note} role="status">
            {entered ? t('activity:night.entered', { from: formatTime(entered.started_at), to: formatTime(entered.ended_at) }) : t('activity:night.note')}
          </p>
        </>
      )}
    </FormDialog>
  )
}
