import type { Input } from '@sukoyaka/wire/endpoint'
import type { AllergyReaction, addAllergyReaction, changeAllergyReaction } from '@sukoyaka/wire/record/illness'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type Reach, within } from '../../access/gate.ts'
import { mustReach } from '../../access/patients.ts'
import { lockRow, normalizeText } from '../../access/rows.ts'
import type { Db } from '../../database/db.ts'
import { apiError } from '../../errors/api-error.ts'
import { allergy_reactions } from './tables.ts'

export const allergiesOf = async (db: Db, reach: Reach, user_id: number) => {
  await mustReach(db, reach, user_id)
  return allergiesOfAll(db, reach, [user_id])
}

/** Of several patients at once; those out of reach have none. */
export const allergiesOfAll = (db: Db, reach: Reach, user_ids: number[]) =>
  db
    .select()
    .from(allergy_reactions)
    .where(and(inArray(allergy_reactions.user_id, user_ids), within(reach, allergy_reactions.user_id)))
    .orderBy(asc(allergy_reactions.user_id), asc(allergy_reactions.kind))
    .limit(1000)

export const insertAllergy = async (db: Db, reach: Reach, { description = '', ...given }: Input<typeof addAllergyReaction>): Promise<AllergyReaction> => {
  await mustReach(db, reach, given.user_id)
  const [added] = await db
    .insert(allergy_reactions)
    .values({ ...given, description: normalizeText(description) })
    .onConflictDoNothing()
    .returning()
  if (!added) throw apiError('invalid', { fields: { kind: ['taken'] } })
  return added
}

export const updateAllergy = async (
  db: Db,
  reach: Reach,
  { id, updated_at, is_occured, description }: Input<typeof changeAllergyReaction>,
): Promise<AllergyReaction> => {
  const held = await lockRow(db, reach, allergy_reactions, { id, updated_at })
  const [changed] = await db
    .update(allergy_reactions)
    .set({
      is_occured: is_occured ?? held.is_occured,
      description: description === undefined ? held.description : normalizeText(description),
      updated_at: sql`now()` as never,
    })
    .where(eq(allergy_reactions.id, id))
    .returning()
  return changed!
}
