import { habitGoalCategoryTypes, habitGoalKinds } from '@sukoyaka/wire/care/habit'
import { boolean, date, doublePrecision, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { edited, id, now, ref } from '../../database/columns.ts'

/** A category of a template, by name as in reference-data, because ids differ between databases. */
export type TemplateCategory = {
  category_type: (typeof habitGoalCategoryTypes)[number]
  category_name: string | null
  is_sync_action: boolean
  target?: number | null
}

export const habit_goal_templates = pgTable('habit_goal_templates', {
  id: id(),
  code: text().notNull().unique(),
  kind: text({ enum: habitGoalKinds }).notNull(),
  content_ja: text().notNull(),
  content_en: text().notNull(),
  content_kr: text().notNull(),
  content_kana: text().notNull().default(''),
  /** Synonyms for the search. */
  also: text().array().notNull().default([]),
  content_search: text().notNull().default(''),
  days_per_week: smallint(),
  categories: jsonb().$type<TemplateCategory[]>().notNull().default([]),
  sort_number: integer().notNull().default(0),
  ...edited(),
})

export const habit_goals = patientTable(
  'habit_goals',
  {
    id: id(),
    user_id: ref().notNull(),
    template_id: ref(),
    /** Null if the template's text is used. */
    content: text(),
    kind: text({ enum: habitGoalKinds }).notNull(),
    achieved_on: date(),
    days_per_week: smallint(),
    paused_on: date(),
    paused_until: date(),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const habit_goal_categories = patientTable(
  'habit_goal_categories',
  {
    id: id(),
    habit_goal_id: ref().notNull(),
    category_type: text({ enum: habitGoalCategoryTypes }).notNull(),
    category_id: ref(),
    is_sync_action: boolean().notNull().default(false),
    target: doublePrecision(),
  },
  { column: 'habit_goal_id', parent: habit_goals },
)

/** Days marked by the patient or staff. */
export const habit_goal_days = patientTable(
  'habit_goal_days',
  {
    habit_goal_id: ref().notNull(),
    day: date().notNull(),
    done: boolean().notNull(),
    created_at: now(),
  },
  { column: 'habit_goal_id', parent: habit_goals },
  (table) => [primaryKey({ columns: [table.habit_goal_id, table.day] })],
)
