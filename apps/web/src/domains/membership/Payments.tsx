import { formatDay } from '@sukoyaka/rules/time'
import { type ContractCharge, getChargeReceipt, type Membership } from '@sukoyaka/wire/care/membership'
import { IconAlertCircle } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { save } from '../../ui/form/save.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'
import { yen } from '../../ui/text/yen.ts'
import { useListPaymentSourcesQuery } from '../payment/api.ts'
import { ReceiptDialog } from '../payment/ReceiptDialog.tsx'
import { useRetryChargeRefundMutation } from './api.ts'
import classes from './Membership.module.css'

const Disputes = lazyNamed(() => import('../payment/Disputes.tsx'), 'Disputes')

type Props = { membership: Membership; user_id: number; isOwn: boolean }

const stateOf = ({ status, decline_reason, refunded_amount, refunding_amount }: ContractCharge) => {
  if (status === 'skipped' && refunding_amount) return 'refunding'
  if (status === 'skipped' && refunded_amount) return 'refunded'
  return status === 'due' && decline_reason === null ? 'upcoming' : status
}
/** The amounts of a charge that were refunded or are being refunded, each with its phrase. Staff also see the amount of a failed refund. */
const refundsOf = ({ refunded_amount, duplicate_refunded_amount, refunding_amount, failed_refund_amount }: ContractCharge, isOwn: boolean) =>
  (
    [
      { key: 'payment.refundedAmount', amount: refunded_amount },
      { key: 'payment.duplicateRefunded', amount: duplicate_refunded_amount },
      { key: 'payment.refundingAmount', amount: refunding_amount },
      { key: 'payment.refundFailed', amount: isOwn ? 0 : failed_refund_amount },
    ] as const
  ).filter(({ amount }) => amount)

/** The next payment, the saved card and the charges. */
export function Payments({ membership: { next_charge, charges }, user_id, isOwn }: Props) {
  const { t } = useTranslation('membership')
  const language = useLanguage()
  const { currentData: cards } = useListPaymentSourcesQuery({ user_id })
  const card = cards?.items[0]
  const day = (text: string) => formatDay(text, language)
  return (
    <Card title={t('payment.title')}>
      {next_charge ? (
        <div className={classes.next}>
          <p>
            <span className={classes.quiet}>{t('payment.next')}</span>
            <strong>{day(next_charge.due_on)}</strong>
          </p>
          <p className={classes.amount}>
            <strong>{yen(next_charge.amount)}</strong>
            <span className={classes.quiet}>{t('payment.tax', { tax: yen(next_charge.tax) })}</span>
            {next_charge.coupon_name ? (
              <span className={classes.quiet} lang={recordLang(next_charge.coupon_name, language)}>
                {t('payment.coupon', { name: next_charge.coupon_name, amount: yen(-next_charge.discount) })}
              </span>
            ) : null}
          </p>
        </div>
      ) : null}
      {cards ? (
        <div className={classes.line}>
          {card ? (
            <span>
              <span className={classes.brand}>{card.brand.toUpperCase()}</span> {t('payment.card', { last4: card.last4 })}
              <small className={classes.expiry}>
                {t('payment.cardExpires', { month: String(card.exp_month).padStart(2, '0'), year: String(card.exp_year).slice(2) })}
              </small>
            </span>
          ) : (
            <span className={classes.quiet}>{t('payment.noCard')}</span>
          )}
          {isOwn ? (
            <ButtonLink to="/settings/payment" kind="ghost" size="small">
              {t(card ? 'due.changeCard' : 'due.addCard')}
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
      {charges.length ? (
        <ul className={classes.charges}>
          {charges.map((charge) => (
            <ChargeRow key={charge.id} charge={charge} isOwn={isOwn} />
          ))}
        </ul>
      ) : next_charge ? null : (
        <p className={classes.quiet}>{t('payment.none')}</p>
      )}
    </Card>
  )
}

function ChargeRow({ charge, isOwn }: { charge: ContractCharge; isOwn: boolean }) {
  const { t } = useTranslation('membership')
  const language = useLanguage()
  const mayRefund = usePermission('administration.write')
  const [isOpen, setOpen] = useState(false)
  const state = stateOf(charge)
  const isBad = state === 'due' || state === 'unpaid'
  const day = formatDay(charge.due_on, language)
  return (
    <li className={classes.line}>
      <span>{day}</span>
      <span className={classes.sum}>
        {yen(charge.amount)}
        {charge.discount ? <small className={classes.expiry}>{t('payment.discount', { amount: yen(-charge.discount) })}</small> : null}
        {refundsOf(charge, isOwn).map(({ key, amount }) => (
          <small key={key} className={classes.expiry}>
            {t(key, { amount: yen(amount) })}
          </small>
        ))}
      </span>
      {charge.disputes?.length ? (
        <Suspense>
          <Disputes disputes={charge.disputes} />
        </Suspense>
      ) : null}
      {mayRefund && charge.failed_refund_amount ? <RefundAgain charge={charge} day={day} /> : null}
      {state === 'paid' ? (
        <Button kind="ghost" size="small" aria-label={t('payment.receiptOf', { day })} onClick={() => setOpen(true)}>
          {t('payment.receipt')}
        </Button>
      ) : (
        <Badge tone={isBad ? 'danger' : 'outline'} icon={isBad ? <IconAlertCircle size={14} aria-hidden /> : undefined}>
          {t(`payment.${state}`)}
        </Badge>
      )}
      {isOpen ? (
        <ReceiptDialog
          endpoint={getChargeReceipt}
          id={charge.id}
          number={charge.due_on.replaceAll('-', '')}
          addressee=""
          hint={t('payment.receiptNote')}
          {...(isOwn && { patient: null })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </li>
  )
}

/** Repeats the refund of a charge that failed (not optimistic). */
function RefundAgain({ charge: { id, failed_refund_amount }, day }: { charge: ContractCharge; day: string }) {
  const { t } = useTranslation('membership')
  const [retry] = useRetryChargeRefundMutation()
  const [isAsking, setAsking] = useState(false)
  const amount = yen(failed_refund_amount)
  return (
    <>
      <Button kind="danger-outline" size="small" aria-label={t('payment.refundAgainOf', { day })} onClick={() => setAsking(true)}>
        {t('payment.refundAgain')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('payment.refundAgain')}
          question={t('payment.refundAgainQuestion', { amount })}
          confirm={t('payment.refundAgain')}
          kind="danger"
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            void save(() => retry({ id }), { done: t('payment.refundStarted'), failed: t('payment.refundNotStarted'), text: amount })
          }}
        />
      ) : null}
    </>
  )
}
