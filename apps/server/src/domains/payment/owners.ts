import type { PatientScope } from '../../access/patient-scope.ts'
import type { AppContext } from '../../context/app-context.ts'
import type { RefundRow } from './refund-store.ts'
import type { PaymentRow } from './store.ts'

/** What the domain that a payment is for does after the payment or a refund. They run in the transaction that stores the new state, once per state. */
export type PaymentOwner = {
  /** The payment succeeded, failed or was cancelled. Even a failed one may succeed later: `settled` is called again, and the owner accepts or refunds it. */
  settled: (context: AppContext, scope: PatientScope, payment: PaymentRow) => Promise<void>
  /** A refund succeeded: the money went back to the card. */
  refunded: (context: AppContext, scope: PatientScope, payment: PaymentRow, refund: RefundRow) => Promise<void>
  /** A refund failed. `wasMade`: it had succeeded, and the card’s bank returned the money. */
  refundFailed: (context: AppContext, scope: PatientScope, payment: PaymentRow, refund: RefundRow, wasMade: boolean) => Promise<void>
}

const owners = new Map<PaymentRow['purpose'], PaymentOwner>()

/** Called by the `domain.ts` of a domain that takes money: this domain is on a lower level and cannot import it. */
export const registerPaymentOwner = (purpose: PaymentRow['purpose'], owner: PaymentOwner) => void owners.set(purpose, owner)

export const ownerOf = ({ purpose }: Pick<PaymentRow, 'purpose'>): PaymentOwner => {
  const owner = owners.get(purpose)
  if (!owner) throw new Error(`no domain owns payments for ${purpose}`)
  return owner
}
