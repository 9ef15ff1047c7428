import type { ReleaseItem } from '@sukoyaka/wire/boards/release-queue'
import { useFormDraft } from '../../ui/form/use-form-draft.ts'
import type { HeldItem } from './HeldCard.tsx'

/** Comment and review of a checkup, kept as a form draft. `saved`: comment that the server has. `reviewed_version`: version of the checkup at the review. */
export type Draft = { comment: string; saved: string; reviewed_version: string | null }
export type Drafts = Readonly<Record<number, Draft>>

/** The draft of a checkup. If nothing is typed in it, its comment is that of the server, which a colleague may have changed since. */
export const draftOf = (drafts: Drafts, { checkup }: Pick<ReleaseItem, 'checkup'>): Draft => {
  const draft = drafts[checkup.id]
  const stored = checkup.comment ?? ''
  return draft && draft.comment !== draft.saved ? draft : { comment: stored, saved: stored, reviewed_version: draft?.reviewed_version ?? null }
}

/** A checkup to release: its comment is sent as `comment`; `typed` is the text of its own field at that time. */
export type Chosen = { item: ReleaseItem; comment: string | null | undefined; typed: string }

export const chosenWith = (drafts: Drafts, item: ReleaseItem): Chosen => {
  const { comment } = draftOf(drafts, item)
  return { item, comment: comment.trim() || null, typed: comment }
}

/** Whether a comment was written for this checkup, or a field for one was filled before it came into range. */
export const hasOwnField = (drafts: Drafts, { checkup }: ReleaseItem) => checkup.id in drafts || Boolean(checkup.comment)

/** Its own comment, else the common one. Without both, none is sent and the server keeps what it has, unless the stored comment was cleared here. */
export const chosenWithin = (drafts: Drafts, item: ReleaseItem, common: string): Chosen => {
  const own = chosenWith(drafts, item)
  return { ...own, comment: own.comment ?? (common.trim() || (item.checkup.comment ? null : undefined)) }
}

/** A review is no longer valid once the checkup changes. */
export const isReviewed = (drafts: Drafts, item: Pick<ReleaseItem, 'checkup' | 'version'>) => draftOf(drafts, item).reviewed_version === item.version

/** Comments and reviews; kept when the user leaves the page. */
export const useDrafts = () => {
  const { value, put } = useFormDraft<Drafts>('releases', {})
  return {
    drafts: value,
    change: (item: ReleaseItem, change: Partial<Draft>) => put({ [item.checkup.id]: { ...draftOf(value, item), ...change } }),
    /** Notes that the server has taken these texts; what was typed since is unsent. */
    noteReleased: (released: readonly Chosen[]) =>
      put((latest) =>
        Object.fromEntries(
          released.flatMap(({ item: { checkup }, typed }) => {
            const draft = latest[checkup.id]
            return draft ? [[checkup.id, { ...draft, saved: typed }]] : []
          }),
        ),
      ),
    /** Restores comment and review of stopped releases, also of those that a colleague held. The review is that of the version that was held. */
    restore: (items: readonly HeldItem[]) =>
      put(
        Object.fromEntries(
          items.map(({ checkup, hold }) => [checkup.id, { comment: hold.comment ?? '', saved: checkup.comment ?? '', reviewed_version: hold.version }]),
        ),
      ),
  }
}

/** Keeps the order in which rows were first shown, so that a refetch moves none; new rows come last. */
export const inShownOrder = (order: number[], items: readonly ReleaseItem[]): ReleaseItem[] => {
  for (const { checkup } of items) if (!order.includes(checkup.id)) order.push(checkup.id)
  return items.toSorted((a, b) => order.indexOf(a.checkup.id) - order.indexOf(b.checkup.id))
}
