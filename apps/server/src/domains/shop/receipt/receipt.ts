import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { getReceipt } from '@sukoyaka/wire/people/order'
import { normalizeText } from '../../../access/rows.ts'
import { sourceFile } from '../../../config/folders.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { DocumentError, renderDocument } from '../../../documents/render-document.ts'
import { apiError } from '../../../errors/api-error.ts'
import { attachment } from '../../../files/file-name.ts'
import type { Call } from '../../../http/serve.ts'
import { orderReply } from '../order/order-store.ts'

/** What the template prints. */
type ReceiptData = {
  title: string
  number: string
  addressee: string
  issued_on: string
  paid_on: string
  purpose: string
  method: string
  total: number
  refunded: number
  subtotal: number
  discount: number
  /** Null: nothing is delivered. */
  delivery_fee: number | null
  items: { name: string; price_with_tax: number; quantity: number; amount: number; is_reduced: boolean }[]
  taxes: { tax_rate: number; amount: number; tax: number }[]
  seller: { name: string; address: string; registration_number: string | null }
}

const renderReceipt = async (data: ReceiptData): Promise<Buffer> => {
  try {
    return await renderDocument(sourceFile('domains/shop/receipt/receipt.typ'), data)
  } catch (error) {
    throw error instanceof DocumentError ? apiError('receipt_failed') : error
  }
}

const day = (instant: string | Date) => formatDay(tokyoDay(instant), 'ja')

/** What was paid for. `addressee` is the name that the person asked for; without one, `name` is printed. */
export type Receipt = Omit<ReceiptData, 'title' | 'addressee' | 'issued_on' | 'paid_on' | 'method' | 'seller'> & {
  addressee: string | undefined
  name: string
  paid_at: string
  card: { brand: string; last4: string } | null
}
type Download = { context: AppContext; reply: Call<typeof getReceipt>['reply'] }

/** Sends a receipt as PDF: a qualified invoice if the seller is registered. */
export const downloadReceipt = async ({ context, reply }: Download, { addressee, name, paid_at, card, ...receipt }: Receipt): Promise<Buffer> => {
  const { registration_number = null, ...seller } = context.config.seller
  const pdf = await renderReceipt({
    ...receipt,
    title: registration_number ? '領収書（適格請求書）' : '領収書',
    addressee: normalizeText(addressee ?? '') || name,
    issued_on: day(context.clock()),
    paid_on: day(paid_at),
    method: card ? `クレジットカード（${card.brand.toUpperCase()} 末尾${card.last4}）` : 'クーポン',
    seller: { ...seller, registration_number },
  })
  reply.header('content-type', 'application/pdf').header('content-disposition', attachment(`${receipt.number}.pdf`))
  return pdf
}

/** The receipt of an order. */
export const sendReceipt = async ({ context, scope, input, reply }: Call<typeof getReceipt>): Promise<Buffer> => {
  const order = await orderReply(scope, input.id, 'ja')
  if (!order.has_receipt) throw apiError('order_state')
  const { number, recipient_name, items, taxes, total, subtotal, discount, delivery_fee, refunded_amount, payment, events } = order
  return downloadReceipt(
    { context, reply },
    {
      ...{ number, addressee: input.addressee, name: recipient_name, total, subtotal, discount, delivery_fee, taxes },
      paid_at: payment?.paid_at ?? events.find(({ kind }) => kind === 'paid')?.created_at ?? order.created_at,
      card: payment?.card ?? null,
      purpose: items.length > 1 ? `${items[0]!.display_name} ほか${items.length - 1}点の代金` : `${items[0]!.display_name}の代金`,
      refunded: refunded_amount,
      items: items.map(({ display_name, price_with_tax, quantity, amount, tax_rate }) => ({
        ...{ name: display_name, price_with_tax, quantity, amount },
        is_reduced: tax_rate === 8,
      })),
    },
  )
}
