import type { Language } from '@sukoyaka/phrases/language'
import { isReached } from '@sukoyaka/rules/boards/today'
import type { TodayItem, TodaySection } from '@sukoyaka/wire/boards/today'
import { sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { localName } from '../../database/columns.ts'
import { isAnyOf, preparedQuery, rawQuery } from '../../database/prepared.ts'
import { staffByIds } from '../account/store.ts'
import { result_categories, test_packages } from '../checkup/tables.ts'
import { interviews } from '../interview/tables.ts'
import { message_rooms, messages } from '../message/tables.ts'
import { namedPatients } from '../patient/store.ts'
import { type ContactAbout, contactsOf } from './contact-store.ts'
import { seriousFindingsOf } from './serious-store.ts'
import type { Details } from './tables.ts'

/** A row of the board with its review, before what it refers to is looked up. */
export type FoundItem = {
  section: TodaySection
  user_id: number
  subject_id: number
  version: string
  at: string
  details: Details
  review_id: number | null
  reviewed_at: string | null
  reviewed_by: number | null
}

const maxExcerptLength = 120

const byId = <R extends { id: number }>(rows: R[]) => new Map(rows.map((row) => [row.id, row]))
const unique = (ids: (number | null)[]) => [...new Set(ids)].filter((id) => id !== null)

const categoryNames = preparedQuery((db, language: Language) =>
  db
    .select({
      id: result_categories.id,
      display_name: localName(result_categories, language),
      unit_display: result_categories.unit_display,
      decimals: result_categories.decimals,
      value_labels: result_categories.value_labels,
      steps: result_categories.steps,
    })
    .from(result_categories)
    .where(isAnyOf(result_categories.id)),
)

const packageNames = patientQuery(({ db, rows }) =>
  db.select({ id: test_packages.id, name: test_packages.name }).from(rows(test_packages)).where(isAnyOf(test_packages.id)),
)

const interviewNames = patientQuery(({ db, rows }) =>
  db
    .select({ id: interviews.id, name: interviews.name, kind: interviews.kind, ends_at: interviews.ends_at, meeting_type: interviews.meeting_type })
    .from(rows(interviews))
    .where(isAnyOf(interviews.id)),
)

/** The beginning of the newest text with which each patient waits for a reply, captions of images and files included. */
const excerpts = patientQuery(({ from }) =>
  rawQuery<{ id: number; excerpt: string }>(sql`
    select r.patient_id as id, m.excerpt from ${from(message_rooms, 'r')} cross join lateral (
      select left(m.body, ${maxExcerptLength}) as excerpt from ${from(messages, 'm')}
      where m.patient_id = r.patient_id and m.sender_id = r.patient_id and m.published_at >= r.unresponded_since and m.deleted_at is null and m.body <> ''
      order by m.id desc limit 1) m
    where r.patient_id = any(${sql.placeholder('ids')}::bigint[])`),
)

/** Rows by id; runs no query without ids. */
const lookUp = async <R extends { id: number }>(ids: number[], query: { execute: (values: { ids: number[] }) => Promise<R[]> }) =>
  ids.length ? byId(await query.execute({ ids })) : new Map<number, R>()

/** Whether the row stores fewer critical values than it is about: `findings` are at most three, and none for a checkup that waits for its release. */
const needsSerious = ({ details: { findings = [], serious_ids = [] } }: FoundItem) =>
  serious_ids.length > findings.filter(({ is_serious }) => is_serious).length

/** Of the contacts since the row has critical values, all attempts are shown, but calls that reached the patient only if they were about one of the values. */
const isShown = (
  { user_id, created_at, outcome, result_ids }: ContactAbout,
  { user_id: row_user_id, details: { serious_since, serious_ids = [] } }: FoundItem,
) => user_id === row_user_id && serious_since && created_at >= serious_since && (!isReached(outcome) || result_ids.some((id) => serious_ids.includes(id)))

/** Rows in the wire's shape: each kind of reference is looked up once. */
export const itemsOf = async (scope: PatientScope, found: FoundItem[], language: Language): Promise<TodayItem[]> => {
  if (!found.length) return []
  const inSection = (section: TodaySection) => found.filter((row) => row.section === section)
  const serious = await seriousFindingsOf(
    scope,
    found.filter(needsSerious).flatMap(({ details }) => details.serious_ids ?? []),
  )
  const ids = {
    category: unique([
      ...found.flatMap(({ details: { findings = [], follow_up } }) => [...findings, ...(follow_up ? [follow_up] : [])].map(({ category_id }) => category_id)),
      ...[...serious.values()].map(({ category_id }) => category_id),
    ]),
    package: unique(inSection('waiting_release').map(({ subject_id }) => subject_id)),
    interview: unique(inSection('interviews_today').map(({ subject_id }) => subject_id)),
    writer: unique(inSection('needs_reply').map(({ user_id }) => user_id)),
    reviewer: unique(found.map(({ reviewed_by }) => reviewed_by)),
  }
  const urgentIds = unique(found.flatMap(({ user_id, details }) => (details.serious_since ? [user_id] : [])))
  const [people, categories, packages, interviewById, excerptById, reviewers, contacts] = await Promise.all([
    lookUp(unique(found.map(({ user_id }) => user_id)), namedPatients(scope)),
    lookUp(ids.category, categoryNames(scope.db, language)),
    lookUp(ids.package, packageNames(scope)),
    lookUp(ids.interview, interviewNames(scope)),
    lookUp(ids.writer, excerpts(scope)),
    ids.reviewer.length ? staffByIds(scope.db, ids.reviewer) : new Map<number, never>(),
    contactsOf(scope, urgentIds),
  ])
  return found.flatMap((row): TodayItem[] => {
    const person = people.get(row.user_id)
    if (!person) return []
    const { phone_number, ...patient } = person
    scope.record(row.user_id)
    const interview = row.section === 'interviews_today' ? interviewById.get(row.subject_id) : undefined
    const { follow_up, serious_ids = [] } = row.details
    const findings = needsSerious(row) ? [...serious].flatMap(([id, finding]) => (serious_ids.includes(id) ? [finding] : [])) : row.details.findings
    const reviewer = row.reviewed_by === null ? undefined : reviewers.get(row.reviewed_by)
    return [
      {
        section: row.section,
        patient,
        subject_id: row.subject_id || null,
        version: row.version,
        at: row.at,
        findings: (findings ?? []).flatMap((finding) => {
          const category = categories.get(finding.category_id)
          return category ? [{ ...finding, ...category, category_id: finding.category_id }] : []
        }),
        count: row.details.count ?? 0,
        serious_count: row.details.serious_count ?? 0,
        untold_count: row.details.untold_count ?? 0,
        phone_number: row.details.untold_count ? phone_number : null,
        contacts: contacts.filter((contact) => isShown(contact, row)),
        name: interview?.name ?? (row.section === 'waiting_release' ? (packages.get(row.subject_id)?.name ?? '') : ''),
        follow_up: follow_up
          ? { display_name: categories.get(follow_up.category_id)?.display_name ?? '', kind: follow_up.kind, due_on: follow_up.due_on }
          : null,
        interview_kind: interview?.kind ?? null,
        ends_at: interview?.ends_at ?? null,
        meeting_type: interview?.meeting_type ?? null,
        excerpt: row.section === 'needs_reply' ? (excerptById.get(row.user_id)?.excerpt ?? null) : null,
        review: reviewer && row.review_id !== null ? { id: row.review_id, reviewed_at: row.reviewed_at!, reviewed_by: reviewer } : null,
      },
    ]
  })
}
