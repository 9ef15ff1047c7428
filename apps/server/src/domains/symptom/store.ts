import type { Language } from '@sukoyaka/phrases/language'
import { symptomStatus } from '@sukoyaka/rules/record/lifestyle'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { listSymptoms, Symptom } from '@sukoyaka/wire/record/symptom'
import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { eachCategory, eachPatient, rowsOfEachCategory } from '../../access/each-patient.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { localName, localOption } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { requirePatient } from '../patient/require-store.ts'
import { symptom_categories, symptoms } from './tables.ts'

const defaultCount = 10
const maxAnswers = 8_000

const categoriesIn = preparedQuery((db, language: Language) =>
  db
    .select({ ...getTableColumns(symptom_categories), display_name: localName(symptom_categories, language) })
    .from(symptom_categories)
    .orderBy(asc(symptom_categories.sort_number), asc(symptom_categories.id)),
)

export const symptomCategories = async (db: Db, language: Language) => {
  const rows = await categoriesIn(db, language).execute()
  return rows.map((row) => ({ ...row, options: row.options.map(localOption(language)) }))
}

const newestAnswers = patientQuery(({ db, rows }, isFiltered: boolean) => {
  const { created_at: _, ...columns } = columnsOf(symptoms)
  const numbered = db
    .select({
      ...columns,
      category: symptom_categories.name,
      place: sql<number>`row_number() over (partition by ${symptoms.category_id} order by ${symptoms.answered_at} desc)`.as('place'),
    })
    .from(rows(symptoms))
    .innerJoin(symptom_categories, eq(symptom_categories.id, symptoms.category_id))
    .where(and(eq(symptoms.user_id, sql.placeholder('user_id')), isFiltered ? isAnyOf(symptom_categories.name, 'categories') : undefined))
    .as('numbered')
  const { place, ...selected } = numbered._.selectedFields
  return db
    .select(selected)
    .from(numbered)
    .where(sql`${numbered.place} <= ${sql.placeholder('count')}`)
    .orderBy(desc(numbered.answered_at), asc(numbered.id))
    .limit(maxAnswers)
})

const withStatus = <R extends { category: string; value: number }>({ category, ...row }: R) => ({ ...row, status: symptomStatus(category, row.value) ?? null })

/** The newest `count` answers to each symptom, newest first. */
export const symptomsOf = async (scope: PatientScope, { user_id, count = defaultCount, categories }: Input<typeof listSymptoms>): Promise<Symptom[]> => {
  await requirePatient(scope, user_id)
  const rows = await newestAnswers(scope, Boolean(categories?.length)).execute({ user_id, categories, count })
  return rows.map(withStatus)
}

const newestOfEachCategory = patientQuery(({ db, rows }) => {
  const { created_at: _, ...columns } = columnsOf(symptoms)
  return rowsOfEachCategory(
    symptom_categories,
    db
      .select({ ...columns, category: symptom_categories.name })
      .from(rows(symptoms))
      .innerJoin(symptom_categories, eq(symptom_categories.id, symptoms.category_id))
      .where(and(eq(symptoms.user_id, eachPatient), eq(symptoms.category_id, eachCategory)))
      .orderBy(desc(symptoms.answered_at))
      .limit(1),
  )
})

/** The newest answer of each of these patients to each symptom. */
export const newestSymptomsOfAll = async (scope: PatientScope, user_ids: number[]): Promise<Symptom[]> =>
  (await newestOfEachCategory(scope).execute({ ids: user_ids })).map(withStatus)
