import { fillPlaceholders } from '@sukoyaka/rules/care/canned-reply'
import { tokyoStartOfDay } from '@sukoyaka/rules/time'
import { type BulkChoice, type BulkPreview, maxRecipients } from '@sukoyaka/wire/boards/bulk-message'
import { maxBodyLength } from '@sukoyaka/wire/care/message'
import type { Person } from '@sukoyaka/wire/people/account'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { assertValid, normalizeText } from '../../access/rows.ts'
import { personColumns } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { assessments } from '../assessment/tables.ts'
import { test_packages } from '../checkup/tables.ts'
import { currentPlanOf } from '../contract/store.ts'
import { hasMainDoctor } from '../patient/store.ts'
import { care_people, patients } from '../patient/tables.ts'

type LeftOut = BulkPreview['left_out'][number]
export type Recipient = { patient: Person; text: string; chat: boolean }
/**
 * The patients of a choice in the order of their kana: recipients with their text, and those left out with the reason. Ids that were not found come last,
 * without a patient.
 */
export type Chosen = { recipients: Recipient[]; left_out: LeftOut[]; is_too_many: boolean }

const anyOf = (list: readonly number[]) => sql`any(${sql.param([...list])}::bigint[])`

/** The time of the last checkup that took place. */
const lastCheckup = (scope: PatientScope, now: Date) =>
  sql`(select max(p.tested_at) from ${scope.from(test_packages, 'p')} where p.user_id = ${patients.user_id} and p.cancelled_at is null and p.status <> ${testPackageStatus.edit} and p.tested_at <= ${now.toISOString()})`

/** Whether the choice has any criterion; an empty choice must not select everyone. */
const hasCriteria = ({ everyone, patient_ids, plan_ids, main_doctor_ids, disease_ids, last_checkup_before, last_checkup_from }: BulkChoice) =>
  everyone === true ||
  [patient_ids, plan_ids, main_doctor_ids, disease_ids].some((list) => list && list.length > 0) ||
  last_checkup_before !== undefined ||
  last_checkup_from !== undefined

const whenGiven = (values: readonly number[] | undefined, condition: (selected: readonly number[]) => SQL) => (values?.length ? condition(values) : undefined)

const rowsOf = (scope: PatientScope, choice: BulkChoice, now: Date) => {
  const plan = currentPlanOf(scope, sql`${patients.user_id}`, now, 'ja').as('plan')
  // built per call: the criteria vary
  return scope.db
    .select({
      patient: personColumns,
      is_closed: sql<boolean>`${users.deactivated_at} is not null`,
      chat: sql<boolean>`coalesce(${plan.chat}, false)`,
      main_doctor: sql<string | null>`(select d.last_name || ' ' || d.first_name from ${scope.from(care_people, 'c')} join users d on d.id = c.staff_id
        where c.user_id = ${patients.user_id} and c.main and c.role = 'doctor' order by c.id limit 1)`,
    })
    .from(scope.rows(patients))
    .innerJoin(users, eq(users.id, patients.user_id))
    .leftJoinLateral(plan, sql`true`)
    .where(
      and(
        isNull(patients.merged_into),
        whenGiven(choice.patient_ids, (selectedIds) => sql`${patients.user_id} = ${anyOf(selectedIds)}`),
        whenGiven(choice.plan_ids, (selectedIds) => sql`${plan.plan_id} = ${anyOf(selectedIds)}`),
        whenGiven(choice.main_doctor_ids, (selectedIds) => hasMainDoctor(scope, patients.user_id, sql`${care_people.staff_id} = ${anyOf(selectedIds)}`)),
        whenGiven(
          choice.disease_ids,
          (selectedIds) =>
            sql`exists (select from ${scope.rows(assessments)} where ${assessments.user_id} = ${patients.user_id} and ${assessments.disease_id} = ${anyOf(selectedIds)} and ${assessments.solved_on} is null)`,
        ),
        choice.last_checkup_before === undefined ? undefined : sql`${lastCheckup(scope, now)} < ${tokyoStartOfDay(choice.last_checkup_before).toISOString()}`,
        choice.last_checkup_from === undefined ? undefined : sql`${lastCheckup(scope, now)} >= ${tokyoStartOfDay(choice.last_checkup_from).toISOString()}`,
      ),
    )
    .orderBy(asc(users.kana_key), asc(users.id))
    .limit(maxRecipients + 1)
}

/** Selects the recipients of a choice and fills in their texts, as of now. */
export const chosenOf = async (scope: PatientScope, choice: BulkChoice, body: string, now: Date): Promise<Chosen> => {
  if (!hasCriteria(choice)) return { recipients: [], left_out: [], is_too_many: false }
  const rows = await rowsOf(scope, choice, now)
  const recipients: Recipient[] = []
  const left_out: LeftOut[] = []
  const template = normalizeText(body)
  for (const { patient, is_closed, chat, main_doctor } of rows) {
    const { text, missing } = fillPlaceholders(template, { ...patient, main_doctor })
    const reason = is_closed ? 'deactivated' : missing.length ? 'no_main_doctor' : text.length > maxBodyLength ? 'too_long' : undefined
    if (reason) left_out.push({ patient, patient_id: patient.id, reason })
    else recipients.push({ patient, text, chat })
  }
  const found = new Set(rows.map(({ patient }) => patient.id))
  // with other criteria, an id may be missing only because the patient does not match them: it is then not listed as left out
  const { patient_ids = [], everyone: _, ...criteria } = choice
  if (!hasCriteria(criteria)) for (const id of new Set(patient_ids)) if (!found.has(id)) left_out.push({ patient: null, patient_id: id, reason: 'not_found' })
  return { recipients, left_out, is_too_many: rows.length > maxRecipients }
}

export const assertHasCriteria = (choice: BulkChoice) => assertValid({ choice: !hasCriteria(choice) && 'required' })
