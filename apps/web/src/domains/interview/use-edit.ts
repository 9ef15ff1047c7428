import type { Interview } from '@sukoyaka/wire/care/interview'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { useFormDraft } from '../../api/form-drafts.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useChangeInterviewMutation } from './api.ts'
import type { Confirmed, SaveAction } from './ConfirmSaveDialog.tsx'
import { changesIn, draftOf, type Edited, isTimeEdited, rebaseDraft, savedOf, type Times, timesOf, validateDraft } from './draft.ts'

// fields the patient sees; a longer time or an added participant can also conflict with another interview
const seenFields = ['meeting_type', 'meeting_url', 'location', 'facility_id', 'ends_at', 'participants']

/** The form as a draft that survives unmounting, rebased on newer server states. */
const useRebasedDraft = (interview: Interview) => {
  const initial: Edited = { ...savedOf(interview), base: savedOf(interview) }
  const { value: draft, put, set, forget } = useFormDraft(`interviews/${interview.id}`, initial)
  const value = rebaseDraft(draft, initial.base)
  useEffect(() => {
    if (value !== draft) set(value)
  })
  return { initial, value, put, set, forget }
}

/** The reason for a change: a form draft, because the dialog closes on a conflict or at the end of the session. */
const useReason = (interview: Interview) => {
  const { value: reason, set: setReason, forget } = useFormDraft(`interviews/${interview.id}/reason`, '')
  const dropReason = () => {
    setReason('')
    forget()
  }
  return { reason, setReason, dropReason }
}

/** What the form changes, and its invalid fields. The time is checked only if it was edited. */
const compare = ({ draft, summary }: Edited, interview: Interview) => {
  const isTimeChanged = isTimeEdited(draft, interview)
  const savedTimes: Times = { conducted_at: interview.conducted_at, ends_at: interview.ends_at ?? interview.conducted_at }
  const times = isTimeChanged ? timesOf(draft) : savedTimes
  const found = validateDraft(draft, new Date())
  const isSummaryEdited = summary.trim() !== interview.patient_summary
  return {
    times,
    shownTimes: times ?? savedTimes,
    errors: isTimeChanged ? found : { ...found, day: undefined, from: undefined, to: undefined },
    changes: times ? changesIn(draft, times, interview) : {},
    isSummaryEdited,
    isDirty: isSummaryEdited || JSON.stringify(draft) !== JSON.stringify(draftOf(interview)),
  }
}

/** Form state of the interview page and its save actions. */
export const useEdit = (interview: Interview) => {
  const { t } = useTranslation('interviews')
  const { initial, value, put, set, forget } = useRebasedDraft(interview)
  const { reason, setReason, dropReason } = useReason(interview)
  const [checked, setChecked] = useState(false)
  const [act, setAct] = useState<SaveAction>()
  const [failed, setFailed] = useState<string>()
  /** Server state returned with a 409. */
  const [other, setOther] = useState<{ patient_summary: string; updated_at: string }>()
  const [change, { isLoading }] = useChangeInterviewMutation()
  const { draft, summary } = value
  const { times, shownTimes, errors, changes, isSummaryEdited, isDirty } = compare(value, interview)

  const send = async (more: object) => {
    setFailed(undefined)
    const { data, error } = await change({
      id: interview.id,
      updated_at: value.updated_at,
      ...more,
      ...(isSummaryEdited && { patient_summary: summary.trim() }),
    })
    if (data) {
      setAct(undefined)
      setOther(undefined)
      set({ ...savedOf(data), base: savedOf(data) })
      forget()
      dropReason()
      toast.success(t(act === 'cancel' ? 'cancelled' : 'saved'))
      return
    }
    const { error: text, fields, versions } = error as CallError
    const saved = versions?.saved as { patient_summary: string; updated_at: string } | undefined
    if (saved) {
      setAct(undefined)
      setOther(saved)
      // for a summary conflict the user chooses; other fields already show the merged state, so the next save uses the new version
      if (saved.patient_summary === summary.trim()) put({ updated_at: saved.updated_at })
    }
    setFailed([text, ...Object.values(fields ?? {}).flat()].join(' '))
  }
  const submit = () => {
    setChecked(true)
    setFailed(undefined)
    if (Object.values(errors).some(Boolean) || !times) return
    if ('conducted_at' in changes) return setAct('move')
    if (interview.status === 'scheduled' && seenFields.some((field) => field in changes)) return setAct('place')
    // a trainer may write the summary but no booking fields, including `accept_conflicts`
    void send(Object.keys(changes).length ? { ...changes, accept_conflicts: true } : {})
  }
  const confirm = (confirmed: Confirmed) => void send(act === 'cancel' ? { status: 'cancelled', ...confirmed } : { ...changes, ...confirmed })
  const leaveAct = () => {
    setAct(undefined)
    dropReason()
  }
  const reset = () => {
    set(initial)
    forget()
    setOther(undefined)
    setChecked(false)
    setFailed(undefined)
  }
  /** After a 409: the next save overwrites the server's version with the text of the form. */
  const resolveConflict = () => {
    if (!other) return
    put({ updated_at: other.updated_at })
    setOther(undefined)
    setFailed(undefined)
  }
  return {
    draft,
    summary,
    put,
    errors: checked ? errors : {},
    isDirty,
    isLoading,
    act,
    setAct,
    leaveAct,
    reason,
    setReason,
    failed,
    other,
    resolveConflict,
    submit,
    confirm,
    reset,
    shownTimes,
  }
}
