import { remindersAt, remindTime } from '@sukoyaka/rules/care/reminder-time'
import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { formatSentenceDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useAddMessageReminderMutation, useListMessageRemindersQuery, useRemoveMessageReminderMutation } from '../room/api.ts'
import classes from './RemindDialog.module.css'

const clockIntervalMs = 15_000
const maxReasonLength = 200

type Props = { room: Pick<MessageRoom, 'patient'>; message_id?: number; onClose: () => void; onReopen?: () => void }
type Values = { preset?: string; typed: string; reason?: string }

const empty: Values = { typed: '' }

/** Reminder for a conversation at a suggested or typed time; shows how the typed text was parsed. */
export function RemindDialog({ room: { patient }, message_id, onClose, onReopen }: Props) {
  const { t } = useTranslation('message_room')
  const language = useLanguage()
  const now = useClock()
  const { currentData } = useListMessageRemindersQuery({ patient_id: patient.id })
  const saved = currentData?.items.find((reminder) => !reminder.done_at)
  const [add] = useAddMessageReminderMutation()
  const [remove] = useRemoveMessageReminderMutation()
  const offered = remindersAt(now)
  const words = (instant: Date | string) => formatSentenceDate(instant, language)
  const isTyped = ({ typed }: Values) => typed.trim() !== ''
  const timeOf = (values: Values) => (isTyped(values) ? remindTime(values.typed, now) : offered.find(({ preset }) => preset === values.preset)?.at)
  const reasonOf = ({ reason }: Values) => reason ?? saved?.reason ?? ''
  const form = useForm<Values>(`message_reminders/${patient.id}`, empty, {
    check: (values) => ({ typed: timeOf(values) ? undefined : isTyped(values) || t('remind.chooseTime') }),
    send: (values) => {
      const row = { patient_id: patient.id, remind_at: timeOf(values)!.toISOString(), reason: reasonOf(values).trim() }
      return add({ ...row, ...(message_id && { message_id }) })
    },
    messages: (values) => ({ done: t('remind.saved', { at: words(timeOf(values)!) }), failed: t('remind.failed') }),
    isOptimistic: true,
    onClose,
    onReopen,
  })
  const { values, put } = form
  const at = timeOf(values)
  return (
    <FormDialog
      form={form}
      title={t('remind.title')}
      patient={patient}
      unsaved={false}
      submit={t(saved ? 'remind.move' : 'remind.save')}
      foot={
        saved ? (
          <Button
            kind="danger-outline"
            style={{ marginRight: 'auto' }}
            onClick={() => form.closeAndSend(() => remove({ id: saved.id }), { done: t('remind.removed'), failed: t('remind.removeFailed') })}
          >
            {t('remind.remove')}
          </Button>
        ) : null
      }
    >
      {saved ? <p className={classes.kept}>{t('remind.understood', { at: words(saved.remind_at) })}</p> : null}
      <Presets offered={offered} value={isTyped(values) ? undefined : values.preset} onChange={(preset) => put({ preset, typed: '' })} />
      <TextInput
        label={t('remind.typed')}
        autoComplete="off"
        maxLength={100}
        {...form.field('typed')}
        hint={isTyped(values) || form.errorOf('typed') ? undefined : t('remind.hint')}
        error={isTyped(values) && !at ? t('remind.unreadable') : form.errorOf('typed')}
      />
      <p className={classes.understood} role="status">
        {at && isTyped(values) ? t('remind.understood', { at: words(at) }) : ''}
      </p>
      <TextInput
        label={t('remind.reason')}
        autoComplete="off"
        maxLength={maxReasonLength}
        value={reasonOf(values)}
        onChange={(event) => put({ reason: event.currentTarget.value })}
      />
    </FormDialog>
  )
}

type Offered = ReturnType<typeof remindersAt>
type PresetsProps = { offered: Offered; value: string | undefined; onChange: (preset: Offered[number]['preset']) => void }

function Presets({ offered, value, onChange }: PresetsProps) {
  const { t } = useTranslation('message_room')
  const language = useLanguage()
  const name = useId()
  return (
    <div className={classes.presets} role="radiogroup" aria-label={t('remind.chips')}>
      {offered.map(({ preset, at }, index) => (
        <label key={preset} className={classes.preset}>
          <input type="radio" name={name} checked={value === preset} data-autofocus={index === 0 || undefined} onChange={() => onChange(preset)} />
          <span>{t(`remind.${preset}`)}</span>
          <span className={classes.at}>{formatSentenceDate(at, language)}</span>
        </label>
      ))}
    </div>
  )
}

/** Current time, updated so that the suggested times stay correct while the dialog is open. */
function useClock() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), clockIntervalMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
