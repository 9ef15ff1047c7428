import { reviewSnoozeDays } from '@sukoyaka/rules/boards/today'
import type { addTodayReview, TodayReview } from '@sukoyaka/wire/boards/today'
import type { Input } from '@sukoyaka/wire/endpoint'
import { eq } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { apiError } from '../../errors/api-error.ts'
import { requirePatient } from '../patient/require-store.ts'
import { today_reviews } from './tables.ts'

const dayMs = 86_400_000

/** One review per row of the board: a later review replaces it. */
export const putReview = async (
  scope: PatientScope,
  actor: Actor,
  { section, user_id, subject_id, version }: Input<typeof addTodayReview>,
  now: Date,
): Promise<TodayReview> => {
  await requirePatient(scope, user_id)
  const days = reviewSnoozeDays[section]
  const review = {
    version,
    reviewed_by: actor.id,
    reviewed_at: now.toISOString(),
    until: days === undefined ? null : new Date(now.getTime() + days * dayMs).toISOString(),
  }
  const [saved] = await scope
    .insert(today_reviews)
    .values({ section, user_id, subject_id: subject_id ?? 0, ...review })
    .onConflictDoUpdate({ target: [today_reviews.user_id, today_reviews.section, today_reviews.subject_id], set: review })
    .returning()
  return { ...saved!, subject_id: saved!.subject_id || null }
}

export const removeReview = async (scope: PatientScope, id: number): Promise<null> => {
  const [removed] = await scope.delete(today_reviews).where(eq(today_reviews.id, id)).returning({ user_id: today_reviews.user_id })
  if (!removed) throw apiError('not_found')
  scope.record(removed.user_id)
  return null
}
