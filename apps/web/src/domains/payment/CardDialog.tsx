import type { ClientSecret, DeclineReason } from '@sukoyaka/wire/people/payment'
import { Suspense } from 'react'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { SandboxDialog } from './SandboxDialog.tsx'

// Stripe’s script is loaded only where its keys are set
const StripeDialog = lazyNamed(() => import('./StripeDialog.tsx'), 'StripeDialog')

export type CardDialogProps = {
  secret: ClientSecret
  /** Undefined: the card is saved and nothing is charged. */
  amount: string | undefined
  /** The card is chosen already; only the bank’s question is open. */
  isAtBank?: boolean
  /** The provider has an answer. `reason`: why it is no. */
  onAnswer: (reason: DeclineReason | null) => void
  onClose: () => void
}

/** Has a card confirmed by the payment provider. Its number never reaches our server. */
export function CardDialog(props: CardDialogProps) {
  if (props.secret.provider === 'sandbox') return <SandboxDialog {...props} />
  return (
    <Suspense>
      <StripeDialog {...props} />
    </Suspense>
  )
}
