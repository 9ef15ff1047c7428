import type { ScoreComponent } from '@sukoyaka/rules/record/score'
import { type ScoreFinding, type scoreComponentTypes, scoreRanks } from '@sukoyaka/wire/record/score'
import type { Comparator } from '@sukoyaka/wire/record/value'
import { boolean, date, doublePrecision, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, names, now, ref } from '../../database/columns.ts'

export const health_score_categories = pgTable('health_score_categories', {
  id: id(),
  ...names(),
  components: jsonb().$type<ScoreComponent[]>().notNull().default([]),
  weight: doublePrecision().notNull().default(0),
  strip: boolean().notNull().default(false),
  sort_number: integer().notNull().default(0),
})

/** One value used in a score, as it was then. `id` is its row; null for the mean of the steps and for the scores in the total. */
export type Source = {
  type: (typeof scoreComponentTypes)[number] | 'health_score_category'
  name: string | null
  id: number | null
  value: number
  comparator?: Comparator | null
  status: 0 | 1 | 2 | null
  weight: number
  day: string
}

/**
 * A finding that lowered the rank. `name` is the name of a result category or the code of a disease; `id` is the row of the result or assessment. `value`
 * is the one that counts, but of a critical result always its own, with its comparator.
 */
export type Cap = { finding: ScoreFinding; name: string; id: number; value: number | null; comparator?: Comparator; day: string }

export const health_scores = patientTable(
  'health_scores',
  {
    id: id(),
    user_id: ref().notNull(),
    category_id: ref().notNull(),
    point: smallint(),
    rank: text({ enum: scoreRanks }),
    calculated_on: date().notNull(),
    calculated_at: now(),
    sources: jsonb().$type<Source[]>().notNull().default([]),
    caps: jsonb().$type<Cap[]>().notNull().default([]),
    stale_on: date(),
  },
  'user_id',
)
