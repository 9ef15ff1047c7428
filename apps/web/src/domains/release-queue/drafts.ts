import type { ReleaseItem } from '@sukoyaka/wire/boards/release-queue'
import { useFormDraft } from '../../ui/form/use-form-draft.ts'

/** What is decided about a checkup before its release. `looked_at`: the version that was reviewed. */
export type Draft = { comment: string; looked_at: string | null }
export type Drafts = Readonly<Record<number, Draft>>

export const draftOf = (drafts: Drafts, { checkup }: Pick<ReleaseItem, 'checkup'>): Draft =>
  drafts[checkup.id] ?? { comment: checkup.comment ?? '', looked_at: null }

/** A review counts for the version it was of. */
export const isLooked = (drafts: Drafts, item: Pick<ReleaseItem, 'checkup' | 'version'>) => draftOf(drafts, item).looked_at === item.version

/** Comments and reviews; they survive leaving the page. */
export const useDrafts = () => {
  const { value, put } = useFormDraft<Drafts>('releases', {})
  return { drafts: value, change: (item: ReleaseItem, change: Partial<Draft>) => put({ [item.checkup.id]: { ...draftOf(value, item), ...change } }) }
}

/** The order in which the rows were first shown: a refresh moves none, new ones come last. */
export const inShownOrder = (order: number[], items: readonly ReleaseItem[]): ReleaseItem[] => {
  for (const { checkup } of items) if (!order.includes(checkup.id)) order.push(checkup.id)
  return items.toSorted((a, b) => order.indexOf(a.checkup.id) - order.indexOf(b.checkup.id))
}
