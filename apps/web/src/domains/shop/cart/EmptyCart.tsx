import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { useListOrdersQuery } from '../api.ts'

/** The empty cart of the signed-in patient. Leads to an order that waits for payment: its products were in the cart, and are reserved for a short time only. */
export function EmptyCart({ text, action }: { text?: string; action: ReactNode }) {
  const { t } = useTranslation('order')
  const unpaid = useListOrdersQuery({}).currentData?.items.find(({ status, source }) => status === 'pending' && source === 'web')
  if (!unpaid) return <Empty title={t('checkout.empty')} text={text} action={action} />
  return (
    <Empty
      title={t('checkout.empty')}
      text={t('checkout.unpaid')}
      action={<ButtonLink to={`/shop/orders/${unpaid.id}`}>{t('checkout.toUnpaid')}</ButtonLink>}
    />
  )
}
