import type { Language } from '@sukoyaka/phrases/language'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { changePassedProduct, listPassedProducts, PassedProduct, passProduct } from '@sukoyaka/wire/people/recommendation'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { lockRow, removeRow } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { peopleByIds } from '../account/store.ts'
import { requirePatient } from '../patient/require-store.ts'
import { includedProducts, soldProducts } from './product-store.ts'
import { requiredReason } from './recommendation-store.ts'
import { passed_products, products } from './tables.ts'

type Row = typeof passed_products.$inferSelect

const passedOfPatient = patientQuery(({ db, rows }, isOnSale: boolean) =>
  db
    .select(columnsOf(passed_products))
    .from(rows(passed_products))
    .innerJoin(products, and(eq(products.id, passed_products.product_id), isOnSale ? eq(products.is_active, true) : undefined))
    .where(eq(passed_products.patient_id, sql.placeholder('patient_id')))
    .orderBy(desc(passed_products.created_at), desc(passed_products.id))
    .limit(1000),
)

const withAuthors = async (scope: PatientScope, rows: Row[]): Promise<PassedProduct[]> => {
  const ids = [...new Set(rows.map(({ passed_by }) => passed_by))]
  const people = ids.length ? await peopleByIds(scope.db, ids) : new Map<number, never>()
  return rows.map((row) => ({ ...row, passed_by: people.get(row.passed_by)! }))
}

export const passedProductsOf = async (
  scope: PatientScope,
  { patient_id, include }: Input<typeof listPassedProducts>,
  language: Language,
): Promise<PassedProduct[]> => {
  await requirePatient(scope, patient_id)
  const withProducts = include?.includes('product') ?? false
  const rows = await withAuthors(scope, await passedOfPatient(scope, withProducts).execute({ patient_id }))
  if (!withProducts) return rows
  const ids = rows.map(({ product_id }) => product_id)
  const productById = await includedProducts(scope.db, ids, language)
  return rows.map((row) => ({ ...row, product: productById.get(row.product_id)! }))
}

export const insertPassed = async (
  scope: PatientScope,
  actor: Actor,
  { patient_id, product_id, reason }: Input<typeof passProduct>,
): Promise<PassedProduct> => {
  await requirePatient(scope, patient_id)
  await soldProducts(scope.db, [product_id])
  const rows = await scope
    .insert(passed_products)
    .values({ patient_id, product_id, passed_by: actor.id, reason: requiredReason(reason) })
    .onConflictDoUpdate({
      target: [passed_products.patient_id, passed_products.product_id, passed_products.passed_by],
      set: { reason: sql`excluded.reason`, created_at: sql`excluded.created_at`, updated_at: later(passed_products.updated_at) },
    })
    .returning()
  return (await withAuthors(scope, rows))[0]!
}

export const updatePassed = async (scope: PatientScope, { reason, ...by }: Input<typeof changePassedProduct>): Promise<PassedProduct> => {
  const { id } = await lockRow(scope, passed_products, by)
  const rows = await scope
    .update(passed_products)
    .set({ reason: requiredReason(reason), updated_at: later(passed_products.updated_at) })
    .where(eq(passed_products.id, id))
    .returning()
  return (await withAuthors(scope, rows))[0]!
}

export const removePassed = (scope: PatientScope, id: number) => removeRow(scope, passed_products, id)
