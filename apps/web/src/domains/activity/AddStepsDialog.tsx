import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import { maxSteps } from '@sukoyaka/wire/record/activity'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { useFormDraft } from '../../api/form-drafts.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { SubmitButtons } from '../../ui/form/SubmitButtons.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import classes from './AddSteps.module.css'
import { useAddStepsMutation, useListStepsQuery } from './api.ts'
import { byDay } from './days.ts'

const daysPerWeek = 7
const loadedDays = 400

/** Parses a step count, full-width digits included (`８０００`); undefined for invalid input. */
const readCount = (text: string): number | undefined => {
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
  const [showsErrors, setShowsErrors] = useState(false)
  const { currentData } = useListStepsQuery({ user_id, count: loadedDays })
  const stepsByDay = byDay(currentData?.items ?? [], ({ measured_on }) => measured_on)
  const { value: typed, set, forget } = useFormDraft<Record<string, string>>(`steps/of/${user_id}`, {})
  const [add] = useAddStepsMutation()

  const [nextLast = today] = [addDays(last, daysPerWeek), today].sort()
  const days = Array.from({ length: daysPerWeek }, (_, at) => addDays(last, -at))
  const isInvalid = (day: string) => (typed[day] ?? '').trim() !== '' && readCount(typed[day]!) === undefined
  const steps = Object.entries(typed).flatMap(([measured_on, text]) => {
    const count = readCount(text)
    return count === undefined || count === stepsByDay.get(measured_on)?.count ? [] : [{ measured_on, count }]
  })
  const leave = () => {
    forget()
    onClose()
  }
  const send = async (entries: typeof steps) => {
    const { error } = await add({ user_id, steps: entries })
    if (error) toast.error(t('activity:entry.failed'), { text: (error as CallError).error, onRetry: () => void send(entries) })
    else toast.success(t('activity:entry.saved'))
  }
  const save = () => {
    const invalidDay = Object.keys(typed).find(isInvalid)
    if (invalidDay) {
      setShowsErrors(true)
      if (!days.includes(invalidDay)) setLast(invalidDay)
      return
    }
    if (steps.length) void send(steps)
    else toast.info(t('activity:entry.none'))
    leave()
  }
  return (
    <Dialog title={t('activity:entry.title')} onClose={leave} onSubmit={save} unsaved={steps.length > 0} footer={(close) => <SubmitButtons onCancel={close} />}>
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
            value={typed[day] ?? String(stepsByDay.get(day)?.count ?? '')}
            error={showsErrors && isInvalid(day) ? t('activity:entry.bad') : undefined}
            onChange={(event) => set({ ...typed, [day]: event.currentTarget.value })}
          />
        ))}
      </div>
    </Dialog>
  )
}
