import type { Segment } from '@sukoyaka/rules/care/minutes'
import { type MinutesSection, minutesStatuses } from '@sukoyaka/wire/care/interview-minutes'
import { boolean, integer, jsonb, smallint, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { bytea, id, instant, now, ref } from '../../database/columns.ts'
import { interviews } from '../interview/tables.ts'

export const interview_minutes = patientTable(
  'interview_minutes',
  {
    id: id(),
    interview_id: ref(),
    external_id: text().notNull().unique(),
    body_hash: bytea().notNull(),
    name: text().notNull().default(''),
    meeting_url: text(),
    calendar_uid: text(),
    met_at: instant().notNull(),
    duration_seconds: integer(),
    attendees: text().array().notNull().default([]),
    notes: text().notNull().default(''),
    transcript: jsonb().$type<Segment[]>().notNull().default([]),
    sections: jsonb().$type<MinutesSection[]>().notNull().default([]),
    status: text({ enum: minutesStatuses }).notNull().default('draft'),
    decided_by: ref(),
    decided_at: instant(),
    edited_by: ref(),
    edited_at: instant(),
    created_at: now(),
    updated_at: now(),
  },
  { column: 'interview_id', parent: interviews },
)

export const minutes_action_items = patientTable(
  'minutes_action_items',
  {
    id: id(),
    minutes_id: ref().notNull(),
    place: smallint().notNull().default(0),
    content: text().notNull(),
    description: text().notNull().default(''),
    assignee_name: text().notNull().default(''),
    is_done: boolean().notNull().default(false),
    task_id: ref(),
    habit_goal_id: ref(),
  },
  { column: 'minutes_id', parent: interview_minutes },
)
