import Type, { type Static } from 'typebox'
import { endpoint, Id, Include, InputObject, Instant, Nullable, OneOf } from '../endpoint.ts'

/** Component types of a score. */
export const scoreComponentTypes = ['numeric_test_result_category', 'lifestyle_category', 'symptom_category', 'step'] as const
/** Types of what a score is computed from: components, and for the total score the other scores. */
const sourceTypes = [...scoreComponentTypes, 'health_score_category'] as const

export const scoreRanks = ['A', 'B', 'C', 'D', 'E'] as const
export type ScoreRank = (typeof scoreRanks)[number]

/** Name of the category of the total score. */
export const totalName = 'total'

export type HealthScoreCategory = Static<typeof HealthScoreCategory>
export const HealthScoreCategory = Type.Object({
  id: Id,
  name: Type.String(),
  name_ja: Type.String(),
  display_name: Type.String(),
  /** Whether this is one of the eight scores shown beside the total on the summary. */
  strip: Type.Boolean(),
  sort_number: Type.Integer(),
})

const scorePart = { type: OneOf(sourceTypes), /** Null for steps. */ name: Nullable(Type.String()), display_name: Type.String(), weight: Type.Number() }

export type HealthScoreSource = Static<typeof HealthScoreSource>
export const HealthScoreSource = Type.Object({
  ...scorePart,
  /** Id of the source row at the time of the calculation; null for the mean of the steps. */
  id: Nullable(Id),
  value: Type.Number(),
  /** Display text of an answer, of a qualitative result and of one beyond a limit of measurement. */
  label: Nullable(Type.String()),
  unit_display: Type.String(),
  decimals: Type.Integer(),
  status: Nullable(Type.Integer({ minimum: 0, maximum: 2 })),
  /** Day of measurement or answer; for steps the last of the days in the mean. */
  day: Type.String(),
})

export type HealthScoreMissing = Static<typeof HealthScoreMissing>
export const HealthScoreMissing = Type.Object(scorePart)

/** Severity of a finding of a result; `illness` is an unsolved problem of the problem list. */
export const scoreFindings = ['outside', 'illness', 'far', 'serious'] as const
export type ScoreFinding = (typeof scoreFindings)[number]

export type HealthScoreCap = Static<typeof HealthScoreCap>
export const HealthScoreCap = Type.Object({
  finding: OneOf(scoreFindings),
  /** Code of the result category, or of the disease of an illness. */
  name: Type.String(),
  display_name: Type.String(),
  /** Of home blood pressure the mean that counts, but of a critical reading the reading itself. Null for an illness. */
  value: Nullable(Type.Number()),
  /** Display text of a qualitative result and of one beyond a limit of measurement. */
  label: Nullable(Type.String()),
  unit_display: Type.String(),
  decimals: Type.Integer(),
  /** Day of the measurement; for an illness the day of the assessment. */
  day: Type.String(),
})

export type HealthScore = Static<typeof HealthScore>
export const HealthScore = Type.Object({
  id: Id,
  user_id: Id,
  category: HealthScoreCategory,
  /** 0 to 100; null if less than half of the weight is known. */
  point: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  /** Shown as words. Worse than the points alone would give if a finding in `caps` lowers it. */
  rank: Nullable(OneOf(scoreRanks)),
  calculated_at: Instant,
  /** Values the score was calculated from. */
  sources: Type.Optional(Type.Array(HealthScoreSource)),
  /** Components without data. */
  missing: Type.Optional(Type.Array(HealthScoreMissing)),
  /** All findings, the most severe first, if they lower the rank; else empty. */
  caps: Type.Optional(Type.Array(HealthScoreCap)),
})

export const listHealthScores = endpoint({
  method: 'GET',
  path: '/api/health_scores',
  permission: 'patient.read',
  summary: 'List a patient’s health scores, total first, newest first in each category',
  description:
    '`count` is the number of scores of each category (default 1). A score is stored only if it changed, max once a day. Staff and the patient get the same scores, because only released results count. `rank` is the rank of the points unless a finding (`caps`) allows only a worse one.',
  query: InputObject({
    user_id: Id,
    /** `category_name[]=total&category_name[]=lipid` or `category_name=total,lipid`. */
    category_name: Type.Optional(Type.Unsafe<string[]>({ type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 50, 'x-comma': true })),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    include: Include('sources'),
  }),
  reply: Type.Object({
    items: Type.Array(HealthScore),
    /** For staff: whether results of a checkup wait for release and do not count yet. Always false for patients. */
    has_unreleased: Type.Boolean(),
  }),
  example: { query: { user_id: 1, count: 2, category_name: ['total', 'lipid'], include: ['sources'] } },
})
