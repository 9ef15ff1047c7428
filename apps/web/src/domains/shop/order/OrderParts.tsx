import type { Order } from '@sukoyaka/wire/people/order'
import { IconCheck, IconMessage, IconPhone } from '@tabler/icons-react'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { yen } from '../../../ui/text/yen.ts'
import { useListProductsQuery } from '../api.ts'
import { Totals } from '../cart/Totals.tsx'
import { ProductPicture } from '../ProductPicture.tsx'
import classes from './Order.module.css'
import { OrderActions } from './OrderActions.tsx'
import { RecipientText } from './RecipientText.tsx'
import { useDeliveryWords } from './use-delivery-words.ts'

const steps = ['placed', 'paid', 'shipped', 'delivered'] as const

/** State of an order: four steps if it is pending, paid, shipped or delivered. Otherwise, and if an event has a note, its history. */
export function OrderState({ order, isPlaced, children }: { order: Order; isPlaced: boolean; children?: ReactNode }) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  const { status, events, carrier, tracking_number, payment, delivery_on } = order
  const deliveryOf = useDeliveryWords()
  const timeOf = (kind: (typeof events)[number]['kind']) => events.find((event) => event.kind === kind)?.created_at
  const isOnWay = status === 'paid' || status === 'shipped' || status === 'delivered' || status === 'pending'
  const last = steps.findLastIndex((step) => timeOf(step))
  return (
    <Card title={isPlaced ? t('order.placed') : t(`status.${status}`)}>
      {isPlaced ? <p className={classes.lead}>{t(`status.${status}`)}</p> : null}
      {status === 'failed' && payment?.decline_text ? <p className={classes.problem}>{payment.decline_text}</p> : null}
      {isOnWay ? (
        <ol className={classes.steps}>
          {steps.map((step, at) => {
            const time = timeOf(step)
            return (
              <li key={step} data-done={time ? true : undefined} aria-current={at === last ? 'step' : undefined}>
                <span className={classes.dot}>{time ? <IconCheck aria-hidden /> : null}</span>
                <span className={classes.stepName}>{t(`event.${step}`)}</span>
                <span className={classes.note}>{time ? formatDate(time, language, { time: true }) : ''}</span>
              </li>
            )
          })}
        </ol>
      ) : null}
      {isOnWay && status !== 'delivered' && delivery_on ? (
        <p className={classes.tracking}>
          {t('order.delivery')} <b>{deliveryOf(order)}</b>
        </p>
      ) : null}
      {tracking_number || carrier ? (
        <p className={classes.tracking}>
          {carrier} {tracking_number ? t('order.tracking') : null} <b>{tracking_number}</b>
        </p>
      ) : null}
      {isOnWay && !events.some(({ note }) => note) ? null : (
        <ol className={classes.history} aria-label={t('order.history')}>
          {events.map(({ id, kind, note, amount, created_at }) => (
            <li key={id}>
              <span className={classes.note}>{formatDate(created_at, language, { time: true })}</span>
              <span>
                {t(`event.${kind}`)} {amount === null ? null : yen(amount)}
                {note ? (
                  <span className={classes.eventNote} lang={recordLang(note, language)}>
                    {note}
                  </span>
                ) : null}
              </span>
            </li>
          ))}
        </ol>
      )}
      {children}
    </Card>
  )
}

export function OrderItems({ order: { items } }: { order: Order }) {
  const { t } = useTranslation(['order', 'shop'])
  const language = useLanguage()
  const { currentData: sold } = useListProductsQuery({ include: ['category'] })
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Card title={t('order:order.items')} action={<span className={classes.note}>{t('order:order.count', { count: units })}</span>}>
      <ul>
        {items.map(({ id, product_id, display_name, quantity, tax_rate, amount }) => (
          <li key={id} className={classes.item}>
            <div className={classes.thumb}>
              <ProductPicture product={sold?.items.find((product) => product.id === product_id) ?? { id, images: [] }} />
            </div>
            <div>
              <p className={classes.name} lang={recordLang(display_name, language)}>
                {display_name}
              </p>
              <p className={classes.note}>
                {t('order:checkout.quantity', { count: quantity })}　{tax_rate === 8 ? '※' : ''}
                {tax_rate}%
              </p>
            </div>
            <b>{yen(amount)}</b>
          </li>
        ))}
      </ul>
      {items.some(({ tax_rate }) => tax_rate === 8) ? <p className={clsx(classes.note, classes.reduced)}>{t('order:order.reduced')}</p> : null}
    </Card>
  )
}

export function OrderPayment({ order }: { order: Order }) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  const { payment, refunded_amount } = order
  return (
    <Card title={t('order.payment')}>
      <Totals amounts={order} />
      {payment?.card && payment.paid_at ? (
        <p className={classes.paid}>
          {t('order.card', { card: `${payment.card.brand.toUpperCase()} •••• ${payment.card.last4}`, day: formatDate(payment.paid_at, language) })}
        </p>
      ) : null}
      {refunded_amount ? <p className={classes.paid}>{t('order.refunded', { amount: yen(refunded_amount) })}</p> : null}
      <OrderActions order={order} />
    </Card>
  )
}

/** Where the order goes, and how to ask about it: in the chat, or without chat by phone. */
export function OrderRecipient({ order, hasChat }: { order: Order; hasChat: boolean }) {
  const { t } = useTranslation('order')
  const { number, recipient_name, phone_number, address, user_id } = order
  return (
    <Card title={t('address.title')}>
      <RecipientText recipient_name={recipient_name} phone_number={phone_number} address={address} />
      <p className={classes.paid}>
        {t('order.number')} <b>{number}</b>
      </p>
      <div className={classes.ask}>
        <p className={classes.note}>{t(hasChat ? 'order.ask' : 'order.askSeller')}</p>
        {hasChat ? (
          <ButtonLink to={`/messages/${user_id}`} size="small" icon={<IconMessage aria-hidden />}>
            {t('order.askTeam')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/seller" size="small" icon={<IconPhone aria-hidden />}>
            {t('order.askPhone')}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
