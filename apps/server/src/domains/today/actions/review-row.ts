import type { addTodayReview } from '@sukoyaka/wire/boards/today'
import { apiError } from '../../../errors/api-error.ts'
import type { Call } from '../../../http/serve.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { currentRow, putReview } from '../review-store.ts'

/** Marks a row as reviewed. Throws `contact_required` if the patient must be told of its critical values first. */
export const reviewRow = async ({ context, actor, scope, input }: Call<typeof addTodayReview>) => {
  await requirePatient(scope, input.user_id)
  const row = await currentRow(scope, input)
  if (row?.details.untold_count) throw apiError('contact_required')
  return putReview(scope, actor, input, context.clock())
}
