import Type, { type Static } from 'typebox'
import { endpoint, Id, Include, Instant, Items, Nullable, OneOf, Sent } from '../endpoint.ts'

/** What a score is made of. */
export const scoreComponentTypes = ['numeric_test_result_category', 'lifestyle_category', 'symptom_category', 'step'] as const
/** The total is made of the other scores. */
const sourceTypes = [...scoreComponentTypes, 'health_score_category'] as const

export const scoreRanks = ['A', 'B', 'C', 'D', 'E'] as const
export type ScoreRank = (typeof scoreRanks)[number]

/** The name of all categories together. */
export const totalName = 'total'

export type HealthScoreCategory = Static<typeof HealthScoreCategory>
export const HealthScoreCategory = Type.Object({
  id: Id,
  name: Type.String(),
  name_ja: Type.String(),
  display_name: Type.String(),
  /** Of the eight that stand beside the total on the summary. */
  strip: Type.Boolean(),
  sort_number: Type.Integer(),
})

const what = { type: OneOf(sourceTypes), /** Null for steps. */ name: Nullable(Type.String()), display_name: Type.String(), weight: Type.Number() }

export type HealthScoreSource = Static<typeof HealthScoreSource>
export const HealthScoreSource = Type.Object({
  ...what,
  /** The row it was read from, as it was then; null for the mean of the steps. */
  id: Nullable(Id),
  value: Type.Number(),
  /** An answer as people read it. */
  label: Nullable(Type.String()),
  unit_display: Type.String(),
  decimals: Type.Integer(),
  status: Nullable(Type.Integer({ minimum: 0, maximum: 2 })),
  /** When it was measured or answered; of steps the last day. */
  day: Type.String(),
})

export type HealthScoreMissing = Static<typeof HealthScoreMissing>
export const HealthScoreMissing = Type.Object(what)

export type HealthScore = Static<typeof HealthScore>
export const HealthScore = Type.Object({
  id: Id,
  user_id: Id,
  category: HealthScoreCategory,
  /** From 0 to 100; null where less than half of what it is made of is known. */
  point: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  rank: Nullable(OneOf(scoreRanks)),
  calculated_at: Instant,
  /** From which values it came. */
  sources: Type.Optional(Type.Array(HealthScoreSource)),
  /** What it is made of too and nothing was known of. */
  missing: Type.Optional(Type.Array(HealthScoreMissing)),
})

export const listHealthScores = endpoint({
  method: 'GET',
  path: '/api/health_scores',
  permission: 'patient.read',
  summary: 'A patient’s health scores, the total first, of each category the newest first',
  description:
    '`count` is the number of scores of each category (default 1). A score is kept when it changed, at most one a day. Staff and patient read the same: only what was released to the patient counts.',
  query: Sent({
    user_id: Id,
    /** `category_name[]=total&category_name[]=lipid` or `category_name=total,lipid`. */
    category_name: Type.Optional(Type.Unsafe<string[]>({ type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 50, 'x-comma': true })),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    include: Include('sources'),
  }),
  reply: Items(HealthScore),
  example: { query: { user_id: 1, count: 2, category_name: ['total', 'lipid'], include: ['sources'] } },
})
