import type { Recommendation } from '@sukoyaka/wire/people/recommendation'

type Declinable = Pick<Recommendation, 'declined_at' | 'declined_words' | 'earlier_declines'>

/** The declines of a recommendation, oldest first, also those before the product was recommended again. A server of the version before does not send these. */
export const declinesOf = ({ declined_at, declined_words, earlier_declines = [] }: Declinable): Recommendation['earlier_declines'] =>
  declined_at === null ? earlier_declines : [...earlier_declines, { declined_at, declined_words }]

/** When the patient last declined one of these recommendations; null if never. */
export const lastDeclinedAt = (recommendations: readonly Declinable[]): string | null =>
  recommendations
    .flatMap(declinesOf)
    .map(({ declined_at }) => declined_at)
    .sort()
    .at(-1) ?? null
