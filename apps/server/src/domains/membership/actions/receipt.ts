import { mail } from '@sukoyaka/phrases/mail'
import { planTax, planTaxRate } from '@sukoyaka/rules/people/payment/billing'
import { fullName } from '@sukoyaka/rules/person'
import { addDays, formatDay } from '@sukoyaka/rules/time'
import type { getChargeReceipt } from '@sukoyaka/wire/care/membership'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { translate } from '../../../config/language.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { apiError } from '../../../errors/api-error.ts'
import type { Call } from '../../../http/serve.ts'
import { downloadReceipt } from '../../shop/receipt/receipt.ts'
import { chargeForReceipt } from '../receipt-store.ts'

/** The queue of the mails that confirm a payment to the patient; they are sent after its transaction. */
export const receiptQueue = 'contract_receipt'

const periodOf = ({ due_on, period_until }: { due_on: string; period_until: string }) => ({
  from: formatDay(due_on, 'ja'),
  until: formatDay(addDays(period_until, -1), 'ja'),
})

/**
 * Mails what was charged, for which period and on which card. The mail does not name the plan: only the linked page shows it. A free charge and a deactivated
 * account get no mail.
 */
export const mailReceipt = async ({ mail: mailer, config }: AppContext, scope: PatientScope, charge_id: number): Promise<void> => {
  const charge = await chargeForReceipt(scope, charge_id)
  const { email, amount, card_last4, status, deactivated_at } = charge
  if (!email || deactivated_at !== null || status !== 'paid' || card_last4 === null) return
  const yen = (value: number) => value.toLocaleString('ja-JP')
  await mailer.send({
    to: email,
    subject: translate(mail, 'ja', 'contract_receipt.subject'),
    text: translate(mail, 'ja', 'contract_receipt.text', {
      ...periodOf(charge),
      amount: yen(amount),
      tax: yen(planTax(amount)),
      card: card_last4,
      link: `${config.public_url}/settings/contract`,
    }),
  })
}

/** The receipt of a paid charge. Throws 404 for an unknown charge, and `charge_not_paid`. */
export const sendChargeReceipt = async ({ context, scope, input, reply }: Call<typeof getChargeReceipt>): Promise<Buffer> => {
  const charge = await chargeForReceipt(scope, input.id)
  const { id, due_on, amount, discount, plan_name, card_brand, card_last4, paid_at, refunded_amount } = charge
  if (charge.status !== 'paid' || paid_at === null) throw apiError('charge_not_paid')
  const { from, until } = periodOf(charge)
  const subtotal = amount + discount
  return downloadReceipt(
    { context, reply },
    {
      number: `SK-C${due_on.replaceAll('-', '')}-${id}`,
      addressee: input.addressee,
      name: fullName(charge, 'ja'),
      paid_at,
      card: card_brand && card_last4 ? { brand: card_brand, last4: card_last4 } : null,
      purpose: `${plan_name} ご利用料（${from}–${until}）`,
      ...{ total: amount, subtotal, discount, delivery_fee: null, refunded: refunded_amount },
      items: [{ name: `${plan_name}（${from}–${until}）`, price_with_tax: subtotal, quantity: 1, amount: subtotal, is_reduced: false }],
      taxes: [{ tax_rate: planTaxRate, amount, tax: planTax(amount) }],
    },
  )
}
