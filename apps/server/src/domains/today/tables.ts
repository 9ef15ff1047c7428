import type { TodayFinding } from '@sukoyaka/wire/boards/today'
import { todaySections } from '@sukoyaka/wire/boards/today'
import type { FollowUpKind } from '@sukoyaka/wire/record/imaging'
import { doublePrecision, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, instant, now, ref } from '../../database/columns.ts'

/** A finding without the columns of its category, which are looked up when the board is read. */
export type StoredFinding = Omit<TodayFinding, 'display_name' | 'unit_display' | 'decimals' | 'value_labels' | 'steps'>
export type Details = {
  findings?: StoredFinding[]
  count?: number
  serious_count?: number
  untold_count?: number
  /** All results of the row; absent in rows that older versions of the program stored. */
  finding_ids?: number[]
  /** The critical values of the row, and the earliest time of their last changes. */
  serious_ids?: number[]
  serious_since?: string | null
  follow_up?: { category_id: number; kind: FollowUpKind | 'reading'; due_on: string | null }
}

export const today_items = patientTable(
  'today_items',
  {
    user_id: ref().notNull(),
    section: text({ enum: todaySections }).notNull(),
    subject_id: ref().notNull().default(0),
    version: instant().notNull(),
    at: instant().notNull(),
    rank: doublePrecision().notNull(),
    shown_from: instant().notNull(),
    shown_until: instant(),
    details: jsonb().$type<Details>().notNull().default({}),
  },
  'user_id',
  (table) => [primaryKey({ columns: [table.user_id, table.section, table.subject_id] })],
)

export const today_reviews = patientTable(
  'today_reviews',
  {
    id: id(),
    section: text({ enum: todaySections }).notNull(),
    user_id: ref().notNull(),
    subject_id: ref().notNull().default(0),
    version: instant().notNull(),
    reviewed_by: ref().notNull(),
    reviewed_at: now(),
    until: instant(),
  },
  'user_id',
)
