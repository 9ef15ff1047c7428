import type { Language } from '@sukoyaka/phrases/language'
import { type CheckedPatient, findingKey, findingsFor, needsDoctor } from '@sukoyaka/rules/people/product-check'
import { intakesOn } from '@sukoyaka/rules/record/medication-period'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { CheckedRecord, NamedFinding, ProductChecks } from '@sukoyaka/wire/people/product-check'
import { eq, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { Db } from '../../database/db.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { allergy_reactions } from '../illness/tables.ts'
import { medicineIntakesOf, supplementIntakesOf } from '../medication/store.ts'
import { supplements } from '../medication/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { products } from './tables.ts'

const allergiesOfPatient = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(allergy_reactions))
    .where(eq(allergy_reactions.user_id, sql.placeholder('user_id')))
    .orderBy(allergy_reactions.id),
)

/** Ingredients of the catalogue's supplements that are also products of the shop. */
const supplementContents = preparedQuery((db) =>
  db.select({ id: supplements.id, ingredients: products.ingredients }).from(supplements).innerJoin(products, eq(products.name, supplements.product_code)),
)

const contentColumns = { id: products.id, ingredients: products.ingredients, allergens: products.allergens }
const contentsOnSale = preparedQuery((db) =>
  db.select(contentColumns).from(products).where(eq(products.is_active, true)).orderBy(products.sort_number).limit(1000),
)
const contentsByIds = preparedQuery((db) => db.select(contentColumns).from(products).where(isAnyOf(products.id)))

/**
 * `findingsOfProduct` compares a product with what the patient takes today and is allergic to. `records` are these entries with the names that people
 * read.
 */
const compared = async (scope: PatientScope, user_id: number, now: Date, language: Language) => {
  await requirePatient(scope, user_id)
  const today = tokyoDay(now)
  const medicines = intakesOn(await medicineIntakesOf(scope, { user_id, include: ['medicine'] }, language), today)
  const taken = intakesOn(await supplementIntakesOf(scope, { user_id, include: ['supplement'] }, language), today)
  const allergies = (await allergiesOfPatient(scope).execute({ user_id })).filter(({ is_occured }) => is_occured)
  const contents = new Map((await supplementContents(scope.db).execute()).map(({ id, ingredients }) => [id, ingredients]))
  const patient: CheckedPatient = {
    medicines: medicines.map(({ id, medicine }) => ({ id, code: medicine?.name ?? null })),
    supplements: taken.map(({ id, supplement_id }) => ({ id, ingredients: contents.get(supplement_id ?? 0) ?? null })),
    allergies,
  }
  const records: CheckedRecord[] = [
    ...allergies.map(({ id, kind, description }) => ({ kind: 'allergy' as const, record_id: id, name: description, detail: kind })),
    ...medicines.map(({ id, name, medicine, strength, daily_volume }) => ({
      kind: 'medicine' as const,
      record_id: id,
      name: [medicine?.display_name ?? name ?? '', strength].filter(Boolean).join(' '),
      detail: daily_volume,
    })),
    ...taken.map(({ id, name, supplement }) => ({ kind: 'supplement' as const, record_id: id, name: supplement?.display_name ?? name ?? '', detail: '' })),
  ]
  return { findingsOfProduct: findingsFor(patient), records }
}

type Subject = { patient_id: number; now: Date; language: Language }

/** Compares the products on sale with the patient's record. */
export const checksOf = async (scope: PatientScope, { patient_id, now, language }: Subject): Promise<ProductChecks> => {
  const { findingsOfProduct, records } = await compared(scope, patient_id, now, language)
  const items = (await contentsOnSale(scope.db).execute()).map((product) => {
    const findings = findingsOfProduct(product)
    return { product_id: product.id, is_known: product.ingredients !== null, needs_doctor: needsDoctor(findings), findings }
  })
  return { records, items }
}

const contentsOf = async (db: Db, ids: readonly number[]) => contentsByIds(db).execute({ ids: [...new Set(ids)] })

/** Findings by product, with the names of the records. Patients do not get those of the level `unchecked`. */
export const findingsOf = async (
  scope: PatientScope,
  actor: Pick<Actor, 'role'>,
  { product_ids, ...subject }: Subject & { product_ids: readonly number[] },
) => {
  const { findingsOfProduct, records } = await compared(scope, subject.patient_id, subject.now, subject.language)
  const isShown = ({ level }: NamedFinding) => actor.role !== 'patient' || level !== 'unchecked'
  const nameOf = new Map(records.map(({ kind, record_id, name }) => [`${kind}:${record_id}`, name]))
  return new Map(
    (await contentsOf(scope.db, product_ids)).map((product) => [
      product.id,
      findingsOfProduct(product)
        .map((finding) => ({ ...finding, name: nameOf.get(`${finding.kind}:${finding.record_id}`) ?? '' }))
        .filter(isShown),
    ]),
  )
}

/**
 * Compares again before a product is recommended. Throws `product_needs_doctor` if only a doctor may recommend it and somebody else does, and
 * `findings_changed` for a finding that is not in the given `seen_findings`.
 */
export const assertMayRecommend = async (
  scope: PatientScope,
  actor: Pick<Actor, 'role'>,
  { product_id, seen_findings, ...subject }: Subject & { product_id: number; seen_findings?: readonly string[] },
) => {
  const { findingsOfProduct } = await compared(scope, subject.patient_id, subject.now, subject.language)
  const findings = (await contentsOf(scope.db, [product_id])).flatMap(findingsOfProduct)
  if (needsDoctor(findings) && actor.role !== 'doctor') throw apiError('product_needs_doctor')
  if (seen_findings && findings.some((finding) => !seen_findings.includes(findingKey(finding)))) throw apiError('findings_changed')
}
