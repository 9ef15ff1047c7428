import type { Tag } from '@sukoyaka/wire/all'
import type { OptimisticUpdate } from './api.ts'
import { cacheUtil } from './query-cache.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows of any list; each list is typed where it is read
type Row = any
type PatchDispatch = Parameters<OptimisticUpdate<never>>[1]
type Undo = { undo: () => void }

let lastTemporaryId = 0
/** Whether the row was added optimistically and has no server id yet. */
export const isOptimistic = ({ id }: { id: number }) => id < 0

/** Optimistic updates that add, change and remove a row in the cached lists of patients. `list`: name of the query endpoint. */
export const optimisticUpdate = (list: string, tag: Tag) => {
  const patchLists = (dispatch: PatchDispatch, edit: (draft: { items: Row[] }) => void, user_id?: number): Undo[] =>
    dispatch((_, getState) => cacheUtil.selectInvalidatedBy<{ user_id: number }>(getState(), [tag]))
      .filter(({ endpointName, originalArgs }) => endpointName === list && (user_id === undefined || originalArgs.user_id === user_id))
      .map(({ originalArgs }) => dispatch(cacheUtil.updateQueryData(list, originalArgs, edit)))
  return {
    added: (input: { user_id: number }, dispatch: PatchDispatch, optimisticFields?: object) => {
      const now = new Date().toISOString()
      const row = { created_at: now, updated_at: now, ...input, ...optimisticFields, id: --lastTemporaryId }
      return patchLists(dispatch, ({ items }) => void items.push(row), input.user_id)
    },
    changed: ({ id, updated_at: _, ...change }: { id: number; updated_at?: string }, dispatch: PatchDispatch, optimisticFields?: object) =>
      patchLists(dispatch, ({ items }) => {
        const row = items.find((item) => item.id === id)
        if (row) Object.assign(row, change, optimisticFields)
      }),
    removed: ({ id }: { id: number }, dispatch: PatchDispatch) =>
      patchLists(dispatch, (draft) => {
        draft.items = draft.items.filter((item) => item.id !== id)
      }),
  }
}
