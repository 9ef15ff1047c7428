import { and, asc, inArray } from 'drizzle-orm'
import { type Reach, within } from '../access/gate.ts'
import { mustReach } from '../access/patients.ts'
import type { Db } from '../kit/db.ts'
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
