import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { getReceipt } from '@sukoyaka/wire/people/order'
import { normalizeText } from '../../../access/rows.ts'
import { apiError } from '../../../errors/api-error.ts'
import { attachment } from '../../../files/file-name.ts'
import type { Call } from '../../../http/serve.ts'
import { orderReply } from '../order/order-store.ts'
import { type ReceiptData, renderReceipt } from './render.ts'

const day = (instant: string | Date) => formatDay(tokyoDay(instant), 'ja')

/** The receipt of an order: a qualified invoice if the seller is registered. */
export const sendReceipt = async ({ context, scope, input, reply }: Call<typeof getReceipt>): Promise<Buffer> => {
  const order = await orderReply(scope, input.id, 'ja')
  if (!order.has_receipt) throw apiError('order_state')
  const { name, address, registration_number = null } = context.config.seller
  const { number, recipient_name, items, taxes, total, subtotal, discount, delivery_fee, refunded_amount, payment, events } = order
  const paid_at = payment?.paid_at ?? events.find(({ kind }) => kind === 'paid')?.created_at ?? order.created_at
  const data: ReceiptData = {
    title: registration_number ? '領収書（適格請求書）' : '領収書',
    number,
    addressee: normalizeText(input.addressee ?? '') || recipient_name,
    issued_on: day(context.clock()),
    paid_on: day(paid_at),
    purpose: items.length > 1 ? `${items[0]!.display_name} ほか${items.length - 1}点の代金` : `${items[0]!.display_name}の代金`,
    method: payment?.card ? `クレジットカード（${payment.card.brand.toUpperCase()} 末尾${payment.card.last4}）` : 'クーポン',
    total,
    refunded: refunded_amount,
    subtotal,
    discount,
    delivery_fee,
    items: items.map(({ display_name, price_with_tax, quantity, amount, tax_rate }) => ({
      name: display_name,
      price_with_tax,
      quantity,
      amount,
      is_reduced: tax_rate === 8,
    })),
    taxes,
    seller: { name, address, registration_number },
  }
  const pdf = await renderReceipt(data)
  reply.header('content-type', 'application/pdf').header('content-disposition', attachment(`${number}.pdf`))
  return pdf
}
