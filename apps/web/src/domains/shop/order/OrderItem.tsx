import type { OrderSummary } from '@sukoyaka/wire/people/order'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatTime } from '../../../ui/date/tokyo.ts'
import { EventCard } from '../../../ui/layout/EventCard.tsx'
import { Badge } from '../../../ui/status/Badge.tsx'
import { yen } from '../../../ui/text/yen.ts'

/** Timeline item: a purchase, with a link to its order. */
export function OrderItem({ order: { id, items, total, status, created_at }, audience }: { order: OrderSummary; audience: 'staff' | 'patient' }) {
  const { t } = useTranslation(['event', 'order'])
  const [first, ...others] = items
  const name = first?.display_name ?? ''
  return (
    <EventCard
      label={t('event:order.label')}
      title={
        <Link to={audience === 'patient' ? `/shop/orders/${id}` : `/admin/orders?id=${id}`}>
          {others.length ? t('order:orders.others', { name, count: others.length }) : name}
        </Link>
      }
      badge={<Badge tone={status === 'cancelled' || status === 'refunded' ? 'outline' : 'accent'}>{t(`order:status.${status}`)}</Badge>}
      meta={yen(total)}
      time={formatTime(created_at)}
    />
  )
}
