import type { Permission } from '@sukoyaka/wire/access'
import type { TimelineEvent, TimelineKind } from '@sukoyaka/wire/boards/timeline'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { isNotNull, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { PatientSource } from '../../access/patient-query.ts'
import type { AnyPatientTable } from '../../access/patient-table.ts'
import { assessments } from '../assessment/tables.ts'
import { test_packages, urgent_contacts } from '../checkup/tables.ts'
import { contracts } from '../contract/tables.ts'
import { habit_goals } from '../habit/tables.ts'
import { interviews } from '../interview/tables.ts'
import { kartes, notDeleted } from '../karte/tables.ts'
import { questionnaires } from '../questionnaire/tables.ts'
import { orders } from '../shop/tables.ts'

/** One kind of event of one table: each matching row is one timeline item. */
export type Source = {
  kind: TimelineKind
  table: AnyPatientTable & { id: PgColumn }
  /** The column of the patient. */
  user_id: PgColumn
  /** When it happened: an instant, or a Tokyo day with `is_day`. */
  at: PgColumn
  is_day: boolean
  /** Limits the rows that have this event; all if absent. */
  where?: (source: PatientSource) => SQL
  event: TimelineEvent | ((source: PatientSource) => SQL<TimelineEvent>)
}

const otherContract = (source: PatientSource) => sql`select 1 from ${source.from(contracts, 'o')} where o.user_id = ${contracts.user_id}`
const continuesAnother = (source: PatientSource) => sql`exists (${otherContract(source)} and o.ended_at = ${contracts.started_at})`
const isContinued = (source: PatientSource) => sql`exists (${otherContract(source)} and o.started_at = ${contracts.ended_at})`

/** All sources of the stream, its counts and its filters. Items of the same instant are shown in this order. */
export const sources: readonly Source[] = [
  { kind: 'karte', table: kartes, user_id: kartes.user_id, at: kartes.created_at, is_day: false, where: () => notDeleted, event: 'happened' },
  { kind: 'interview', table: interviews, user_id: interviews.interviewee_id, at: interviews.conducted_at, is_day: false, event: 'happened' },
  {
    kind: 'test_package',
    table: test_packages,
    user_id: test_packages.user_id,
    at: test_packages.tested_at,
    is_day: false,
    // a checkup in arrangement has not happened, and its stored date is a placeholder
    where: () => ne(test_packages.status, testPackageStatus.edit),
    event: 'happened',
  },
  {
    kind: 'questionnaire',
    table: questionnaires,
    user_id: questionnaires.user_id,
    at: questionnaires.answered_at,
    is_day: false,
    where: () => isNotNull(questionnaires.answered_at),
    event: 'happened',
  },
  {
    kind: 'habit_goal',
    table: habit_goals,
    user_id: habit_goals.user_id,
    at: habit_goals.achieved_on,
    is_day: true,
    where: () => isNotNull(habit_goals.achieved_on),
    event: 'achieved',
  },
  { kind: 'habit_goal', table: habit_goals, user_id: habit_goals.user_id, at: habit_goals.created_at, is_day: false, event: 'added' },
  {
    kind: 'assessment',
    table: assessments,
    user_id: assessments.user_id,
    at: assessments.solved_on,
    is_day: true,
    where: () => isNotNull(assessments.solved_on),
    event: 'solved',
  },
  { kind: 'assessment', table: assessments, user_id: assessments.user_id, at: assessments.conducted_on, is_day: true, event: 'added' },
  {
    kind: 'contract',
    table: contracts,
    user_id: contracts.user_id,
    at: contracts.started_at,
    is_day: false,
    event: (source) => sql`case when ${continuesAnother(source)} then 'renewed' else 'started' end`,
  },
  {
    kind: 'contract',
    table: contracts,
    user_id: contracts.user_id,
    at: contracts.ended_at,
    is_day: false,
    // a contract that continues in the next one has not ended
    where: (source) => sql`${contracts.ended_at} is not null and not ${isContinued(source)}`,
    event: 'ended',
  },
  {
    kind: 'order',
    table: orders,
    user_id: orders.user_id,
    at: orders.created_at,
    is_day: false,
    // an order that is not paid is no purchase
    where: () => notInArray(orders.status, ['pending', 'failed']),
    event: 'happened',
  },
  {
    kind: 'urgent_contact',
    table: urgent_contacts,
    user_id: urgent_contacts.user_id,
    at: urgent_contacts.contacted_at,
    is_day: false,
    event: 'happened',
  },
]

/** The permission to read each kind, besides that for the patient's record. In the timeline only staff see kartes, assessments and urgent contacts. */
export const requiredPermissions: Record<TimelineKind, Permission> = {
  karte: 'kartes.read',
  interview: 'patient.read',
  test_package: 'patient.read',
  questionnaire: 'patient.read',
  habit_goal: 'patient.read',
  assessment: 'coordination.read',
  contract: 'patient.read',
  order: 'shop.read',
  urgent_contact: 'coordination.read',
}
