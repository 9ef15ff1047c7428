import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, Include, Instant, Items, Line, Nullable, OneOf, Sent, Text } from '../endpoint.ts'
import { sexes } from '../people/account.ts'
import { habitGoalKinds } from './habit.ts'

/** `suspect` is shown and counted as high risk. */
export const assessmentKinds = ['problem', 'suspect', 'high_risk'] as const
export type AssessmentKind = (typeof assessmentKinds)[number]

/** What can point to a disease: a category of one of these catalogues. */
export const indicatorTypes = ['numeric_test_result_category', 'image_test_result_category', 'lifestyle_category', 'symptom_category'] as const
export const diseaseRiskTypes = ['lifestyle_category', 'symptom_category', 'disease', 'family_history', 'age', 'sex'] as const

const Indicator = Type.Object({
  /** The category’s, of the catalogue that `type` names. */
  id: Id,
  type: OneOf(indicatorTypes),
  /** 1 is looked at first. */
  priority: Type.Integer(),
  name: Type.String(),
  name_ja: Type.String(),
  display_name: Type.String(),
})

const PreventPlan = Type.Object({ kind: OneOf(habitGoalKinds), title: Type.String(), body: Type.String() })

const DiseaseRisk = Type.Object({
  type: OneOf(diseaseRiskTypes),
  /** The category, or the disease that one has or that runs in the family; none for age and sex. */
  id: Nullable(Id),
  display_name: Nullable(Type.String()),
  /** 1 weak, 2 moderate, 3 strong. */
  weight: Type.Integer(),
  /** For age: from this one on, in years. */
  min_age: Nullable(Type.Integer()),
  /** For sex: whom it concerns. */
  sex: Nullable(OneOf(sexes)),
})

export type Disease = Static<typeof Disease>
export const Disease = Type.Object({
  id: Id,
  name: Type.String(),
  name_local: Type.String(),
  display_name: Type.String(),
  /** A group such as metabolic; `other` for diseases that were added here. */
  kind: Type.String(),
  icd10: Nullable(Type.String()),
  /** From 1 minor to 5 critical; null where nobody judged it. */
  danger_level: Nullable(Type.Integer()),
  description: Type.String(),
  /** The language of `description` and of the prevent plans, where the request’s is missing. */
  text_language: OneOf(['ja', 'en', 'kr']),
  indicators: Type.Optional(Type.Array(Indicator)),
  prevent_plans: Type.Optional(Type.Array(PreventPlan)),
  disease_risks: Type.Optional(Type.Array(DiseaseRisk)),
})
const include = Include('indicators', 'prevent_plans', 'disease_risks')

export const listDiseases = endpoint({
  method: 'GET',
  path: '/api/diseases',
  permission: 'catalogue.read',
  summary: 'Diseases, in the order of the catalogue',
  description: 'At most 1,000. `q[name_cont]` takes parts of a name in kanji, kana, romaji, English or Korean; `name` is the exact English name.',
  query: Sent({
    name: Type.Optional(Type.String({ maxLength: 200 })),
    id: Type.Optional(Id),
    q: Type.Optional(
      Sent({ name_cont: Type.Optional(Type.String({ maxLength: 100 })), id_eq: Type.Optional(Id), id_in: Type.Optional(Type.Array(Id, { maxItems: 100 })) }),
    ),
    include,
  }),
  reply: Items(Disease),
  example: { query: { q: { name_cont: '糖尿' } } },
  cache: 'reference',
})

export const readDisease = endpoint({
  method: 'GET',
  path: '/api/diseases/:id',
  permission: 'catalogue.read',
  summary: 'One disease',
  params: ById,
  query: Sent({ include }),
  reply: Disease,
  example: { params: { id: 1 }, query: { include: ['indicators'] } },
  cache: 'reference',
})

export const addDisease = endpoint({
  method: 'POST',
  path: '/api/diseases',
  permission: 'diagnoses.write',
  summary: 'Adds a disease that the catalogue lacks',
  description: 'A name that is there already, written alike or not, is refused.',
  body: Sent({ name: Line(200), name_ja: Line(200) }),
  reply: Disease,
  status: 201,
  example: { body: { name: 'Achalasia', name_ja: 'アカラシア' } },
  changes: ['diseases'],
})

const AssessmentReason = Type.Object({ id: Id, type: OneOf(indicatorTypes) })

export type Assessment = Static<typeof Assessment>
export const Assessment = Type.Object({
  id: Id,
  user_id: Id,
  disease_id: Id,
  disease: Type.Optional(Disease),
  kind: OneOf(assessmentKinds),
  memo: Type.String(),
  conducted_on: Day,
  /** Solved once it is set. */
  solved_on: Nullable(Day),
  /** What led to it: categories of the catalogues. */
  reasons: Type.Array(AssessmentReason),
  created_at: Instant,
  updated_at: Instant,
})

/** As nested attributes: with `_destroy` it is removed, else it is there afterwards. */
const reasons_attributes = Type.Optional(Type.Array(Sent({ id: Id, type: OneOf(indicatorTypes), _destroy: Type.Optional(Type.Boolean()) }), { maxItems: 50 }))
const memo = Type.Optional(Text(2000, 0))

export const listAssessments = endpoint({
  method: 'GET',
  path: '/api/assessments',
  permission: 'patient.read',
  summary: 'A patient’s problems and high risks, newest first, solved ones included',
  description: 'At most 1,000.',
  query: Sent({ user_id: Id, disease_id: Type.Optional(Id), include: Include('disease') }),
  reply: Items(Assessment),
  example: { query: { user_id: 1, include: ['disease'] } },
})

export const addAssessment = endpoint({
  method: 'POST',
  path: '/api/assessments',
  permission: 'diagnoses.write',
  summary: 'Judges that a patient has a problem or a high risk',
  description: '`conducted_on` is today in Tokyo where it is missing. The same kind of the same disease is open only once.',
  body: Sent({ user_id: Id, disease_id: Id, kind: OneOf(assessmentKinds), conducted_on: Type.Optional(Day), memo, reasons_attributes }),
  reply: Assessment,
  status: 201,
  example: { body: { user_id: 1, disease_id: 1, kind: 'problem', conducted_on: '2026-11-20', memo: '3か月後に再検' } },
  changes: ['assessments'],
})

export const changeAssessment = endpoint({
  method: 'PUT',
  path: '/api/assessments/:id',
  permission: 'diagnoses.write',
  summary: 'Solves, reopens or changes an assessment',
  description: '`solved_on` is a day from `conducted_on` up to today in Tokyo; null reopens.',
  params: ById,
  body: Sent({
    /** As it was read: when it has been changed since, the change is refused. */
    updated_at: Type.Optional(Instant),
    solved_on: Type.Optional(Nullable(Day)),
    kind: Type.Optional(OneOf(assessmentKinds)),
    conducted_on: Type.Optional(Day),
    memo,
    reasons_attributes,
  }),
  reply: Assessment,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { solved_on: '2026-11-20' } },
  changes: ['assessments'],
})
