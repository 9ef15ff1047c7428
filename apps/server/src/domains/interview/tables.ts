import { interviewKinds, interviewStatuses, meetingTypes } from '@sukoyaka/wire/care/interview'
import { boolean, integer, smallint, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, instant, now, ref } from '../../database/columns.ts'

export const interviews = patientTable(
  'interviews',
  {
    id: id(),
    interviewee_id: ref().notNull(),
    kind: text({ enum: interviewKinds }).notNull(),
    name: text().notNull().default(''),
    conducted_at: instant().notNull(),
    ends_at: instant(),
    location: text().notNull().default(''),
    meeting_type: text({ enum: meetingTypes }).notNull(),
    meeting_url: text(),
    status: text({ enum: interviewStatuses }).notNull().default('scheduled'),
    patient_summary: text().notNull().default(''),
    facility_id: ref(),
    included_in_plan: boolean().notNull().default(false),
    cancelled_at: instant(),
    cancel_reason: text(),
    sequence: integer().notNull().default(0),
    /** `sequence` of the last change that the patient is mailed about. */
    notice_sequence: integer().notNull().default(0),
    created_at: now(),
    updated_at: now(),
  },
  'interviewee_id',
)

export const interview_participants = patientTable(
  'interview_participants',
  {
    id: id(),
    interview_id: ref().notNull(),
    staff_id: ref().notNull(),
    place: smallint().notNull().default(0),
  },
  { column: 'interview_id', parent: interviews },
)

export const interview_moves = patientTable(
  'interview_moves',
  {
    id: id(),
    interview_id: ref().notNull(),
    conducted_at: instant().notNull(),
    moved_to: instant().notNull(),
    reason: text().notNull(),
    moved_by: ref(),
    created_at: now(),
  },
  { column: 'interview_id', parent: interviews },
)

export const interview_videos = patientTable(
  'interview_videos',
  {
    id: id(),
    interview_id: ref().notNull().unique(),
    file_id: ref().notNull().unique(),
    created_at: now(),
  },
  { column: 'interview_id', parent: interviews },
)
