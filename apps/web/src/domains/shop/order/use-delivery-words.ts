import { formatDay } from '@sukoyaka/rules/time'
import type { OrderSummary } from '@sukoyaka/wire/people/order'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'

/** The promised day of an order, and the time window if one was chosen; empty without a day. */
export const useDeliveryWords = () => {
  const { t } = useTranslation('order')
  const language = useLanguage()
  return ({ delivery_on, delivery_window }: Pick<OrderSummary, 'delivery_on' | 'delivery_window'>) => {
    if (delivery_on === null) return ''
    const day = formatDay(delivery_on, language, 'weekday')
    return delivery_window ? t('order.deliveryAt', { day, window: t(`window.${delivery_window}`) }) : day
  }
}
