import Type, { type Static } from 'typebox'
import { hmacOf, type Sender } from '../../http/webhook.ts'

const text = (maxLength: number) => Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength }))
/** Yen as Shopify writes them: `1980` or `1980.00`. */
const amount = Type.String({ pattern: '^\\d{1,8}(\\.0{1,2})?$', maxLength: 11 })

/** The part of Shopify’s order that is read. */
const ShopifyOrder = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  name: text(50),
  email: Type.String({ maxLength: 254 }),
  currency: Type.String({ maxLength: 10 }),
  financial_status: text(50),
  created_at: Type.Optional(Type.String({ format: 'date-time', maxLength: 40 })),
  total_price: amount,
  total_discounts: Type.Optional(amount),
  shipping_lines: Type.Optional(Type.Array(Type.Object({ price: amount }), { maxItems: 20 })),
  line_items: Type.Array(
    Type.Object({
      title: Type.String({ minLength: 1, maxLength: 500 }),
      quantity: Type.Integer({ minimum: 1, maximum: 9_999 }),
      price: amount,
      tax_lines: Type.Optional(Type.Array(Type.Object({ rate: Type.Number() }), { maxItems: 10 })),
    }),
    { minItems: 1, maxItems: 200 },
  ),
  shipping_address: Type.Optional(
    Type.Unsafe<{
      name?: string | null
      phone?: string | null
      zip?: string | null
      province?: string | null
      city?: string | null
      address1?: string | null
      address2?: string | null
    } | null>({
      type: ['object', 'null'],
      properties: Object.fromEntries(
        ['name', 'phone', 'zip', 'province', 'city', 'address1', 'address2'].map((name) => [name, { type: ['string', 'null'], maxLength: 500 }]),
      ),
    }),
  ),
})
export type ShopifyOrder = Static<typeof ShopifyOrder>

export const shopify: Sender = {
  name: 'shopify',
  secretsIn: ({ config }) => config.shopify_secrets,
  header: 'x-shopify-hmac-sha256',
  sign: (secret, body) => hmacOf(secret, body, 'base64'),
  payload: ShopifyOrder,
  // an order that is sent again is known by its id; an identical body is the same delivery
  queue: 'shopify',
}

/** Only an order that is paid, and in yen, is stored. */
export const isPaidInYen = ({ currency, financial_status }: ShopifyOrder) => currency === 'JPY' && financial_status === 'paid'

const yen = (value: string | undefined) => Math.trunc(Number(value ?? 0))
const line = (value: string | null | undefined, max: number) => (value ?? '').replace(/\s+/g, ' ').trim().slice(0, max).toWellFormed()

export const externalNumber = ({ id, name }: ShopifyOrder) => line(name, 50) || `#${id}`

/** An order’s item holds up to 99 units; a larger line becomes several. */
const split = (quantity: number): number[] => (quantity > 99 ? [99, ...split(quantity - 99)] : [quantity])

/** Amounts as the store charged them; the delivery fee is at most the total. The subtotal is computed so that they add up to the total. */
export const orderFrom = (body: ShopifyOrder) => {
  const total = yen(body.total_price)
  const delivery_fee = Math.min(
    (body.shipping_lines ?? []).reduce((sum, { price }) => sum + yen(price), 0),
    total,
  )
  const discount = yen(body.total_discounts)
  const address = body.shipping_address ?? {}
  const zip = (address.zip ?? '').replace(/\D/g, '')
  return {
    external_id: `shopify:${body.id}`,
    subtotal: total - delivery_fee + discount,
    discount,
    delivery_fee,
    taxes: [],
    total,
    recipient_name: line(address.name, 100) || '—',
    phone_number: line(address.phone, 30),
    address: {
      zip: zip.length === 7 ? zip : '',
      prefecture: line(address.province, 10),
      city: line(address.city, 100),
      street: line(address.address1, 200),
      building: line(address.address2, 200),
    },
    items: body.line_items.flatMap(({ title, quantity, price, tax_lines }) => {
      const name = line(title, 200) || '—'
      const tax_rate = (tax_lines ?? []).some(({ rate }) => Math.round(rate * 100) === 8) ? (8 as const) : (10 as const)
      const [price_with_tax, product_id] = [yen(price), null]
      return split(quantity).map((part) => ({
        product_id,
        name_ja: name,
        name_en: name,
        name_kr: name,
        price: price_with_tax,
        price_with_tax,
        tax_rate,
        quantity: part,
      }))
    }),
  }
}
