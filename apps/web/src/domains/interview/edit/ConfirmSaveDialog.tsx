import type { Interview } from '@sukoyaka/wire/care/interview'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { acceptedIds, Conflicts, idsOf, NotifyField, useConflicts } from './Conflicts.tsx'
import { type Draft, isOver, type Times } from './draft.ts'

/** `move`: the start changes. `place`: the start stays, but place, meeting URL, end or participants change. `move` and `cancel` require a reason. */
export type SaveAction = 'move' | 'place' | 'cancel'
export type Confirmed = { reason?: string; notify: boolean; accept_conflicts: number[] }

type Props = {
  action: SaveAction
  interview: Interview
  draft: Pick<Draft, 'meeting_type' | 'location' | 'facility_id' | 'participants'>
  times: Times
  onClose: () => void
  onConfirm: (confirmed: Confirmed) => Promise<{ error?: unknown }>
}

/** `accepted`: ids of the accepted conflicts, as one text (`idsOf`). The reason is kept when a 409 or the end of the session closes the dialog. */
type Values = { reason: string; accepted: string; notifies?: boolean }
const empty: Values = { reason: '', accepted: '' }

/**
 * Confirms a change that the patient sees, or a cancellation. Asks whether to notify the patient, unless the interview is over. Unless `action` is `place`, also
 * asks for the reason; unless it is `cancel`, also asks to accept overlapping interviews.
 */
export function ConfirmSaveDialog({ action, interview, draft, times, onClose, onConfirm }: Props) {
  const { t } = useTranslation('interviews')
  const language = useLanguage()
  const isCancellation = action === 'cancel'
  const conflicts = useConflicts({
    user_id: isCancellation ? undefined : interview.interviewee_id,
    times,
    participants: draft.participants,
    except: interview.id,
  })
  const needsReason = action !== 'place'
  const asksToNotify = !isOver(times)
  const form = useForm<Values>(`interviews/${interview.id}/reason`, empty, {
    check: ({ reason, accepted, notifies }) => ({
      reason: needsReason && !reason.trim() ? t('wrong.missing') : undefined,
      accepted: accepted === idsOf(conflicts) ? undefined : t('wrong.accept'),
      notifies: asksToNotify && notifies === undefined ? t('wrong.notify') : undefined,
    }),
    send: ({ reason, accepted, notifies }) =>
      onConfirm({ ...(needsReason && { reason: reason.trim() }), notify: asksToNotify && notifies === true, accept_conflicts: acceptedIds(accepted) }),
    onClose,
  })
  const { values, put, field } = form
  return (
    <FormDialog form={form} title={t(`act.${action}`)} unsaved={false} submit={t(`act.${action}.do`)} isDanger={isCancellation} cancel={t('back')}>
      <p style={{ margin: 0 }}>
        {action === 'move' ? (
          <>
            <s>{formatDate(interview.conducted_at, language, { weekday: true, time: true })}</s>
            {' → '}
            <strong>{formatDate(times.conducted_at, language, { weekday: true, time: true })}</strong>
          </>
        ) : (
          formatDate(times.conducted_at, language, { weekday: true, time: true })
        )}
      </p>
      {needsReason ? (
        <TextInput data-autofocus label={t('reason')} required maxLength={200} autoComplete="off" {...field('reason')} hint={t('reason.hint')} />
      ) : null}
      <Conflicts items={conflicts} accepted={values.accepted} onAccept={(accepted) => put({ accepted })} error={form.errorOf('accepted')} />
      {asksToNotify ? (
        <NotifyField user_id={interview.interviewee_id} change={isCancellation ? 'cancelled' : 'moved'} times={times} place={draft} {...field('notifies')} />
      ) : null}
    </FormDialog>
  )
}
