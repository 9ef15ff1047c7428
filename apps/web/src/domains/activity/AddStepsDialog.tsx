import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import { maxSteps } from '@sukoyaka/wire/record/activity'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { toast } from '../../ui/overlay/toast.ts'
import classes from './AddSteps.module.css'
import { useAddStepsMutation, useListStepsQuery } from './api.ts'
import { byDay } from './days.ts'

const daysPerWeek = 7
const loadedDays = 400

/** The typed text of each day; a day without a text shows the recorded count. */
type Typed = Record<string, string | undefined>

/** Parses a step count, full-width digits included (`８０００`); undefined for invalid input. */
const readCount = (text = ''): number | undefined => {
  const plain = text.normalize('NFKC').replace(/[,\s]/g, '')
  const count = /^\d{1,6}$/.test(plain) ? Number(plain) : Number.NaN
  return count <= maxSteps ? count : undefined
}

/** Step entry for seven days at a time, starting with the last seven; recorded days can be corrected. */
export function AddStepsDialog({ user_id, onClose }: { user_id: number; onClose: () => void }) {
  const { t } = useTranslation(['activity', 'common'])
  const language = useLanguage()
  const today = tokyoDay(new Date())
  const [last, setLast] = useState(today)
  const { currentData } = useListStepsQuery({ user_id, count: loadedDays })
  const stepsByDay = byDay(currentData?.items ?? [], ({ measured_on }) => measured_on)
  const [add] = useAddStepsMutation()
  const changedSteps = (typed: Typed) =>
    Object.entries(typed).flatMap(([measured_on, text]) => {
      const count = readCount(text)
      return count === undefined || count === stepsByDay.get(measured_on)?.count ? [] : [{ measured_on, count }]
    })
  const form = useForm<Typed>(
    `steps/of/${user_id}`,
    {},
    {
      check: (typed) => {
        const errorOf = (day: string, text: string | undefined) => {
          if (text === undefined) return undefined
          if (!text.trim()) return stepsByDay.has(day) ? t('activity:entry.emptied') : undefined
          return readCount(text) === undefined ? t('activity:entry.bad') : undefined
        }
        return Object.fromEntries(Object.entries(typed).map(([day, text]) => [day, errorOf(day, text)]))
      },
      send: (typed) => {
        const steps = changedSteps(typed)
        if (steps.length) return add({ user_id, steps })
        toast.info(t('activity:entry.none'))
        return undefined
      },
      messages: { done: t('activity:entry.saved'), failed: t('activity:entry.failed') },
      onInvalid: (day) => days.includes(day) || setLast(day),
      onClose,
      isOptimistic: true,
    },
  )
  const { values: typed, field, put } = form
  const [nextLast = today] = [addDays(last, daysPerWeek), today].sort()
  const days = Array.from({ length: daysPerWeek }, (_, at) => addDays(last, -at))
  return (
    <FormDialog form={form} title={t('activity:entry.title')} unsaved={changedSteps(typed).length > 0}>
      <div className={classes.week}>
        <IconButton label={t('activity:entry.earlier')} icon={<IconChevronLeft aria-hidden />} onClick={() => setLast(addDays(last, -daysPerWeek))} />
        <span aria-live="polite">
          {formatDate(days.at(-1)!, language)}–{formatDate(last, language)}
        </span>
        <IconButton label={t('activity:entry.later')} icon={<IconChevronRight aria-hidden />} disabled={last >= today} onClick={() => setLast(nextLast)} />
      </div>
      <div className={classes.fields}>
        {days.map((day) => (
          <TextInput
            key={day}
            label={formatDate(day, language, { weekday: true, year: false })}
            inputMode="numeric"
            autoComplete="off"
            unit={t('activity:steps.word')}
            {...field(day)}
            value={typed[day] ?? String(stepsByDay.get(day)?.count ?? '')}
            onChange={({ currentTarget: { value } }) => put({ [day]: value.trim() || stepsByDay.has(day) ? value : undefined })}
          />
        ))}
      </div>
    </FormDialog>
  )
}
