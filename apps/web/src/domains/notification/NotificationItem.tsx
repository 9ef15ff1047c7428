import type { Notification } from '@sukoyaka/wire/people/notification'
import {
  IconAt,
  IconBell,
  IconCalendarEvent,
  IconClipboardText,
  IconCreditCard,
  IconFileText,
  IconHeartHandshake,
  IconMessage,
  IconReportMedical,
  IconSend,
  IconShoppingBag,
  IconStethoscope,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { DateText } from '../../ui/date/DateText.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { useCheckNotificationMutation } from './api.ts'
import classes from './NotificationList.module.css'
import { pathOf } from './notification-path.ts'

const icons = {
  message: IconMessage,
  mention: IconAt,
  reminder: IconBell,
  bulk_test: IconSend,
  results_released: IconReportMedical,
  interview: IconCalendarEvent,
  interview_summary: IconFileText,
  data_entry_request: IconClipboardText,
  test_package: IconStethoscope,
  test_package_moved: IconStethoscope,
  stress_interview: IconHeartHandshake,
  contract_payment: IconCreditCard,
  contract_refunded: IconCreditCard,
  order_paid: IconShoppingBag,
  order_shipped: IconShoppingBag,
  order_cancelled: IconShoppingBag,
  order_refunded: IconShoppingBag,
  regular_delivery_payment: IconCreditCard,
  regular_delivery_skipped: IconShoppingBag,
  regular_delivery_reduced: IconShoppingBag,
  order_refund_failed: IconShoppingBag,
  contract_refund_failed: IconCreditCard,
  order_disputed: IconShoppingBag,
  contract_disputed: IconCreditCard,
  recommendation: IconShoppingBag,
  patients_merged: IconUsersGroup,
  red_flag_symptoms: IconClipboardText,
} as const

const kindKey = (kind: Notification['kind'], count: number) =>
  count > 1 && (kind === 'message' || kind === 'mention') ? (`kind.${kind}.many` as const) : (`kind.${kind}` as const)

/** Notification with patient, kind and time. A click marks it as checked and opens its target, if it has one. */
export function NotificationItem({ notification }: { notification: Notification }) {
  const { t } = useTranslation('notification')
  const me = useAppSelector(selectMe)
  const [check] = useCheckNotificationMutation()
  if (!me) return null
  const { id, kind, patient, count, body, is_urgent, checked_at, updated_at } = notification
  // a newer server may send a kind that this page does not know
  const isKnown = kind in icons
  const Icon = isKnown ? icons[kind] : IconBell
  const path = pathOf(notification, me.id)
  const whose = patient && patient.id !== me.id ? `${patient.last_name} ${patient.first_name}` : null
  const markChecked = () => {
    if (checked_at === null) void check({ id })
  }
  const content = (
    <>
      <span className={classes.dot} aria-hidden />
      <span className={classes.icon}>
        <Icon size={20} stroke={1.6} aria-hidden />
      </span>
      <span className={classes.words}>
        {checked_at === null ? <span className="visually-hidden">{t('new')}</span> : null}
        {whose ? <span className={classes.whose}>{whose}</span> : null}
        <span className={classes.what}>
          {isKnown ? t(kindKey(kind, count), { count }) : t('kind.other')}
          {is_urgent ? <Badge>{t('urgent')}</Badge> : null}
        </span>
        {body ? <span className={classes.body}>{body}</span> : null}
      </span>
      <span className={classes.when}>
        <DateText value={updated_at} time />
      </span>
    </>
  )
  return (
    <li className={classes.item} data-unseen={checked_at === null || undefined}>
      {path ? (
        <Link to={path} className={classes.row} onClick={markChecked}>
          {content}
        </Link>
      ) : (
        <button type="button" className={classes.row} onClick={markChecked}>
          {content}
        </button>
      )}
    </li>
  )
}
