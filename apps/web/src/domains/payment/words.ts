import type { SavedCard } from '@sukoyaka/wire/people/payment'

/** Such as `VISA •••• 4242`. */
export const cardName = ({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>) => `${brand.toUpperCase()} •••• ${last4}`

export const expiryOf = ({ exp_month, exp_year }: Pick<SavedCard, 'exp_month' | 'exp_year'>) => ({
  month: String(exp_month).padStart(2, '0'),
  year: String(exp_year).slice(-2),
})
