import { addMonths } from '../time.ts'

/** First day after the first term: the minimum term, or the months until the first renewal if they are more. */
export const firstTermEnd = (started_on: string, { contract_period, duration }: { contract_period: number; duration: number }): string =>
  addMonths(started_on, Math.max(contract_period, duration))

/** Days in Tokyo; `period_until` is exclusive. */
export type EndedCharge = { due_on: string; period_until: string; status: 'due' | 'paying' | 'paid' | 'unpaid' | 'skipped'; is_renewal: boolean }
export type Ending<C> = {
  /** Paid for days that the contract no longer covers. Not refunded. */
  unused: C[]
  /** No longer charged: they are for later days or for a renewal that does not take place. */
  dropped: C[]
  /** Still charged: they are for days that the contract covered, or for its renewal. */
  owed: C[]
}

/**
 * What becomes of a contract’s charges if it ends at the start of the day `ended_on` (null: no end). With `renews`, it is renewed at its end: a charge
 * for the renewal is still owed if it is due by `ended_on`.
 */
export const endingOf = <C extends EndedCharge>(charges: readonly C[], ended_on: string | null, renews = false): Ending<C> => {
  const open = charges.filter(({ status }) => status === 'due' || status === 'paying')
  const isDropped = ({ is_renewal, due_on }: C) => ended_on !== null && (is_renewal ? !renews || due_on > ended_on : due_on >= ended_on)
  return {
    unused: charges.filter(({ status, period_until }) => status === 'paid' && ended_on !== null && period_until > ended_on),
    dropped: open.filter(isDropped),
    owed: open.filter((charge) => !isDropped(charge)),
  }
}
