import { skipToken } from '@reduxjs/toolkit/query/react'
import { defaultMinutes } from '@sukoyaka/rules/care/interview'
import { fullName } from '@sukoyaka/rules/person'
import { isCareRole } from '@sukoyaka/wire/access'
import { type InterviewKind, interviewKinds } from '@sukoyaka/wire/care/interview'
import { maxProposedStarts } from '@sukoyaka/wire/care/message-card'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { SelectField } from '../../../ui/choice/SelectField.tsx'
import { formatTime, useLanguage } from '../../../ui/date/tokyo.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { lengthOf } from '../../../ui/form/length.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { useAddInterviewProposalMutation, useProposalConflictsQuery } from './api.ts'
import classes from './Card.module.css'
import { type Start, StartFields, startErrorOf, timesOf } from './StartFields.tsx'

type Values = { kind: InterviewKind; meeting_type: 'online' | 'other'; minutes: number; starts: Start[]; body: string }
const minuteOptions = [15, 20, 30, 45, 60, 90]

const maxBodyLength = 1000
const empty: Values = { kind: 'follow', meeting_type: 'online', minutes: defaultMinutes.follow, starts: [{ key: 0, day: null, time: '' }], body: '' }

/** Proposes up to three interview times as a card in the thread. */
export function ProposeInterviewDialog({ patient_id, onClose }: { patient_id: number; onClose: () => void }) {
  const { t } = useTranslation('message_card')
  const [add] = useAddInterviewProposalMutation()
  const form = useForm(`interview_proposals/new/${patient_id}`, empty, {
    check: (values) => {
      const times = timesOf(values.starts)
      const errors = values.starts.map((start, at) => startErrorOf(start, times[at], times.slice(0, at)))
      return {
        ...Object.fromEntries(errors.map((error, at) => [`starts.${at}`, error && t(`propose.${error}`)])),
        body: lengthOf(values.body) > maxBodyLength,
      }
    },
    send: ({ starts, body, ...values }) => add({ patient_id, ...values, starts: timesOf(starts) as string[], ...(body.trim() && { body }) }),
    messages: { done: t('propose.sent'), failed: t('propose.failed') },
    onClose,
  })
  const { values, put, field, errorOf } = form
  const { kind, minutes, body, starts } = values
  return (
    <FormDialog
      form={form}
      title={t('propose.title')}
      subtitle={t('propose.subtitle')}
      unsaved={body !== '' || starts.some(({ day, time }) => day !== null || time !== '')}
      submit={t('propose.submit')}
    >
      <div className={classes.pair}>
        <SelectField
          label={t('propose.kind')}
          value={kind}
          onChange={(next) => put({ kind: next as InterviewKind, minutes: defaultMinutes[next as InterviewKind] })}
        >
          {interviewKinds.map((interviewKind) => (
            <option key={interviewKind} value={interviewKind}>
              {t(`kind.${interviewKind}`)}
            </option>
          ))}
        </SelectField>
        <SelectField label={t('propose.minutes')} value={String(minutes)} onChange={(next) => put({ minutes: Number(next) })}>
          {minuteOptions.map((length) => (
            <option key={length} value={length}>
              {t('proposal.minutesOf', { count: length })}
            </option>
          ))}
        </SelectField>
      </div>
      <Segmented
        label={t('propose.way')}
        options={(['online', 'other'] as const).map((value) => ({ value, label: t(`proposal.${value}`) }))}
        {...field('meeting_type')}
      />
      <StartFields
        phrasePrefix="propose"
        starts={starts}
        max={maxProposedStarts}
        errorOf={errorOf}
        onChange={(next) => put({ starts: next })}
        noteOf={(at) => <Conflicts patient_id={patient_id} minutes={minutes} at={at} />}
      />
      <TextArea label={t('propose.note')} maxLength={maxBodyLength} {...field('body')} />
    </FormDialog>
  )
}

/** Warns of interviews at this time, those of the patient and, if the sender has a care role, those of the sender. */
function Conflicts({ patient_id, minutes, at }: { patient_id: number; minutes: number; at: string | undefined }) {
  const { t } = useTranslation('message_card')
  const language = useLanguage()
  const me = useAppSelector(selectMe)
  const from = useDebounced(at ?? '', 300)
  const participants = me && isCareRole(me.role) ? [me.id] : []
  const range = from ? { from, to: new Date(Date.parse(from) + minutes * 60_000).toISOString() } : undefined
  const { currentData } = useProposalConflictsQuery(range ? { interviewee_id: patient_id, participants, ...range } : skipToken)
  if (!at || at !== from) return null
  return currentData?.items.map(({ id, conducted_at, ends_at, interviewee }) => (
    <p key={id} className={classes.busy} role="status">
      <IconAlertTriangle aria-hidden />
      {t('propose.busy', { time: `${formatTime(conducted_at)}${ends_at ? `–${formatTime(ends_at)}` : ''}`, name: fullName(interviewee, language) })}
    </p>
  ))
}
