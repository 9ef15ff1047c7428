import type { ClientSecret, DeclineReason } from '@sukoyaka/wire/people/payment'

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
