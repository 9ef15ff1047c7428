import { mail } from '@sukoyaka/phrases/mail'
import { formatDay } from '@sukoyaka/rules/time'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { translate } from '../../../config/language.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { receiptOf } from '../charge-store.ts'

/** Queue that mails the patient after the commit. */
export const receiptQueue = 'contract_receipt'

/** Says what was charged, on which day and with which card; the plan stands on the page behind the link. */
export const mailReceipt = async ({ mail: mailer, config }: AppContext, scope: PatientScope, charge_id: number): Promise<void> => {
  const receipt = await receiptOf(scope, charge_id)
  if (!receipt) return
  const { email, amount, tax, due_on, last_day, card_last4 } = receipt
  const yen = (value: number) => value.toLocaleString('ja-JP')
  await mailer.send({
    to: email,
    subject: translate(mail, 'ja', 'contract_receipt.subject'),
    text: translate(mail, 'ja', 'contract_receipt.text', {
      amount: yen(amount),
      tax: yen(tax),
      from: formatDay(due_on, 'ja'),
      until: formatDay(last_day, 'ja'),
      card: card_last4 ?? '',
      link: `${config.public_url}/settings/contract`,
    }),
  })
}
