import type { Language } from '@sukoyaka/phrases/language'
import { invalidAnswers, stressResult } from '@sukoyaka/rules/record/stress-check'
import type { Input } from '@sukoyaka/wire/endpoint'
import type {
  addJobStressCheckResult,
  changeJobStressCheck,
  JobStressCheck,
  StressDraft,
  StressForm,
  saveStressDraft,
} from '@sukoyaka/wire/record/stress-check'
import { and, desc, eq, gte, isNotNull, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { assertValid } from '../../access/rows.ts'
import { later, localOption } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery, rawQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { users } from '../account/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { forgetInterviewRequest } from './interview-notice-store.ts'
import { type Definition, job_stress_check_drafts, job_stress_check_versions, job_stress_checks } from './tables.ts'

/** The same 57 answers within this many minutes count as sent twice. */
const sameWithinMinutes = 10

type Version = { id: number; definition: Definition }

const lastVersion = preparedQuery((db) => db.select().from(job_stress_check_versions).orderBy(desc(job_stress_check_versions.id)).limit(1))
export const newestVersion = async (db: Db): Promise<Version> => {
  const [newest] = await lastVersion(db).execute()
  if (!newest) throw new Error('no version of the stress check is loaded')
  return newest
}

export const stressForm = async (db: Db, language: Language): Promise<StressForm> => {
  const { definition } = await newestVersion(db)
  return {
    display_name: definition[`name_${language}`],
    sections: definition.sections.map((section) => ({
      code: section.code,
      display_name: section[`name_${language}`],
      options: section.options.map(localOption(language)),
    })),
    items: definition.items.map((item) => ({ code: item.code, section: item.section, serial: item.serial, text: item[`text_${language}`] })),
  }
}

/** Checks with their scales, newest first. */
const checks = patientQuery(({ db, rows, own }, key: 'user_id' | 'id') =>
  db
    .select({ check: columnsOf(job_stress_checks), scales: sql<Definition['scales']>`${job_stress_check_versions.definition} -> 'scales'` })
    .from(rows(job_stress_checks))
    .innerJoin(job_stress_check_versions, eq(job_stress_check_versions.id, job_stress_checks.version_id))
    // staff read shared checks only
    .where(and(eq(job_stress_checks[key], sql.placeholder('value')), own ? undefined : isNotNull(job_stress_checks.consented_at)))
    .orderBy(desc(job_stress_checks.answered_at), desc(job_stress_checks.id))
    .limit(sql.placeholder('limit')),
)

export const findStressChecks = async (
  scope: PatientScope,
  key: 'user_id' | 'id',
  value: number,
  limit: number,
  language: Language,
): Promise<JobStressCheck[]> => {
  const rows = await checks(scope, key).execute({ value, limit })
  return rows.map(({ check, scales }) => ({
    ...check,
    scales: check.scales.map((item) => {
      const scale = scales.find(({ code }) => code === item.code)!
      return { ...item, display_name: scale[`name_${language}`], domain: scale.domain }
    }),
  }))
}

export const stressChecksOf = async (scope: PatientScope, { user_id, limit = 10 }: { user_id: number; limit?: number }, language: Language) => {
  await requirePatient(scope, user_id)
  return findStressChecks(scope, 'user_id', user_id, limit, language)
}

type Answered = Pick<Input<typeof addJobStressCheckResult>, 'user_id' | 'answers' | 'consented'> & {
  answered_at: string
  source: 'page' | 'typeform'
  external_id?: string
}

const duplicateLock = preparedQuery(() => rawQuery(sql`select pg_advisory_xact_lock(hashtextextended(${sql.placeholder('key')}, 0))`))
const recentDuplicate = patientQuery(({ db, rows }) =>
  db
    .select({ id: job_stress_checks.id })
    .from(rows(job_stress_checks))
    .where(
      and(
        eq(job_stress_checks.user_id, sql.placeholder('user_id')),
        eq(job_stress_checks.source, 'page'),
        sql`${job_stress_checks.answers} = ${sql.placeholder('answers')}::jsonb`,
        sql`${job_stress_checks.created_at} > clock_timestamp() - make_interval(mins => ${sameWithinMinutes})`,
      ),
    )
    .limit(1),
)

/** Finds the same answers sent recently from another tab, so that the two create one check. A lock serialises the two; consent given in either counts. */
const findRecentDuplicate = async (scope: PatientScope, user_id: number, answerValues: Record<string, number>, consented: boolean | undefined) => {
  await duplicateLock(scope.db).execute({ key: `stress check ${user_id}` })
  const [duplicate] = await recentDuplicate(scope).execute({ user_id, answers: JSON.stringify(answerValues) })
  if (duplicate && consented)
    await scope.update(job_stress_checks).set({ consented_at: sql`coalesce(consented_at, now())` }).where(eq(job_stress_checks.id, duplicate.id))
  return duplicate
}

const sexOf = patientQuery(({ db, own }) =>
  db
    .select({ sex: users.sex })
    .from(users)
    .where(and(eq(users.id, sql.placeholder('user_id')), own && eq(users.id, own))),
)

/** Stores a check judged by the newest version and returns it if the scope may read it. An external response is stored once; undefined for a repeated one. */
export const insertStressCheck = async (scope: PatientScope, { user_id, answers, consented, ...details }: Answered, language: Language) => {
  await requirePatient(scope, user_id)
  const { id: version_id, definition } = await newestVersion(scope.db)
  assertValid(invalidAnswers(new Set(definition.items.map(({ code }) => code)), answers, true))
  const [person] = await sexOf(scope).execute({ user_id })
  const answerValues = Object.fromEntries(answers.map(({ code, value }) => [code, value]))
  const duplicate = details.source === 'page' ? await findRecentDuplicate(scope, user_id, answerValues, consented) : undefined
  const [added] = duplicate
    ? [duplicate]
    : await scope
        .insert(job_stress_checks)
        .values({
          ...details,
          user_id,
          version_id,
          answers: answerValues,
          consented_at: consented ? sql`now()` : null,
          ...stressResult(definition, answerValues, person?.sex ?? null),
        })
        .onConflictDoNothing({ target: job_stress_checks.external_id })
        .returning({ id: job_stress_checks.id })
  await scope.delete(job_stress_check_drafts).where(eq(job_stress_check_drafts.user_id, user_id))
  return added && (await findStressChecks(scope, 'id', added.id, 1, language))[0]
}

/** Columns of a check without a request for an interview. */
export const withdrawn = { interview_requested_at: null, interview_note: '' }

export const shareStressCheck = async (
  scope: PatientScope,
  { id, consented }: Input<typeof changeJobStressCheck>,
  language: Language,
): Promise<JobStressCheck> => {
  const [changed] = await scope
    .update(job_stress_checks)
    // a check that is shared already keeps its date
    .set({
      consented_at: consented ? sql`coalesce(consented_at, now())` : null,
      ...(!consented && withdrawn),
      updated_at: later(job_stress_checks.updated_at),
    })
    .where(eq(job_stress_checks.id, id))
    .returning({ user_id: job_stress_checks.user_id })
  if (!changed) throw apiError('not_found')
  scope.record(changed.user_id)
  if (!consented) await forgetInterviewRequest(scope, id)
  return (await findStressChecks(scope, 'id', id, 1, language))[0]!
}

const draftRow = (user_id: number, row: { answers: Record<string, number>; updated_at: string } | undefined): StressDraft => ({
  user_id,
  answers: Object.entries(row?.answers ?? {}).map(([code, value]) => ({ code, value })),
  updated_at: row?.updated_at ?? null,
})

const draftOfPatient = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(job_stress_check_drafts))
    .where(eq(job_stress_check_drafts.user_id, sql.placeholder('user_id'))),
)

