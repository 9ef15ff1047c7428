// built per call: folding and searching the texts takes longer than building the reads
import { today as todayWords } from '@sukoyaka/phrases/boards/today'
import { assessment as assessmentWords } from '@sukoyaka/phrases/care/assessment'
import { interview as interviewWords } from '@sukoyaka/phrases/care/interview'
import type { Language } from '@sukoyaka/phrases/language'
import { questionnaire as questionnaireWords } from '@sukoyaka/phrases/record/questionnaire'
import { fold } from '@sukoyaka/rules/fold'
import { menuText } from '@sukoyaka/rules/test-package'
import type { TimelineKind } from '@sukoyaka/wire/boards/timeline'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { PatientScope } from '../../access/patient-scope.ts'
import { translate } from '../../config/language.ts'
import { textMatchesPlaceholders, textTerms } from '../../database/text-search.ts'
import { assessments } from '../assessment/tables.ts'
import { test_packages, urgent_contacts } from '../checkup/tables.ts'
import { contracts, plans } from '../contract/tables.ts'
import { diseases } from '../disease/tables.ts'
import { habit_goal_templates, habit_goals } from '../habit/tables.ts'
import { interviews } from '../interview/tables.ts'
import { kartes } from '../karte/tables.ts'
import { questionnaires } from '../questionnaire/tables.ts'
import { order_items, orders } from '../shop/tables.ts'
import { symptom_categories } from '../symptom/tables.ts'

/** Maximum number of rows searched per patient and kind, except kartes; older ones are not searched. */
const maxRows = 5_000

type Text = { id: number; text: string }
/** The text of each row of a kind by which a search finds it, newest row first, without what the reader may not see. */
type TextReader = (scope: PatientScope, user_id: number, language: Language) => Promise<Text[]>

const text = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join('\n')

const readInterviews: TextReader = async (scope, user_id, language) => {
  const rows = await scope.db
    .select({ id: interviews.id, kind: interviews.kind, name: interviews.name, location: interviews.location, summary: interviews.patient_summary })
    .from(scope.rows(interviews))
    .where(eq(interviews.interviewee_id, user_id))
    .orderBy(desc(interviews.conducted_at))
    .limit(maxRows)
  return rows.map(({ id, kind, name, location, summary }) => ({
    id,
    text: text(name.trim() || translate(interviewWords, language, `kind.${kind}`), location, summary),
  }))
}

/** Only what is shown: before the release, a patient cannot search the comment, nor the detail of a checkup with complete results. */
const readTestPackages: TextReader = async (scope, user_id, language) => {
  const rows = await scope.db
    .select({
      id: test_packages.id,
      kind: test_packages.kind,
      name: test_packages.name,
      location: test_packages.location,
      status: test_packages.status,
      released_at: test_packages.released_at,
      detail: test_packages.detail,
      comment: test_packages.comment,
      course: test_packages.course,
      options: test_packages.options,
    })
    .from(scope.rows(test_packages))
    .where(eq(test_packages.user_id, user_id))
    .orderBy(desc(test_packages.tested_at))
    .limit(maxRows)
  return rows.map((row) => {
    const isShown = scope.own === undefined || row.released_at !== null
    const detail = isShown || row.status !== testPackageStatus.complete ? row.detail : null
    const name = translate(interviewWords, language, `checkup.${row.kind}`)
    return { id: row.id, text: text(row.name, name, row.location, menuText(row.course, row.options), detail, isShown ? row.comment : null) }
  })
}

/** The label of the kind, and the symptoms answered with yes in all languages of the catalogue. */
const readQuestionnaires: TextReader = async (scope, user_id, language) => {
  const rows = await scope.db
    .select({
      id: questionnaires.id,
      names: sql<
        string | null
      >`(select string_agg(concat_ws(' ', c.name_ja, c.name_en, c.name_kr), ' ') from ${symptom_categories} c where c.name = any(${questionnaires.yes_symptoms}))`,
    })
    .from(scope.rows(questionnaires))
    .where(and(eq(questionnaires.user_id, user_id), isNotNull(questionnaires.answered_at)))
    .orderBy(desc(questionnaires.answered_at))
    .limit(maxRows)
  return rows.map(({ id, names }) => ({
    id,
    text: text(translate(questionnaireWords, language, 'item.label'), translate(questionnaireWords, language, 'item.answered'), names),
  }))
}

const readHabitGoals: TextReader = (scope, user_id, language) =>
  scope.db
    .select({
      id: habit_goals.id,
      text: sql<string>`coalesce(${habit_goals.content}, ${{ ja: habit_goal_templates.content_ja, en: habit_goal_templates.content_en, kr: habit_goal_templates.content_kr }[language]})`,
    })
    .from(scope.rows(habit_goals))
    .leftJoin(habit_goal_templates, eq(habit_goal_templates.id, habit_goals.template_id))
    .where(eq(habit_goals.user_id, user_id))
    .orderBy(desc(habit_goals.created_at))
    .limit(maxRows)

