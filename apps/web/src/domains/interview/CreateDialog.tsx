import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useAddInterviewMutation } from './api.ts'
import { BookingFields } from './edit/BookingFields.tsx'
import { acceptedIds, type Conflict, Conflicts, idsOf, NotifyField, useConflicts } from './edit/Conflicts.tsx'
import { type Draft, isOver, newDraft, requestBodyOf, timesOf } from './edit/draft.ts'
import { type ChosenPatient, PatientField } from './edit/PersonFields.tsx'
import { fieldNames, useBookingErrors } from './edit/use-booking-errors.ts'

type Props = {
  /** The patient; if undefined, the dialog has a patient field. */
  user_id?: number
  /** Start of the half hour clicked in the week grid. */
  at?: string
  onClose: () => void
  onCreated?: (id: number) => void
}

/** `accepted`: ids of the accepted conflicts, as one text (`idsOf`). */
type Values = Draft & { patient?: ChosenPatient; notifies?: boolean; accepted: string }

const isPast = (draft: Draft) => {
  const times = timesOf(draft)
  return times !== undefined && isOver(times)
}

export function CreateDialog({ user_id: givenUserId, at, onClose, onCreated }: Props) {
  const { t } = useTranslation('interviews')
  const me = useAppSelector(selectMe)
  const caller = me
    ? [{ id: me.id, role: me.role, first_name: me.first_name, last_name: me.last_name, first_name_kana: '', last_name_kana: '', icon: null }]
    : []
  const isCare = me?.role !== 'admin'
  const bookingErrors = useBookingErrors()
  const [add] = useAddInterviewMutation()
  const form = useForm<Values, { id: number }>(
    `interviews/new/${givenUserId ?? ''}/${at ?? ''}`,
    { ...newDraft(new Date(), isCare ? caller : [], at), accepted: '' },
    {
      check: (values) => ({
        patient: givenUserId || values.patient ? undefined : t('wrong.patient'),
        ...bookingErrors(values),
        accepted: values.accepted === idsOf(conflicts) ? undefined : t('wrong.accept'),
        notifies: isPast(values) || values.notifies !== undefined ? undefined : t('wrong.notify'),
      }),
      send: (values) =>
        add({
          interviewee_id: givenUserId ?? values.patient!.id,
          ...requestBodyOf(values, timesOf(values)!),
          notify: !isPast(values) && values.notifies === true,
          accept_conflicts: acceptedIds(values.accepted),
        }),
      messages: { done: t('made') },
      names: fieldNames,
      onClose,
      onSaved: ({ id }) => onCreated?.(id),
    },
  )
  const { values, put } = form
  const user_id = givenUserId ?? values.patient?.id
  const times = timesOf(values)
  const conflicts: Conflict[] = useConflicts({ user_id, times, participants: values.participants })
  return (
    <FormDialog form={form} title={t('create')} width={640} submit={t('create.save')} cancel={t('cancelEdit')}>
      {givenUserId === undefined ? <PatientField {...form.field('patient')} /> : null}
      <BookingFields form={form} user_id={user_id} />
      <Conflicts items={conflicts} accepted={values.accepted} onAccept={(accepted) => put({ accepted })} error={form.errorOf('accepted')} />
      {isPast(values) ? null : <NotifyField user_id={user_id} change="made" times={times} place={values} {...form.field('notifies')} />}
    </FormDialog>
  )
}
