import type { Interview } from '@sukoyaka/wire/care/interview'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Conflicts, NotifyField, useAccepted, useConflicts, useFocusInvalid } from './Conflicts.tsx'
import type { Draft, Times } from './draft.ts'
import classes from './Fields.module.css'

/** `move`: the start changes. `place`: the start stays, but another field that the patient sees changes. `move` and `cancel` require a reason. */
export type SaveAction = 'move' | 'place' | 'cancel'
export type Confirmed = { reason?: string; notify: boolean; accept_conflicts: boolean }

type Props = {
  action: SaveAction
  interview: Interview
  draft: Pick<Draft, 'meeting_type' | 'location' | 'facility_id' | 'participants'>
  times: Times
  /** Reason as typed; held by the page so that it survives the dialog. */
  reason: string
  onReason: (reason: string) => void
  isBusy: boolean
  failed: string | undefined
  onClose: () => void
  onConfirm: (confirmed: Confirmed) => void
}

/** Confirms a change that the patient sees, or a cancellation: reason, overlapping interviews and whether to notify the patient. */
export function ConfirmSaveDialog({ action, interview, draft, times, reason, onReason, isBusy, failed, onClose, onConfirm }: Props) {
  const { t } = useTranslation('interviews')
  const language = useLanguage()
  const [notifies, setNotifies] = useState<boolean>()
  const [checked, setChecked] = useState(false)
  const isCancelled = action === 'cancel'
  const conflicts = useConflicts({
    user_id: isCancelled ? undefined : interview.interviewee_id,
    times,
    participants: draft.participants,
    except: interview.id,
  })
  const { isAccepted, accept } = useAccepted(conflicts)
  const { box, focusInvalid } = useFocusInvalid()
  const needsReason = action !== 'place'
  const submit = () => {
    setChecked(true)
    if ((needsReason && !reason.trim()) || notifies === undefined || (conflicts.length && !isAccepted)) return focusInvalid()
    onConfirm({ ...(needsReason && { reason: reason.trim() }), notify: notifies, accept_conflicts: isAccepted })
  }
  return (
    <Dialog
      title={t(`act.${action}`)}
      onClose={onClose}
      onSubmit={submit}
      footer={(close) => (
        <>
          <Button kind="neutral" onClick={close}>
            {t('back')}
          </Button>
          <Button kind={isCancelled ? 'dan' : 'pri'} type="submit" loading={isBusy}>
            {t(`act.${action}.do`)}
          </Button>
        </>
      )}
    >
      <div ref={box} className={classes.fields}>
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
          <TextInput
            data-autofocus
            label={t('reason')}
            required
            maxLength={200}
            autoComplete="off"
            value={reason}
            onChange={(event) => onReason(event.currentTarget.value)}
            error={checked && !reason.trim() ? t('wrong.missing') : undefined}
            hint={t('reason.hint')}
          />
        ) : null}
        <Conflicts items={conflicts} isAccepted={isAccepted} onAccept={accept} error={checked && !isAccepted ? t('wrong.accept') : undefined} />
        <NotifyField
          user_id={interview.interviewee_id}
          change={isCancelled ? 'cancelled' : 'moved'}
          times={times}
          place={draft}
          value={notifies}
          onChange={setNotifies}
          error={checked && notifies === undefined ? t('wrong.notify') : undefined}
        />
        {failed ? (
          <p role="alert" style={{ color: 'var(--danger-fg)', margin: 0 }}>
            {failed}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
