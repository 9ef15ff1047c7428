import { defaultMinutes } from '@sukoyaka/rules/care/interview'
import { tokyoDay } from '@sukoyaka/rules/time'
import { type InterviewKind, interviewKinds } from '@sukoyaka/wire/care/interview'
import { maxProposedStarts } from '@sukoyaka/wire/care/message-card'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../api/call-error.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { SelectField } from '../../../ui/choice/SelectField.tsx'
import { DatePicker } from '../../../ui/date/DatePicker.tsx'
import { instantOf } from '../../../ui/date/hour.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { SubmitButtons } from '../../../ui/form/SubmitButtons.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useAddInterviewProposalMutation } from './api.ts'
import classes from './Card.module.css'

type Start = { key: number; day: string | null; time: string }
type StartError = 'missing' | 'unreadable' | 'past' | 'repeated'
const lengths = [15, 20, 30, 45, 60, 90]

const startErrorOf = ({ day, time }: Start, at: string | undefined, others: readonly (string | undefined)[]): StartError | undefined => {
  if (!day || !time.trim()) return 'missing'
  if (!at) return 'unreadable'
  if (Date.parse(at) <= Date.now()) return 'past'
  return others.includes(at) ? 'repeated' : undefined
}

/** Proposes up to three interview times as a card in the thread. */
export function ProposeInterviewDialog({ patient_id, onClose }: { patient_id: number; onClose: () => void }) {
  const { t } = useTranslation(['message_card', 'common'])
  const [kind, setKind] = useState<InterviewKind>('follow')
  const [meeting_type, setWay] = useState<'online' | 'other'>('online')
  const [minutes, setMinutes] = useState(defaultMinutes.follow)
  const [starts, setStarts] = useState<Start[]>([{ key: 0, day: null, time: '' }])
  const [body, setBody] = useState('')
  const [isJudged, setJudged] = useState(false)
  const [add, { isLoading, error }] = useAddInterviewProposalMutation()
  const callError = error as CallError | undefined
  const times = starts.map(({ day, time }) => instantOf(day, time))
  const startErrors = starts.map((start, at) => startErrorOf(start, times[at], times.slice(0, at)))
  const changeStart = (key: number, change: Partial<Start>) => setStarts(starts.map((start) => (start.key === key ? { ...start, ...change } : start)))
  const submit = async () => {
    setJudged(true)
    if (isLoading || startErrors.some(Boolean)) return
    const { error: failed } = await add({ patient_id, kind, meeting_type, minutes, starts: times as string[], ...(body.trim() && { body }) })
    if (!failed) {
      toast.success(t('message_card:propose.sent'))
      return onClose()
    }
    toast.error(t('message_card:propose.failed'), { text: (failed as CallError).error })
  }
  return (
    <Dialog
      title={t('message_card:propose.title')}
      subtitle={t('message_card:propose.subtitle')}
      onClose={onClose}
      onSubmit={() => void submit()}
      unsaved={body !== '' || starts.some(({ day, time }) => day !== null || time !== '')}
      footer={(close) => <SubmitButtons label={t('message_card:propose.submit')} isBusy={isLoading} onCancel={close} />}
    >
      <div className={classes.fields}>
        <div className={classes.pair}>
          <SelectField
            label={t('message_card:propose.kind')}
            value={kind}
            onChange={(next) => {
              setKind(next as InterviewKind)
              setMinutes(defaultMinutes[next as InterviewKind])
            }}
          >
            {interviewKinds.map((interviewKind) => (
              <option key={interviewKind} value={interviewKind}>
                {t(`message_card:kind.${interviewKind}`)}
              </option>
            ))}
          </SelectField>
          <SelectField label={t('message_card:propose.minutes')} value={String(minutes)} onChange={(next) => setMinutes(Number(next))}>
            {lengths.map((length) => (
              <option key={length} value={length}>
                {t('message_card:proposal.minutesOf', { count: length })}
              </option>
            ))}
          </SelectField>
        </div>
        <Segmented
          label={t('message_card:propose.way')}
          value={meeting_type}
          onChange={setWay}
          options={(['online', 'other'] as const).map((value) => ({ value, label: t(`message_card:proposal.${value}`) }))}
        />
        {starts.map((start, at) => (
          <fieldset key={start.key} className={classes.rows}>
            <legend>{t('message_card:propose.start', { count: at + 1 })}</legend>
            <div className={classes.row}>
              <DatePicker
                label={t('message_card:propose.day')}
                value={start.day}
                onChange={(day) => changeStart(start.key, { day })}
                min={tokyoDay(new Date())}
              />
              <TextInput
                label={t('message_card:propose.time')}
                inputMode="numeric"
                autoComplete="off"
                value={start.time}
                onChange={(event) => changeStart(start.key, { time: event.currentTarget.value })}
              />
              {starts.length > 1 ? (
                <IconButton
                  label={t('message_card:propose.remove', { count: at + 1 })}
                  icon={<IconX aria-hidden />}
                  onClick={() => setStarts(starts.filter(({ key }) => key !== start.key))}
                />
              ) : null}
            </div>
            {isJudged && startErrors[at] ? <FieldMessage id={`start-${start.key}`}>{t(`message_card:propose.${startErrors[at]}`)}</FieldMessage> : null}
          </fieldset>
        ))}
        {callError?.fields?.starts ? <FieldMessage id="starts-refused">{callError.error}</FieldMessage> : null}
        {starts.length < maxProposedStarts ? (
          <div>
            <Button
              kind="ghost"
              size="small"
              icon={<IconPlus aria-hidden />}
              onClick={() => setStarts([...starts, { key: Math.max(...starts.map(({ key }) => key)) + 1, day: null, time: starts.at(-1)!.time }])}
            >
              {t('message_card:propose.add')}
            </Button>
          </div>
        ) : null}
        <TextArea label={t('message_card:propose.note')} maxLength={1000} value={body} onChange={setBody} error={callError?.fields?.body?.[0]} />
      </div>
    </Dialog>
  )
}
