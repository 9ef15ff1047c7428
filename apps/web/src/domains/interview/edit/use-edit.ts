import type { Interview } from '@sukoyaka/wire/care/interview'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../api/call-error.ts'
import { isSame } from '../../../ui/form/form-state.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { useChangeInterviewMutation } from '../api.ts'
import type { Confirmed, SaveAction } from './ConfirmSaveDialog.tsx'
import { changesIn, type Draft, draftOf, isOver, isTimeEdited, type Times, timeFields, timesOf } from './draft.ts'
import { fieldNames, useBookingErrors } from './use-booking-errors.ts'

// changes of these fields of a scheduled interview need a confirmation: the patient relies on them, and a longer time or an added participant can conflict
// with another interview
const seenFields = ['meeting_type', 'meeting_url', 'location', 'facility_id', 'ends_at', 'participants']

type Values = Draft & { summary: string }

const valuesOf = (interview: Interview): Values => ({ ...draftOf(interview), summary: interview.patient_summary })

/** `shownTimes`: the edited times, or the saved ones if unedited or invalid. `changes`: the changed fields; none while the edited times are invalid. */
const compare = (values: Values, interview: Interview) => {
  const savedTimes: Times = { conducted_at: interview.conducted_at, ends_at: interview.ends_at ?? interview.conducted_at }
  const times = isTimeEdited(values, interview) ? timesOf(values) : savedTimes
  return { shownTimes: times ?? savedTimes, changes: times ? changesIn(values, times, interview) : {} }
}

/**
 * What a cancellation also saves, because a cancelled booking cannot be changed afterwards: all edited fields except time and place. Time and place stay
 * as the patient saw them.
 */
const cancelChanges = (values: Values, interview: Interview) => {
  const { day, from, to, meeting_type, meeting_url, location, facility_id } = draftOf(interview)
  return { ...compare({ ...values, day, from, to, meeting_type, meeting_url, location, facility_id }, interview).changes, status: 'cancelled' }
}

const isBookingEdited = (values: Values, interview: Interview) => !isSame({ ...values, summary: '' }, { ...valuesOf(interview), summary: '' })

/** Form state of the interview page and its save actions. */
export const useEdit = (interview: Interview) => {
  const { t } = useTranslation('interviews')
  const [actionToConfirm, setActionToConfirm] = useState<SaveAction>()
  const [resetCount, setResetCount] = useState(0)
  /** Server state returned with a 409. */
  const [other, setOther] = useState<{ patient_summary: string }>()
  const [change] = useChangeInterviewMutation()
  const bookingErrors = useBookingErrors()

  const send = async (values: Values, updated_at: string | undefined, more: object) => {
    const isSummaryEdited = values.summary.trim() !== interview.patient_summary
    const result = await change({ id: interview.id, updated_at, ...more, ...(isSummaryEdited && { patient_summary: values.summary.trim() }) })
    const saved = (result.error as CallError | undefined)?.versions?.saved as { patient_summary: string } | undefined
    setOther(saved)
    if (saved || result.data) setActionToConfirm(undefined)
    return result
  }
  const form = useForm(`interviews/${interview.id}`, valuesOf(interview), {
    version: interview.updated_at,
    groups: [timeFields],
    check: (values) => {
      // an unedited booking may be collapsed, or locked for this user
      if (!isBookingEdited(values, interview)) return {}
      const errors = bookingErrors(values)
      return isTimeEdited(values, interview) ? errors : { ...errors, day: undefined, from: undefined, to: undefined }
    },
    send: (values, updated_at) => send(values, updated_at, compare(values, interview).changes),
    // an interview that took place is saved without a question, unless there is an overlap to be accepted
    onFailed: ({ code }) => code === 'interview_conflict' && setActionToConfirm((action) => action ?? 'place'),
    messages: { done: t(actionToConfirm === 'cancel' ? 'cancelled' : 'saved') },
    names: fieldNames,
    saved: (data) => ({ values: valuesOf(data), version: data.updated_at }),
  })
  const { changes, shownTimes } = compare(form.values, interview)
  const submit = (box?: HTMLElement) => {
    if (!form.validate(box)) return
    if ('conducted_at' in changes) return setActionToConfirm('move')
    if (interview.status === 'scheduled' && !isOver(shownTimes) && seenFields.some((field) => field in changes)) return setActionToConfirm('place')
    form.submit(box)
  }
  const confirm = (confirmed: Confirmed) =>
    form.sendWith((values, updated_at) =>
      send(values, updated_at, { ...(actionToConfirm === 'cancel' ? cancelChanges(values, interview) : changes), ...confirmed }),
    )
  const reset = () => {
    form.reset()
    setResetCount((count) => count + 1)
    setOther(undefined)
  }
  return {
    form,
    isBookingEdited: isBookingEdited(form.values, interview),
    actionToConfirm,
    setActionToConfirm,
    other,
    setOther,
    submit,
    confirm,
    reset,
    /** The key of the fields, because a field may show text that is not among the values. */
    resetCount,
    shownTimes,
  }
}
export type Edit = ReturnType<typeof useEdit>
