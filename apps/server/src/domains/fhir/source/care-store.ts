import { sql } from 'drizzle-orm'
import type { QueryTools } from '../../../access/patient-query.ts'
import { files } from '../../../database/tables.ts'
import { users } from '../../account/tables.ts'
import { test_packages } from '../../checkup/tables.ts'
import { facilities } from '../../facility/tables.ts'
import { habit_goal_templates, habit_goals } from '../../habit/tables.ts'
import { lifestyle_categories } from '../../lifestyle/tables.ts'
import { message_files, messages } from '../../message/tables.ts'
import { questionnaires } from '../../questionnaire/tables.ts'
import { symptom_categories } from '../../symptom/tables.ts'
import { type BookingRow, type InterviewRow, toCheckupAppointment, toInterviewAppointment } from '../resource/appointment.ts'
import { type CarePlanRow, toCarePlan } from '../resource/care-plan.ts'
import { type MessageRow, toCommunication } from '../resource/communication.ts'
import type { CheckupRow } from '../resource/diagnostic-report.ts'
import { type DocumentRow, toDocumentReference } from '../resource/document-reference.ts'
import { toCheckupEncounter, toInterviewEncounter } from '../resource/encounter.ts'
import { type GoalRow, toGoal } from '../resource/goal.ts'
import { type QuestionnaireRow, toQuestionnaireResponse } from '../resource/questionnaire-response.ts'
import { toServiceRequest } from '../resource/service-request.ts'
import { checkups } from './measured-store.ts'
import { fromInterviews, interviewStaff } from './people-store.ts'
import { source } from './source.ts'

const none = sql`'{}'::text[]`

const interviewRows = (tools: QueryTools) => sql`
  select i.id, i.interviewee_id as patient_id, i.conducted_at as at, i.updated_at, ${none} as codes, ${none} as categories, i.kind, i.name, i.conducted_at, i.ends_at, i.status,
    i.meeting_type = 'online' as is_online, i.location, i.patient_summary, ${interviewStaff(tools)} as staff_ids
  from ${fromInterviews(tools)}`

const bookings = ({ from }: QueryTools) => sql`
  select p.id, p.user_id as patient_id, p.tested_at as at, p.updated_at, array['urn:sukoyaka:checkup-kind|' || p.kind, p.kind] as codes, ${none} as categories, p.kind, p.name,
    p.location, p.facility_id, f.name_ja as facility, p.tested_at, p.status, p.cancelled_at is not null as is_cancelled, p.status = 0 as is_done
  from ${from(test_packages, 'p')} left join ${facilities} f on f.id = p.facility_id`

const goals = ({ from }: QueryTools) => sql`
  select g.id, g.user_id as patient_id, g.created_at as at, g.updated_at, ${none} as codes, array[g.kind] as categories, g.kind, coalesce(g.content, t.content_ja, '') as content,
    g.achieved_on::text, g.days_per_week, (g.created_at at time zone 'Asia/Tokyo')::date::text as started_on,
    coalesce(g.paused_on is not null and coalesce(g.paused_until > (now() at time zone 'Asia/Tokyo')::date, true), false) as is_paused
  from ${from(habit_goals, 'g')} left join ${habit_goal_templates} t on t.id = g.template_id`

export const careSources = [
  source<DocumentRow>({
    type: 'DocumentReference',
    select: ({ from }) => sql`
      select d.id, d.patient_id, m.published_at as at, m.published_at as updated_at, ${none} as codes, ${none} as categories, f.content_type, f.name, f.size, f.id as file_id,
        m.sender_id, u.role as sender_role
      from ${from(message_files, 'd')} join ${from(messages, 'm')} on m.id = d.message_id join ${files} f on f.id = d.file_id join ${users} u on u.id = m.sender_id
      where f.kind = 'document' and m.deleted_at is null`,
    toResource: toDocumentReference,
  }),
  source<QuestionnaireRow>({
    type: 'QuestionnaireResponse',
    select: ({ from }) => sql`
      select q.id, q.user_id as patient_id, q.answered_at as at, q.updated_at, ${none} as codes, ${none} as categories, q.answers, q.answered_at,
        (select coalesce(jsonb_object_agg(n.key, n.name_ja), '{}') from (
          select 'symptoms.' || name as key, name_ja from ${symptom_categories} union all select 'lifestyles.' || name, name_ja from ${lifestyle_categories}) n
          where q.answers ? n.key) as names
      from ${from(questionnaires, 'q')} where q.answered_at is not null`,
    toResource: toQuestionnaireResponse,
  }),
  source<InterviewRow>({ type: 'Appointment', prefix: 'interview', select: interviewRows, toResource: toInterviewAppointment }),
  source<BookingRow>({ type: 'Appointment', prefix: 'checkup', select: bookings, toResource: toCheckupAppointment }),
  source<InterviewRow>({
    type: 'Encounter',
    prefix: 'interview',
    select: (tools) => sql`${interviewRows(tools)} where i.status = 'done'`,
    toResource: toInterviewEncounter,
  }),
  source<CheckupRow>({ type: 'Encounter', prefix: 'checkup', select: checkups, toResource: toCheckupEncounter }),
  source<MessageRow>({
    type: 'Communication',
    select: ({ from }) => sql`
      select m.id, m.patient_id, m.published_at as at, m.published_at as updated_at, ${none} as codes, ${none} as categories, m.body, m.sender_id, u.role as sender_role,
        m.is_urgent, m.reply_to_message_id
      from ${from(messages, 'm')} join ${users} u on u.id = m.sender_id where m.deleted_at is null`,
    toResource: toCommunication,
  }),
  source<CarePlanRow>({
    type: 'CarePlan',
    select: ({ from }) => sql`
      select g.user_id as id, g.user_id as patient_id, min(g.created_at) as at, max(g.updated_at) as updated_at, ${none} as codes, ${none} as categories,
        array_agg(g.id::text order by g.id) as goal_ids, bool_or(g.achieved_on is null) as is_active
      from ${from(habit_goals, 'g')} group by g.user_id`,
    toResource: toCarePlan,
  }),
  source<GoalRow>({ type: 'Goal', select: goals, toResource: toGoal }),
  source<BookingRow>({ type: 'ServiceRequest', select: bookings, toResource: toServiceRequest }),
]
