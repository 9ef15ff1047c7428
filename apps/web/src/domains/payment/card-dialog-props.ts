import type { ClientSecret, DeclineReason } from '@sukoyaka/wire/people/payment'

export type CardDialogProps = {
  secret: ClientSecret
  /** Undefined: the card is saved and nothing is charged. */
  amount: string | undefined
  /** The card is chosen already; only 3-D Secure is left. */
  isAtBank?: boolean
  /** Called with the provider's answer; `reason` is null on success. */
  onAnswer: (reason: DeclineReason | null) => void
  onClose: () => void
}
