import type { CartCalculation } from '@sukoyaka/wire/people/cart'
import { useTranslation } from 'react-i18next'
import { yen } from '../../../ui/text/yen.ts'
import classes from './Cart.module.css'

/** Reduced consumption tax rate (軽減税率) in per cent, which is marked as on receipts. */
const reducedRate = 8

type Props = { amounts: Pick<CartCalculation, 'subtotal' | 'discount' | 'delivery_fee' | 'taxes' | 'total'> & { coupon: { name: string } | null } }

/** The amounts of a cart or an order, as the server calculated them. */
export function Totals({ amounts: { subtotal, discount, delivery_fee, taxes, total, coupon } }: Props) {
  const { t } = useTranslation('shop')
  return (
    <>
      <dl className={classes.totals}>
        <dt>{t('total.subtotal')}</dt>
        <dd>{yen(subtotal)}</dd>
        {discount ? (
          <>
            <dt>{coupon ? t('total.coupon', { code: coupon.name }) : t('total.discount')}</dt>
            <dd className={classes.discount}>{yen(-discount)}</dd>
          </>
        ) : null}
        <dt>{t('total.delivery')}</dt>
        <dd>{delivery_fee ? yen(delivery_fee) : t('total.free')}</dd>
        <dt className={classes.total}>
          {t('total.total')}
          <small>{t('total.taxed')}</small>
        </dt>
        <dd className={classes.total}>{yen(total)}</dd>
      </dl>
      <table className={classes.taxes}>
        <thead>
          <tr>
            <th scope="col">{t('tax.title')}</th>
            <th scope="col">{t('tax.amount')}</th>
            <th scope="col">{t('tax.tax')}</th>
          </tr>
        </thead>
        <tbody>
          {taxes.map(({ tax_rate, amount, tax }) => (
            <tr key={tax_rate}>
              <th scope="row">{t(tax_rate === reducedRate ? 'tax.reduced' : 'tax.standard', { rate: tax_rate })}</th>
              <td>{yen(amount)}</td>
              <td>{yen(tax)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
