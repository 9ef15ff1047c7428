import { remindersAt, remindTime } from '@sukoyaka/rules/care/reminder-time'
import { addressedName } from '@sukoyaka/rules/person'
import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { formatSentenceDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { SubmitButtons } from '../../../ui/form/SubmitButtons.tsx'
import { save } from '../../../ui/form/save.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { useAddMessageReminderMutation, useListMessageRemindersQuery, useRemoveMessageReminderMutation } from '../room/api.ts'
import classes from './RemindDialog.module.css'

const clockIntervalMs = 15_000
const maxReasonLength = 200

type Props = { room: Pick<MessageRoom, 'patient'>; message_id?: number; onClose: () => void }

/** Reminder for a conversation at a suggested or typed time; shows how the typed text was parsed. */
export function RemindDialog({ room: { patient }, message_id, onClose }: Props) {
  const { t } = useTranslation(['message_room', 'common'])
  const language = useLanguage()
  const now = useClock()
  const name = useId()
  const { currentData } = useListMessageRemindersQuery({ patient_id: patient.id })
  const saved = currentData?.items.find((reminder) => !reminder.done_at)
  const [preset, setPreset] = useState<string>()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState<string>()
  const [checked, setChecked] = useState(false)
  const [add] = useAddMessageReminderMutation()
  const [remove] = useRemoveMessageReminderMutation()
  const offered = remindersAt(now)
  const isTyped = typed.trim() !== ''
  const at = isTyped ? remindTime(typed, now) : offered.find((option) => option.preset === preset)?.at
  const words = (instant: Date | string) => formatSentenceDate(instant, language)
  const shownReason = reason ?? saved?.reason ?? ''
  const error = isTyped && !at ? t('message_room:remind.unreadable') : checked && !at ? t('message_room:remind.chooseTime') : undefined

  const submit = () => {
    setChecked(true)
    if (!at) return
    onClose()
    const row = { patient_id: patient.id, remind_at: at.toISOString(), reason: shownReason.trim(), ...(message_id && { message_id }) }
    void save(() => add(row), { done: t('message_room:remind.saved', { at: words(at) }), failed: t('message_room:remind.failed') })
  }
  const removeReminder = () => {
    if (!saved) return
    onClose()
    void save(() => remove({ id: saved.id }), { done: t('message_room:remind.removed'), failed: t('message_room:remind.removeFailed') })
  }
  return (
    <Dialog
      title={t('message_room:remind.title')}
      subtitle={<span lang="ja">{addressedName(patient, language, 'staff')}</span>}
      onClose={onClose}
      onSubmit={submit}
      footer={(close) => (
        <>
          {saved ? (
            <Button kind="dan-o" style={{ marginRight: 'auto' }} onClick={removeReminder}>
              {t('message_room:remind.remove')}
            </Button>
          ) : null}
          <SubmitButtons label={t(saved ? 'message_room:remind.move' : 'message_room:remind.save')} onCancel={close} />
        </>
      )}
    >
      <div className={classes.body}>
        {saved ? <p className={classes.kept}>{t('message_room:remind.understood', { at: words(saved.remind_at) })}</p> : null}
        <div className={classes.presets} role="radiogroup" aria-label={t('message_room:remind.chips')}>
          {offered.map((option, index) => (
            <label key={option.preset} className={classes.preset}>
              <input
                type="radio"
                name={name}
                checked={!isTyped && preset === option.preset}
                data-autofocus={index === 0 || undefined}
                onChange={() => {
                  setPreset(option.preset)
                  setTyped('')
                }}
              />
              <span>{t(`message_room:remind.${option.preset}`)}</span>
              <span className={classes.at}>{words(option.at)}</span>
            </label>
          ))}
        </div>
        <TextInput
          label={t('message_room:remind.typed')}
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          hint={error ? undefined : isTyped && at ? undefined : t('message_room:remind.hint')}
          error={error}
        />
        <p className={classes.understood} role="status">
          {at && isTyped ? t('message_room:remind.understood', { at: words(at) }) : ''}
        </p>
        <TextInput
          label={t('message_room:remind.reason')}
          autoComplete="off"
          maxLength={maxReasonLength}
          value={shownReason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}

/** Current time, because suggested times must stay correct while the dialog is open. */
function useClock() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), clockIntervalMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
