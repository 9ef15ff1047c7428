import type { Notification } from '@sukoyaka/wire/people/notification'

/** Link target of a notification; undefined if it has none. */
export const pathOf = ({ kind, patient, message_id, record_id }: Notification, me_id: number): string | undefined => {
  if (kind === 'message' || kind === 'mention' || kind === 'reminder')
    return patient ? `/messages/${patient.id}${message_id === null || kind === 'reminder' ? '' : `?message=${message_id}`}` : undefined
  if (kind === 'bulk_test') return undefined
  if (kind === 'stress_interview') return patient ? `/${patient.id}/stress_check` : undefined
  if (kind === 'red_flag_symptoms') return patient ? `/${patient.id}/questionnaires/${record_id}` : undefined
  if (kind === 'contract_payment') return patient && patient.id !== me_id ? `/${patient.id}/summary` : '/settings/contract'
  if (kind === 'contract_refunded') return '/settings/contract'
  if (kind === 'order_refund_failed' || kind === 'order_disputed') return `/admin/orders?id=${record_id}`
  if (kind.startsWith('regular_delivery_')) return '/shop/orders'
  if (kind.startsWith('order_')) return `/shop/orders/${record_id}`
  // for staff, the notification is about a patient
  if (patient && patient.id !== me_id) return kind === 'interview' && record_id !== null ? `/interviews/${record_id}` : `/${patient.id}/summary`
  return `/${me_id}/summary`
}
