import { fullName } from '@sukoyaka/rules/person'
import { type InterviewChange, type listInterviewConflicts, previewInterviewNotice } from '@sukoyaka/wire/care/interview'
import type { Reply } from '@sukoyaka/wire/endpoint'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/call-endpoint.ts'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { formatDate, formatTime, useLanguage } from '../../../ui/date/tokyo.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { listSeparator } from '../../../ui/text/list-separator.ts'
import { useListInterviewConflictsQuery } from '../api.ts'
import { useInterviewName } from '../words.ts'
import type { Draft, Times } from './draft.ts'
import classes from './Fields.module.css'

type ConflictQuery = { user_id: number | undefined; times: Times | undefined; participants: readonly { id: number }[]; except?: number | undefined }

/** Interviews of the patient or the participants at the same time. Queried while the form is edited, so the warning precedes saving. */
export const useConflicts = ({ user_id, times, participants, except }: ConflictQuery): Conflict[] => {
  const ids = participants.map(({ id }) => id)
  const debouncedJson = useDebounced(JSON.stringify({ interviewee_id: user_id, participants: ids, from: times?.conducted_at, to: times?.ends_at, except }), 200)
  const queryArgs = JSON.parse(debouncedJson) as { interviewee_id: number; participants: number[]; from: string; to: string; except?: number }
  const skip = queryArgs.interviewee_id === undefined || queryArgs.from === undefined
  const { currentData } = useListInterviewConflictsQuery(queryArgs, { skip, refetchOnMountOrArgChange: true })
  return skip ? [] : (currentData?.items ?? [])
}

export type Conflict = Reply<typeof listInterviewConflicts>['items'][number]

/** The ids of conflicts as one text. The accepted text is compared with it: a different set of conflicts must be accepted again. */
export const idsOf = (conflicts: readonly Conflict[]) => conflicts.map(({ id }) => id).join()

/** The accepted ids, as the request names them. */
export const acceptedIds = (accepted: string) => (accepted ? accepted.split(',').map(Number) : [])

type ConflictsProps = { items: readonly Conflict[]; accepted: string; onAccept: (accepted: string) => void; error?: string | undefined }

export function Conflicts({ items, accepted, onAccept, error }: ConflictsProps) {
  const { t } = useTranslation('interviews')
  const language = useLanguage()
  const nameOf = useInterviewName()
  if (!items.length) return null
  return (
    <div className={classes.conflicts} role="alert">
      <p>
        <IconAlertTriangle aria-hidden />
        {t('conflict.title')}
      </p>
      <ul>
        {items.map((interview) => (
          <li key={interview.id}>
            <span>
              {formatDate(interview.conducted_at, language, { year: false, weekday: true, time: true })}
              {interview.ends_at ? `–${formatTime(interview.ends_at)}` : ''}
            </span>
            <span lang="ja">{fullName(interview.interviewee, language)}</span>
            <span>{nameOf(interview)}</span>
            {interview.participants.length ? (
              <span>{t('conflict.who', { names: interview.participants.map((person) => fullName(person, language)).join(listSeparator(language)) })}</span>
            ) : (
              <span>{t('conflict.patient')}</span>
            )}
          </li>
        ))}
      </ul>
      <Checkbox
        label={t('conflict.accept')}
        checked={accepted === idsOf(items)}
        onChange={(event) => onAccept(event.currentTarget.checked ? idsOf(items) : '')}
        error={error}
      />
    </div>
  )
}

type Notice = { subject: string; text: string }
type NotifyFieldProps = {
  user_id: number | undefined
  change: InterviewChange
  times: Pick<Times, 'conducted_at'> | undefined
  place: Pick<Draft, 'meeting_type' | 'location' | 'facility_id'>
  value: boolean | undefined
  onChange: (notifies: boolean) => void
  error?: string | undefined
}

/** Asks whether to notify the patient of the change, with a preview of the message; no option is preselected. */
export function NotifyField({ user_id, change, times, place, value, onChange, error }: NotifyFieldProps) {
  const { t } = useTranslation('interviews')
  const [preview] = useCall(previewInterviewNotice)
  const [notice, setNotice] = useState<Notice>()
  const errorId = useId()
  const { meeting_type, location, facility_id } = place
  const debouncedJson = useDebounced(
    JSON.stringify({ interviewee_id: user_id, change, conducted_at: times?.conducted_at, meeting_type, location: location.trim(), facility_id }),
    300,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `debouncedJson` contains every input of the request
  useEffect(() => {
    const input = JSON.parse(debouncedJson)
    if (!value || !input.interviewee_id || !input.conducted_at) return
    let isCurrent = true
    void preview(input).then(({ data }) => isCurrent && data && setNotice(data))
    return () => {
      isCurrent = false
    }
  }, [debouncedJson, value])
  return (
    <div className={classes.telling}>
      <p>{t('notify.ask')}</p>
      <Segmented
        label={t('notify.ask')}
        errorId={error ? errorId : undefined}
        value={value === undefined ? ('' as 'yes' | 'no') : value ? 'yes' : 'no'}
        onChange={(choice) => onChange(choice === 'yes')}
        options={[
          { value: 'yes', label: t('notify.yes') },
          { value: 'no', label: t('notify.no') },
        ]}
      />
      {error ? <FieldMessage id={errorId}>{error}</FieldMessage> : null}
      {value && notice ? (
        <section className={classes.letter} aria-label={t('notify.preview')} lang="ja">
          <strong>{notice.subject}</strong>
          {notice.text}
        </section>
      ) : null}
    </div>
  )
}