export const stressDraftOf = async (scope: PatientScope, user_id: number): Promise<StressDraft> => {
  await requirePatient(scope, user_id)
  const [found] = await draftOfPatient(scope).execute({ user_id })
  return draftRow(user_id, found)
}

const checksSince = patientQuery(({ db, rows }) =>
  db
    .select({ id: job_stress_checks.id })
    .from(rows(job_stress_checks))
    .where(and(eq(job_stress_checks.user_id, sql.placeholder('user_id')), gte(job_stress_checks.answered_at, sql.placeholder('answered_at'))))
    .limit(1),
)
/** Whether the person completed a check at this time or later. */
export const hasCheckSince = async (scope: PatientScope, by: { user_id: number; answered_at: string }): Promise<boolean> =>
  (await checksSince(scope).execute(by)).length > 0

/** Merges the answers, so that two devices both keep theirs. `answered_at`: when they were given, if that was not now. */
export const saveDraft = async (
  scope: PatientScope,
  { user_id, answers, answered_at }: Input<typeof saveStressDraft> & { answered_at?: string },
): Promise<StressDraft> => {
  await requirePatient(scope, user_id)
  const { definition } = await newestVersion(scope.db)
  assertValid(invalidAnswers(new Set(definition.items.map(({ code }) => code)), answers, false))
  const stored = job_stress_check_drafts.answers
  const merged = sql`${stored} || excluded.answers`
  const [saved] = await scope
    .insert(job_stress_check_drafts)
    .values({ user_id, answers: Object.fromEntries(answers.map(({ code, value }) => [code, value])) })
    .onConflictDoUpdate({
      target: job_stress_check_drafts.user_id,
      set: {
        // answers that arrive late do not replace those that were saved after them
        answers: answered_at
          ? sql`case when ${job_stress_check_drafts.updated_at} > ${answered_at}::timestamptz then excluded.answers || ${stored} else ${merged} end`
          : merged,
        updated_at: later(job_stress_check_drafts.updated_at),
      },
    })
    .returning()
  return draftRow(user_id, saved)
}
