import { Suspense } from 'react'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import type { CardDialogProps } from './card-dialog-props.ts'
import { SandboxDialog } from './SandboxDialog.tsx'

// Stripe’s script is loaded only where its keys are set
const StripeDialog = lazyNamed(() => import('./StripeDialog.tsx'), 'StripeDialog')

/** Dialog in which the payment provider confirms a card. Only test cards of the sandbox reach our server. */
export function CardDialog(props: CardDialogProps) {
  if (props.secret.provider === 'sandbox') return <SandboxDialog {...props} />
  return (
    <Suspense>
      <StripeDialog {...props} />
    </Suspense>
  )
}
