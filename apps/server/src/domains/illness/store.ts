import type { Input } from '@sukoyaka/wire/endpoint'
import type { AllergyReaction, addAllergyReaction, changeAllergyReaction } from '@sukoyaka/wire/record/illness'
import { asc, eq, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { assertValid, lockRow, normalizeText } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { staffByIds } from '../account/store.ts'
import { requirePatient } from '../patient/require-store.ts'
import { lengthOf, maxDescriptionLength } from './answer-note.ts'
import { allergy_reactions } from './tables.ts'

export const allergiesOf = async (scope: PatientScope, user_id: number) => {
  await requirePatient(scope, user_id)
  return allergiesOfAll(scope, [user_id])
}

const allergiesOfPatients = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(allergy_reactions))
    .where(isAnyOf(allergy_reactions.user_id, 'user_ids'))
    .orderBy(asc(allergy_reactions.user_id), asc(allergy_reactions.kind))
    .limit(1000),
)

type Row = Omit<AllergyReaction, 'confirmed_by' | 'is_self_reported'> & { confirmed_by: number | null }

const withConfirmer = async (scope: PatientScope, rows: readonly Row[]): Promise<AllergyReaction[]> => {
  const staffIds = rows.flatMap(({ user_id, confirmed_by }) => (confirmed_by === null || confirmed_by === user_id ? [] : [confirmed_by]))
  const staff = staffIds.length ? await staffByIds(scope.db, [...new Set(staffIds)]) : undefined
  return rows.map((row) => ({
    ...row,
    confirmed_by: (row.confirmed_by !== null && staff?.get(row.confirmed_by)) || null,
    is_self_reported: row.confirmed_by === row.user_id,
  }))
}

/** Allergies of several patients; none for those outside the scope. */
export const allergiesOfAll = async (scope: PatientScope, user_ids: number[]) => withConfirmer(scope, await allergiesOfPatients(scope).execute({ user_ids }))

type Confirmation = { confirmed_by: number | null; confirmed_at?: string }

export const insertAllergy = async (
  scope: PatientScope,
  { description = '', ...values }: Input<typeof addAllergyReaction>,
  confirmation: Confirmation,
): Promise<AllergyReaction> => {
  await requirePatient(scope, values.user_id)
  const [added] = await scope
    .insert(allergy_reactions)
    .values({ ...values, ...confirmation, description: normalizeText(description) })
    .onConflictDoNothing()
    .returning()
  if (!added) throw apiError('invalid', { fields: { kind: ['taken'] } })
  return (await withConfirmer(scope, [added]))[0]!
}

export const updateAllergy = async (
  scope: PatientScope,
  { id, updated_at, is_occured, description }: Input<typeof changeAllergyReaction>,
  actor: Actor,
): Promise<AllergyReaction> => {
  const existing = await lockRow(scope, allergy_reactions, { id, updated_at })
  const text = description === undefined ? existing.description : normalizeText(description)
  assertValid({ description: lengthOf(text) > Math.max(maxDescriptionLength, lengthOf(existing.description)) && 'too_long' })
  const [changed] = await scope
    .update(allergy_reactions)
    .set({
      is_occured: is_occured ?? existing.is_occured,
      description: text,
      // describing an allergy that occurred confirms it
      ...((is_occured !== undefined || (description !== undefined && existing.is_occured)) && { confirmed_at: sql`now()`, confirmed_by: actor.id }),
      updated_at: later(allergy_reactions.updated_at),
    })
    .where(eq(allergy_reactions.id, id))
    .returning()
  return (await withConfirmer(scope, [changed!]))[0]!
}
