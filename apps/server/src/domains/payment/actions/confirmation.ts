import type { ClientSecret } from '@sukoyaka/wire/people/payment'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import type { PaymentRow } from '../store.ts'
import { prepareIntent } from './charge.ts'
import { paymentsOn } from './stripe-calls.ts'

/** What the page needs to confirm a payment: by a card that is entered, or by the bank's authentication for the saved card. */
export const confirmationOf = async (context: AppContext, scope: PatientScope, payment: PaymentRow): Promise<ClientSecret> => {
  const { provider, publishable_key } = paymentsOn(context)
  const { client_secret } = await prepareIntent(context, scope, payment)
  return { provider, publishable_key, client_secret: client_secret! }
}
