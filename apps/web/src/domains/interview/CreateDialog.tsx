import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { useFormDraft } from '../../api/form-drafts.ts'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { Button } from '../../ui/button/Button.tsx'
import { FieldMessage } from '../../ui/form/FieldMessage.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAddInterviewMutation } from './api.ts'
import { BookingFields } from './BookingFields.tsx'
import { Conflicts, NotifyField, useAccepted, useConflicts, useFocusInvalid } from './Conflicts.tsx'
import { newDraft, requestBodyOf, timesOf, validateDraft } from './draft.ts'
import classes from './Fields.module.css'
import { type Chosen, PatientField } from './PersonFields.tsx'

type Props = {
  /** The patient; if undefined, the dialog has a patient field. */
  user_id?: number
  /** Start time of the slot clicked in the week grid. */
  at?: string
  onClose: () => void
  onCreated?: (id: number) => void
}

export function CreateDialog({ user_id: givenUserId, at, onClose, onCreated }: Props) {
  const { t } = useTranslation('interviews')
  const me = useAppSelector(selectMe)
  const own = me ? [{ id: me.id, role: me.role, first_name: me.first_name, last_name: me.last_name, first_name_kana: '', last_name_kana: '', icon: null }] : []
  const [now] = useState(() => new Date())
  const isCare = me?.role !== 'admin'
  const [first] = useState(() => ({ draft: newDraft(now, isCare ? own : [], at), patient: undefined as Chosen | undefined }))
  const { value, put, forget } = useFormDraft(`interviews/new/${givenUserId ?? ''}/${at ?? ''}`, first)
  const { draft, patient } = value
  const [checked, setChecked] = useState(false)
  const [notifies, setNotifies] = useState<boolean>()
  const [failed, setFailed] = useState<string>()
  const [add, { isLoading }] = useAddInterviewMutation()
  const user_id = givenUserId ?? patient?.id
  const times = timesOf(draft)
  const errors = validateDraft(draft, now)
  const conflicts = useConflicts({ user_id, times, participants: draft.participants })
  const { isAccepted, accept } = useAccepted(conflicts)
  const { box, focusInvalid } = useFocusInvalid()
  const isPast = times !== undefined && Date.parse(times.ends_at) <= now.getTime()
  const leave = () => {
    forget()
    onClose()
  }
  const submit = async () => {
    setChecked(true)
    setFailed(undefined)
    if (!user_id || !times || Object.keys(errors).length || (conflicts.length && !isAccepted) || (!isPast && notifies === undefined)) return focusInvalid()
    const { data, error } = await add({
      interviewee_id: user_id,
      ...requestBodyOf(draft, times),
      notify: !isPast && notifies === true,
      accept_conflicts: isAccepted,
    })
    if (error) {
      const { error: text, fields } = error as CallError
      return setFailed([text, ...Object.values(fields ?? {}).flat()].join(' '))
    }
    toast.success(t('made'))
    leave()
    if (data) onCreated?.(data.id)
  }
  return (
    <Dialog
      title={t('create')}
      width={640}
      onClose={leave}
      onSubmit={() => void submit()}
      unsaved={JSON.stringify(value) !== JSON.stringify(first)}
      footer={(close) => (
        <>
          <Button kind="neutral" onClick={close}>
            {t('cancelEdit')}
          </Button>
          <Button kind="pri" type="submit" loading={isLoading}>
            {t('create.save')}
          </Button>
        </>
      )}
    >
      <div ref={box} className={classes.fields}>
        {givenUserId === undefined ? (
          <PatientField value={patient} onChange={(next) => put({ patient: next })} error={checked && !patient ? t('wrong.patient') : undefined} />
        ) : null}
        <BookingFields draft={draft} put={(change) => put({ draft: { ...draft, ...change } })} errors={checked ? errors : {}} user_id={user_id} />
        <Conflicts items={conflicts} isAccepted={isAccepted} onAccept={accept} error={checked && !isAccepted ? t('wrong.accept') : undefined} />
        {isPast ? null : (
          <NotifyField
            user_id={user_id}
            change="made"
            times={times}
            place={draft}
            value={notifies}
            onChange={setNotifies}
            error={checked && notifies === undefined ? t('wrong.notify') : undefined}
          />
        )}
        {failed ? <FieldMessage id="interview-failed">{failed}</FieldMessage> : null}
      </div>
    </Dialog>
  )
}
