import { sql } from 'drizzle-orm'
import type { QueryTools } from '../../../access/patient-query.ts'
import { users } from '../../account/tables.ts'
import { shownEndOf } from '../../contract/shown-end-store.ts'
import { contracts, plans } from '../../contract/tables.ts'
import { facilities } from '../../facility/tables.ts'
import { interview_participants, interviews } from '../../interview/tables.ts'
import { messages } from '../../message/tables.ts'
import { care_people, patients } from '../../patient/tables.ts'
import { type CoverageRow, toCoverage } from '../resource/coverage.ts'
import { type OrganizationRow, toOrganization } from '../resource/organization.ts'
import { type PatientRow, toPatient } from '../resource/patient.ts'
import { type PractitionerRow, toPractitioner } from '../resource/practitioner.ts'
import { toPractitionerRole } from '../resource/practitioner-role.ts'
import { source } from './source.ts'

const none = sql`'{}'::text[]`
const names = sql`u.first_name, u.last_name, u.first_name_kana, u.last_name_kana`

/** A patient sees the staff of the care team, of the interviews and of the conversation. */
const isKnownStaff = ({ from, own }: QueryTools) =>
  own
    ? sql`(exists (select from ${from(care_people, 'c')} where c.staff_id = u.id)
        or exists (select from ${from(interview_participants, 'i')} where i.staff_id = u.id)
        or exists (select from ${from(messages, 'm')} where m.sender_id = u.id))`
    : sql`true`

const staff = (tools: QueryTools) => sql`
  select u.id, null::bigint as patient_id, u.created_at as at, u.updated_at, ${none} as codes, ${none} as categories, ${names}, u.role,
    u.deactivated_at is null as is_active
  from ${users} u where u.role <> 'patient' and ${isKnownStaff(tools)}`

export const peopleSources = [
  source<PatientRow>({
    type: 'Patient',
    select: ({ from }) => sql`
      select p.user_id as id, p.user_id as patient_id, u.created_at as at, u.updated_at, ${none} as codes, ${none} as categories, ${names}, u.birthday, u.sex, u.email,
        u.phone_number, u.address, u.deactivated_at is null as is_active
      from ${from(patients, 'p')} join ${users} u on u.id = p.user_id where p.merged_into is null`,
    toResource: toPatient,
  }),
  source<PractitionerRow>({ type: 'Practitioner', isShared: true, select: staff, toResource: toPractitioner }),
  source<PractitionerRow>({ type: 'PractitionerRole', isShared: true, select: staff, toResource: toPractitionerRole }),
  source<OrganizationRow>({
    type: 'Organization',
    isShared: true,
    // a booked facility stays readable when it is no longer offered
    select: () => sql`
      select f.id, null::bigint as patient_id, f.updated_at as at, f.updated_at, ${none} as codes, ${none} as categories, f.name as code, f.name_ja, f.phone_number, f.address,
        f.visible
      from ${facilities} f`,
    toResource: toOrganization,
  }),
  source<CoverageRow>({
    type: 'Coverage',
    select: ({ from }) => sql`
      select c.id, c.user_id as patient_id, c.started_at as at, c.updated_at, ${none} as codes, ${none} as categories, p.name as plan, p.name_ja as plan_ja, c.started_at,
        ${shownEndOf(from, 'c')} as ended_at, coalesce(c.ended_at <= now(), false) as is_over
      from ${from(contracts, 'c')} join ${plans} p on p.id = c.plan_id`,
    toResource: toCoverage,
  }),
]

/** Ids of the staff who take part in the interview `i`. */
export const interviewStaff = ({ from }: QueryTools) =>
  sql`coalesce((select array_agg(s.staff_id::text order by s.place, s.id) from ${from(interview_participants, 's')} where s.interview_id = i.id), '{}')`
export const fromInterviews = ({ from }: QueryTools) => from(interviews, 'i')
