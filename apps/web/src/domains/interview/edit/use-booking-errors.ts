import { useTranslation } from 'react-i18next'
import { type Draft, validateDraft } from './draft.ts'

export const useBookingErrors = () => {
  const { t } = useTranslation('interviews')
  return (draft: Draft) => Object.fromEntries(Object.entries(validateDraft(draft, new Date())).map(([field, problem]) => [field, t(`wrong.${problem}`)]))
}

/** Maps a field of the request to the field of the form. */
export const fieldNames = { interviewee_id: 'patient', conducted_at: 'from', ends_at: 'to', patient_summary: 'summary' }
