import type { mergePatients, undoMerge } from '@sukoyaka/wire/boards/admin/merge'
import type { Call } from '../../../http/serve.ts'
import { requestDerivation } from '../../device/queue.ts'
import { merge, undo } from './merge-store.ts'

/** Merges two patients. A job derives the days of their devices again. */
export const mergeAndDerive = async ({ context, db, scope, actor, input }: Call<typeof mergePatients>) => {
  const merged = await merge(scope, actor.id, input)
  await requestDerivation(context.jobs, db, input.kept_id)
  return merged
}

/** Undoes a merge. A job derives the days of both patients again. */
export const undoAndDerive = async ({ context, db, scope, actor, input }: Call<typeof undoMerge>) => {
  const undone = await undo(scope, actor.id, input.id)
  for (const { id } of [undone.kept, undone.duplicate]) await requestDerivation(context.jobs, db, id)
  return undone
}
