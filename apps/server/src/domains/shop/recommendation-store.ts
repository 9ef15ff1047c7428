import type { Language } from '@sukoyaka/phrases/language'
import { declinesOf, lastDeclinedAt } from '@sukoyaka/rules/people/decline'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { addRecommendation, changeRecommendation, declineRecommendation, listRecommendations, Recommendation } from '@sukoyaka/wire/people/recommendation'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { assertValid, lockRow, normalizeText, removeRow } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { peopleByIds } from '../account/store.ts'
import { requirePatient } from '../patient/require-store.ts'
import { findingsOf } from './check-store.ts'
import { includedProducts, soldProducts } from './product-store.ts'
import { assertMayShow, shownValues } from './recommended-value-store.ts'
import { products, recommendations } from './tables.ts'

type Row = typeof recommendations.$inferSelect

const recommendationsOfPatient = patientQuery(({ db, rows }) =>
  db
    .select({ ...columnsOf(recommendations), stock: products.stock })
    .from(rows(recommendations))
    .innerJoin(products, and(eq(products.id, recommendations.product_id), products.is_active))
    .where(eq(recommendations.patient_id, sql.placeholder('patient_id')))
    .orderBy(desc(recommendations.id))
    .limit(1000),
)

/** Rows of one patient, with who recommends and the results given with the reasons. */
const completed = async (scope: PatientScope, rows: Row[], language: Language): Promise<Recommendation[]> => {
  const ids = [...new Set(rows.map(({ recommended_by }) => recommended_by))]
  const people = ids.length ? await peopleByIds(scope.db, ids) : new Map<number, never>()
  const values = await shownValues(scope, rows, language)
  return rows.map(({ recommended_by, test_result_ids, ...row }) => ({
    ...row,
    recommender: people.get(recommended_by)!,
    values: test_result_ids.flatMap((id) => values.get(id) ?? []),
  }))
}

export const recommendationsOf = async (
  scope: PatientScope,
  actor: Pick<Actor, 'role'>,
  { patient_id, include, now }: Input<typeof listRecommendations> & { now: Date },
  language: Language,
): Promise<Recommendation[]> => {
  await requirePatient(scope, patient_id)
  const rows = await completed(scope, await recommendationsOfPatient(scope).execute({ patient_id }), language)
  const product_ids = rows.map(({ product_id }) => product_id)
  const findings = include?.includes('findings') ? await findingsOf(scope, actor, { patient_id, product_ids, now, language }) : undefined
  const found = findings ? rows.map((row) => ({ ...row, findings: findings.get(row.product_id) ?? [] })) : rows
  if (!include?.includes('product')) return found
  const productById = await includedProducts(scope.db, product_ids, language)
  return found.map((row) => ({ ...row, product: productById.get(row.product_id)! }))
}

const recommendationsWithIds = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(recommendations))
    .where(and(eq(recommendations.patient_id, sql.placeholder('patient_id')), isAnyOf(recommendations.id))),
)

/** The patient's recommendations with these `ids` (404 for any other id); without `ids`, all that were not declined and whose product can be bought. */
export const recommendationsToBuy = async (scope: PatientScope, patient_id: number, ids: readonly number[] | undefined) => {
  const entryOf = ({ id, product_id }: Pick<Row, 'id' | 'product_id'>) => ({ product_id, recommendation_id: id })
  if (!ids) return (await recommendationsOfPatient(scope).execute({ patient_id })).filter(({ stock, declined_at }) => stock !== 0 && !declined_at).map(entryOf)
  const byId = new Map((await recommendationsWithIds(scope).execute({ patient_id, ids })).map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = byId.get(id)
    if (!row) throw apiError('not_found')
    return entryOf(row)
  })
}

export const requiredReason = (reason: string) => {
  const text = normalizeText(reason)
  assertValid({ reason: !text && 'required' })
  return text
}

const notDeclined = { declined_at: null, declined_words: '' }

const ofProduct = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(recommendations))
    .where(and(eq(recommendations.patient_id, sql.placeholder('patient_id')), eq(recommendations.product_id, sql.placeholder('product_id'))))
    .orderBy(recommendations.id)
    .for('update'),
)

/** Whether the patient declined one of these since the caller saw a decline at `seen_at`, or none (null). Undefined: the caller does not say. */
const isDeclinedSince = (seen_at: string | null | undefined, rows: Row[]) => {
  const last = lastDeclinedAt(rows)
  return seen_at !== undefined && last !== null && (seen_at === null || Date.parse(seen_at) < Date.parse(last))
}

export const insertRecommendation = async (
  scope: PatientScope,
  actor: Actor,
  { patient_id, product_id, reason, test_result_ids = [], seen_declined_at }: Input<typeof addRecommendation>,
  language: Language,
): Promise<Recommendation> => {
  await requirePatient(scope, patient_id)
  await soldProducts(scope.db, [product_id])
  await assertMayShow(scope, patient_id, test_result_ids)
  const before = await ofProduct(scope).execute({ patient_id, product_id })
  if (isDeclinedSince(seen_declined_at, before)) throw apiError('conflict')
  const own = before.find(({ recommended_by }) => recommended_by === actor.id)
  const rows = await scope
    .insert(recommendations)
    .values({ patient_id, product_id, recommended_by: actor.id, reason: requiredReason(reason), test_result_ids })
    .onConflictDoUpdate({
      target: [recommendations.patient_id, recommendations.product_id, recommendations.recommended_by],
      set: {
        ...{ reason: sql`excluded.reason`, test_result_ids: sql`excluded.test_result_ids`, updated_at: later(recommendations.updated_at) },
        ...notDeclined,
        ...(own && { earlier_declines: declinesOf(own) }),
      },
    })
    .returning()
  return (await completed(scope, rows, language))[0]!
}

export const updateRecommendation = async (
  scope: PatientScope,
  { reason, test_result_ids, ...by }: Input<typeof changeRecommendation>,
  language: Language,
): Promise<Recommendation> => {
  const { id, patient_id } = await lockRow(scope, recommendations, by)
  if (test_result_ids) await assertMayShow(scope, patient_id, test_result_ids)
  const rows = await scope
    .update(recommendations)
    .set({ reason: requiredReason(reason), ...(test_result_ids && { test_result_ids }), updated_at: later(recommendations.updated_at) })
    .where(eq(recommendations.id, id))
    .returning()
  return (await completed(scope, rows, language))[0]!
}

type Decline = Pick<Input<typeof declineRecommendation>, 'id' | 'updated_at'> & { words: string | undefined }

/** Undefined `words` withdraw the decline. `updated_at` stays: it is the version of the reason, which a member of staff may be editing. */
export const setDeclined = async (
  scope: PatientScope,
  { words, ...by }: Decline,
  { now, language }: { now: Date; language: Language },
): Promise<Recommendation> => {
  const { id } = await lockRow(scope, recommendations, by)
  const rows = await scope
    .update(recommendations)
    .set(words === undefined ? notDeclined : { declined_at: now.toISOString(), declined_words: normalizeText(words) })
    .where(eq(recommendations.id, id))
    .returning()
  return (await completed(scope, rows, language))[0]!
}

export const removeRecommendation = (scope: PatientScope, id: number) => removeRow(scope, recommendations, id)
