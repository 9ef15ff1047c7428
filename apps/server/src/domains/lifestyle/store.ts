import type { Language } from '@sukoyaka/phrases/language'
import { isImportant, lifestyleStatus } from '@sukoyaka/rules/record/lifestyle'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { Lifestyle, LifestyleCategory, LifestyleRule, listLifestyles } from '@sukoyaka/wire/record/lifestyle'
import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { eachCategory, eachPatient, rowsOfEachCategory } from '../../access/each-patient.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { localName, localOption } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { requirePatient } from '../patient/require-store.ts'
import { lifestyle_categories, lifestyles } from './tables.ts'

const defaultLimit = 1000

const categoriesIn = preparedQuery((db, language: Language) =>
  db
    .select({
      ...getTableColumns(lifestyle_categories),
      display_name: localName(lifestyle_categories, language),
      question: { ja: lifestyle_categories.question_ja, en: lifestyle_categories.question_en, kr: lifestyle_categories.question_kr }[language],
    })
    .from(lifestyle_categories)
    .orderBy(asc(lifestyle_categories.sort_number), asc(lifestyle_categories.id)),
)

export const lifestyleCategories = async (db: Db, language: Language): Promise<LifestyleCategory[]> => {
  const rows = await categoriesIn(db, language).execute()
  return rows.map((row) => ({ ...row, options: row.options.map(localOption(language)) }))
}

/** A patient's newest answers up to the limit, plus all others given at the same time as the last of them, so that paging by `before` skips none. */
const newestAnswers = patientQuery(({ db, rows }, isFiltered: boolean, hasBefore: boolean) => {
  const { created_at: _, ...columns } = columnsOf(lifestyles)
  const answersQuery = db
    .select(columns)
    .from(rows(lifestyles))
    .where(
      sql`${lifestyles.user_id} = ${sql.placeholder('user_id')}${isFiltered ? sql` and ${isAnyOf(lifestyles.category_id, 'category_ids')}` : sql``}${hasBefore ? sql` and ${lifestyles.answered_at} < ${sql.placeholder('before')}` : sql``} order by ${lifestyles.answered_at} desc fetch first ${sql.placeholder('limit')} rows with ties`,
    )
    .as('wanted')
  return db
    .select({ ...answersQuery._.selectedFields, rule: lifestyle_categories.rule })
    .from(answersQuery)
    .innerJoin(lifestyle_categories, sql`${lifestyle_categories.id} = ${answersQuery.category_id}`)
    .orderBy(sql`${answersQuery.answered_at} desc`, asc(lifestyle_categories.sort_number), asc(answersQuery.id))
})

const withStatus = <R extends { rule: LifestyleRule; value: number }>({ rule, ...row }: R) => ({
  ...row,
  status: lifestyleStatus(rule, row.value) ?? null,
  important: isImportant(rule, row.value),
})

export const lifestylesOf = async (
  scope: PatientScope,
  { user_id, limit = defaultLimit, category_ids, before }: Input<typeof listLifestyles>,
): Promise<Lifestyle[]> => {
  await requirePatient(scope, user_id)
  const rows = await newestAnswers(scope, Boolean(category_ids?.length), before !== undefined).execute({
    user_id,
    category_ids,
    before,
    limit,
  })
  return rows.map(withStatus)
}

const newestOfEachCategory = patientQuery(({ db, rows }) => {
  const { created_at: _, ...columns } = columnsOf(lifestyles)
  return rowsOfEachCategory(
    lifestyle_categories,
    db
      .select({ ...columns, rule: lifestyle_categories.rule })
      .from(rows(lifestyles))
      .innerJoin(lifestyle_categories, eq(lifestyle_categories.id, lifestyles.category_id))
      .where(and(eq(lifestyles.user_id, eachPatient), eq(lifestyles.category_id, eachCategory)))
      .orderBy(desc(lifestyles.answered_at))
      .limit(1),
  )
})

/** The newest answer of each of these patients to each question. */
export const newestLifestylesOfAll = async (scope: PatientScope, user_ids: number[]): Promise<Lifestyle[]> =>
  (await newestOfEachCategory(scope).execute({ ids: user_ids })).map(withStatus)
