import type { Notification } from '@sukoyaka/wire/people/notification'

/** Where what a notification tells of is read; undefined where it leads nowhere. */
export const placeOf = ({ kind, patient, message_id, record_id }: Notification, me_id: number): string | undefined => {
  if (kind === 'message' || kind === 'mention' || kind === 'reminder')
    return patient ? `/messages/${patient.id}${message_id === null || kind === 'reminder' ? '' : `?message=${message_id}`}` : undefined
  if (kind === 'bulk_test') return undefined
  // what staff are told of an interview is about somebody else
  if (patient && patient.id !== me_id) return kind === 'interview' && record_id !== null ? `/interviews/${record_id}` : `/${patient.id}/summary`
  return `/${me_id}/summary`
}