const readAssessments: TextReader = async (scope, user_id, language) => {
  const rows = await scope.db
    .select({
      id: assessments.id,
      kind: assessments.kind,
      memo: assessments.memo,
      name: diseases.name,
      local: diseases.name_local,
      kana: diseases.name_kana,
      kr: diseases.name_kr,
    })
    .from(scope.rows(assessments))
    .innerJoin(diseases, eq(diseases.id, assessments.disease_id))
    .where(eq(assessments.user_id, user_id))
    .orderBy(desc(assessments.conducted_on))
    .limit(maxRows)
  return rows.map(({ id, kind, memo, ...names }) => ({
    id,
    text: text(names.local, names.kana, names.name, names.kr, translate(assessmentWords, language, `kind.${kind}`), memo),
  }))
}

const readContracts: TextReader = async (scope, user_id) => {
  const rows = await scope.db
    .select({ id: contracts.id, ja: plans.name_ja, en: plans.name_en, kr: plans.name_kr })
    .from(scope.rows(contracts))
    .innerJoin(plans, eq(plans.id, contracts.plan_id))
    .where(eq(contracts.user_id, user_id))
    .orderBy(desc(contracts.started_at))
    .limit(maxRows)
  return rows.map(({ id, ja, en, kr }) => ({ id, text: text(ja, en, kr) }))
}

const readOrders: TextReader = (scope, user_id) =>
  scope.db
    .select({ id: orders.id, text: sql<string>`string_agg(concat_ws(' ', i.name_ja, i.name_en, i.name_kr), ' ')` })
    .from(scope.rows(orders))
    .innerJoin(scope.from(order_items, 'i'), sql`i.order_id = ${orders.id}`)
    .where(eq(orders.user_id, user_id))
    .groupBy(orders.id, orders.created_at)
    .orderBy(desc(orders.created_at))
    .limit(maxRows)

const readUrgentContacts: TextReader = async (scope, user_id, language) => {
  const rows = await scope.db
    .select({ id: urgent_contacts.id, outcome: urgent_contacts.outcome, note: urgent_contacts.note })
    .from(scope.rows(urgent_contacts))
    .where(eq(urgent_contacts.user_id, user_id))
    .orderBy(desc(urgent_contacts.contacted_at))
    .limit(maxRows)
  return rows.map(({ id, outcome, note }) => ({
    id,
    text: text(translate(todayWords, language, 'contact.label'), translate(todayWords, language, `contact.outcome.${outcome}`), note),
  }))
}

/** Kartes are long and have an index. A patient has few rows of the other kinds, so they are folded and searched in memory. */
const readerOf: Record<Exclude<TimelineKind, 'karte'>, { id: PgColumn; read: TextReader }> = {
  interview: { id: interviews.id, read: readInterviews },
  test_package: { id: test_packages.id, read: readTestPackages },
  questionnaire: { id: questionnaires.id, read: readQuestionnaires },
  habit_goal: { id: habit_goals.id, read: readHabitGoals },
  assessment: { id: assessments.id, read: readAssessments },
  contract: { id: contracts.id, read: readContracts },
  order: { id: orders.id, read: readOrders },
  urgent_contact: { id: urgent_contacts.id, read: readUrgentContacts },
}

type SearchQuery = { user_id: number; q: string | undefined; language: Language }

/** The condition of a search on the rows of a kind. Its placeholders are the `found` of `searchKinds`. */
export const foundCondition = (kind: TimelineKind): SQL =>
  kind === 'karte' ? textMatchesPlaceholders(kartes.memo_search) : sql`${readerOf[kind].id} = any(${sql.placeholder(`found_${kind}`)}::bigint[])`

/** The kinds that a reader sees. With a search: kartes and the other kinds that have hits; `found` has the values for `foundCondition`. */
export type VisibleKinds = { kinds: readonly TimelineKind[]; found?: Readonly<Record<string, unknown>> }

export const searchKinds = async (scope: PatientScope, kinds: readonly TimelineKind[], { user_id, q: query, language }: SearchQuery): Promise<VisibleKinds> => {
  const words = query === undefined ? undefined : textTerms(query)
  if (!words) return { kinds }
  const searchWords = fold(query!).split(/\s+/).filter(Boolean)
  const visible: TimelineKind[] = []
  const found: Record<string, unknown> = { ...words }
  for (const kind of kinds)
    if (kind === 'karte') visible.push(kind)
    else {
      const ids: number[] = []
      for (const row of await readerOf[kind].read(scope, user_id, language)) {
        const folded = fold(row.text)
        if (searchWords.every((word) => folded.includes(word))) ids.push(row.id)
      }
      if (!ids.length) continue
      visible.push(kind)
      found[`found_${kind}`] = ids
    }
  return { kinds: visible, found }
}
