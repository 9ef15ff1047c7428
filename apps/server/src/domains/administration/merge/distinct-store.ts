import type { DistinctPair, listDistinct } from '@sukoyaka/wire/boards/admin/merge'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { countedPageOf } from '../../../database/page.ts'
import { apiError } from '../../../errors/api-error.ts'
import { peopleByIds } from '../../account/store.ts'
import { patients } from '../../patient/tables.ts'
import { pairOf } from './duplicate-store.ts'
import { distinct_patients } from './tables.ts'

/** The key of a pair: the lower id comes first, so that the pair is stored once. */
const pairKey = (one: number, other: number) => ({ first_id: Math.min(one, other), second_id: Math.max(one, other) })

/** Records that two patients are two people. Throws as `pairOf` does. */
export const saveDistinct = async (scope: PatientScope, decided_by: number, first_id: number, second_id: number): Promise<null> => {
  await pairOf(scope, { kept_id: first_id, duplicate_id: second_id })
  await scope.db
    .insert(distinct_patients)
    .values({ ...pairKey(first_id, second_id), decided_by })
    .onConflictDoNothing()
  return null
}

/** Deletes the record that two patients are two people. Throws 404 if there is none. */
export const deleteDistinct = async (scope: PatientScope, one: number, other: number): Promise<null> => {
  const { first_id, second_id } = pairKey(one, other)
  const { rowCount } = await scope.db.delete(distinct_patients).where(and(eq(distinct_patients.first_id, first_id), eq(distinct_patients.second_id, second_id)))
  if (!rowCount) throw apiError('not_found')
  for (const id of [first_id, second_id]) scope.record(id)
  return null
}

// built per call: an administrator's rare call
export const distinctPairsOf = async (scope: PatientScope, { page = 1 }: Input<typeof listDistinct>): Promise<Reply<typeof listDistinct>> => {
  const isUnmerged = sql`not exists (select from ${scope.from(patients, 'p')}
    where p.user_id in (${distinct_patients.first_id}, ${distinct_patients.second_id}) and p.merged_into is not null)`
  const found = await countedPageOf(
    page,
    scope.db
      .select()
      .from(distinct_patients)
      .where(isUnmerged)
      .orderBy(desc(distinct_patients.decided_at), desc(distinct_patients.first_id), desc(distinct_patients.second_id))
      .$dynamic(),
    scope.db.$count(distinct_patients, isUnmerged),
  )
  const people = await peopleByIds(scope.db, [...new Set(found.items.flatMap(({ first_id, second_id, decided_by }) => [first_id, second_id, decided_by]))])
  for (const { first_id, second_id } of found.items) for (const id of [first_id, second_id]) scope.record(id)
  const items = found.items.map(
    ({ first_id, second_id, decided_by, decided_at }): DistinctPair => ({
      ...{ first: people.get(first_id)!, second: people.get(second_id)!, decided_by: people.get(decided_by)!, decided_at },
    }),
  )
  return { ...found, items }
}
