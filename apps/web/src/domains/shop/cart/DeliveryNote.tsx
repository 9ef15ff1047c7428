import type { CartCalculation } from '@sukoyaka/wire/people/cart'
import { IconTruckDelivery } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { yen } from '../../../ui/text/yen.ts'
import { useGetDeliveryRuleQuery } from '../api.ts'
import classes from './Cart.module.css'

/** Says how much is missing for free delivery, or that delivery is free. Renders nothing if delivery is never free. */
export function DeliveryNote({ amounts: { missing_for_free_delivery: missing, subtotal } }: { amounts: CartCalculation }) {
  const { t } = useTranslation('shop')
  const { currentData: rule } = useGetDeliveryRuleQuery({})
  if (missing === null || !rule?.free_from) return null
  // splits the sentence at the amount, whose position depends on the language, to emphasise it
  const [before, after] = t('delivery.missing', { amount: '|' }).split('|')
  return (
    <div className={classes.delivery}>
      <p>
        <IconTruckDelivery aria-hidden />
        <span>
          {missing ? (
            <>
              {before}
              <b>{yen(missing)}</b>
              {after}
            </>
          ) : (
            t('delivery.free')
          )}
        </span>
        <small>{t('delivery.from', { amount: yen(rule.free_from) })}</small>
      </p>
      <progress value={Math.min(subtotal, rule.free_from)} max={rule.free_from} aria-hidden="true" />
    </div>
  )
}
