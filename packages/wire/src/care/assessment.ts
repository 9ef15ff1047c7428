import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, Include, InputObject, Instant, Items, Line, Nullable, OneOf, Text } from '../endpoint.ts'
import { sexes } from '../people/account.ts'
import { habitGoalKinds } from './habit.ts'

/** `suspect` is displayed and counted as high risk. */
export const assessmentKinds = ['problem', 'suspect', 'high_risk'] as const
export type AssessmentKind = (typeof assessmentKinds)[number]

export const diseaseKinds = [
  'cancer',
  'cardiovascular',
  'cerebrovascular',
  'metabolic',
  'endocrine',
  'digestive',
  'liver',
  'kidney_urinary',
  'respiratory',
  'infectious',
  'musculoskeletal',
  'neurological',
  'mental',
  'sleep',
  'eye',
  'ear',
  'dental',
  'allergy',
  'immunologic',
  'hematologic',
  'gynecologic',
  'other',
] as const

/** Catalogues whose categories can indicate a disease. */
export const indicatorTypes = ['numeric_test_result_category', 'image_test_result_category', 'lifestyle_category', 'symptom_category'] as const
export const diseaseRiskTypes = ['lifestyle_category', 'symptom_category', 'disease', 'family_history', 'age', 'sex'] as const

const Indicator = Type.Object({
  /** Id of the category in the catalogue named by `type`. */
  id: Id,
  type: OneOf(indicatorTypes),
  /** 1 is the most important. */
  priority: Type.Integer(),
  name: Type.String(),
  name_ja: Type.String(),
  display_name: Type.String(),
})

const PreventPlan = Type.Object({ kind: OneOf(habitGoalKinds), title: Type.String(), body: Type.String() })

const DiseaseRisk = Type.Object({
  type: OneOf(diseaseRiskTypes),
  /** Id of the category, or of the disease in the patient's or the family's history; null for age and sex. */
  id: Nullable(Id),
  display_name: Nullable(Type.String()),
  /** 1 weak, 2 moderate, 3 strong. */
  weight: Type.Integer(),
  /** For age: lower bound in years, inclusive. */
  min_age: Nullable(Type.Integer()),
  /** For sex: the sex at risk. */
  sex: Nullable(OneOf(sexes)),
})

export type Disease = Static<typeof Disease>
export const Disease = Type.Object({
  id: Id,
  name: Type.String(),
  name_local: Type.String(),
  display_name: Type.String(),
  /** Group such as metabolic; `other` for diseases added with `POST /api/diseases`. */
  kind: Type.String(),
  icd10: Nullable(Type.String()),
  /** From 1 minor to 5 critical; null if not assessed. */
  danger_level: Nullable(Type.Integer()),
  description: Type.String(),
  /** Language of `description` and the prevention plans; a fallback if the request's language has no translation. */
  text_language: OneOf(['ja', 'en', 'kr']),
  indicators: Type.Optional(Type.Array(Indicator)),
  prevent_plans: Type.Optional(Type.Array(PreventPlan)),
  disease_risks: Type.Optional(Type.Array(DiseaseRisk)),
})
const include = Include('indicators', 'prevent_plans', 'disease_risks')

const Name = Type.String({ maxLength: 100 })

export const listDiseases = endpoint({
  method: 'GET',
  path: '/api/diseases',
  permission: 'catalogue.read',
  summary: 'List diseases in the order of the catalogue',
  description:
    'Max 1,000. `q[name_cont]` matches parts of a name in kanji, kana, romaji, English or Korean; `q` as a string does the same; `name` is the exact English name. With a search, diseases with a word that starts with the first word of the search come first. Diseases that are no longer used are found by id only.',
  query: InputObject({
    name: Type.Optional(Type.String({ maxLength: 200 })),
    id: Type.Optional(Id),
    q: Type.Optional(
      Type.Unsafe<string | { name_cont?: string; id_eq?: number; id_in?: number[] }>({
        anyOf: [Name, InputObject({ name_cont: Type.Optional(Name), id_eq: Type.Optional(Id), id_in: Type.Optional(Type.Array(Id, { maxItems: 100 })) })],
      }),
    ),
    include,
  }),
  reply: Items(Disease),
  example: { query: { q: { name_cont: '糖尿' } } },
  cache: 'reference',
})

export const getDisease = endpoint({
  method: 'GET',
  path: '/api/diseases/:id',
  permission: 'catalogue.read',
  summary: 'Get a disease',
  params: ById,
  query: InputObject({ include }),
  reply: Disease,
  example: { params: { id: 1 }, query: { include: ['indicators'] } },
  cache: 'reference',
})

export const addDisease = endpoint({
  method: 'POST',
  path: '/api/diseases',
  permission: 'diagnoses.write',
  summary: 'Add a disease missing from the catalogue',
  description: '422 if one of the names exists already; width, case and spaces are ignored.',
  body: InputObject({ name: Line(200), name_ja: Line(200) }),
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
  /** Set once solved. */
  solved_on: Nullable(Day),
  /** Catalogue categories that support the assessment. */
  reasons: Type.Array(AssessmentReason),
  created_at: Instant,
  updated_at: Instant,
})

/** Nested attributes: `_destroy` removes the reason, otherwise it is added or kept. */
const reasons_attributes = Type.Optional(
  Type.Array(InputObject({ id: Id, type: OneOf(indicatorTypes), _destroy: Type.Optional(Type.Boolean()) }), { maxItems: 50 }),
)
const memo = Type.Optional(Text(2000, 0))

export const listAssessments = endpoint({
  method: 'GET',
  path: '/api/assessments',
  permission: 'patient.read',
  summary: 'List a patient’s problems and high risks, newest first, including solved ones',
  description: 'Max 1,000.',
  query: InputObject({ user_id: Id, disease_id: Type.Optional(Id), include: Include('disease') }),
  reply: Items(Assessment),
  example: { query: { user_id: 1, include: ['disease'] } },
})

export const addAssessment = endpoint({
  method: 'POST',
  path: '/api/assessments',
  permission: 'diagnoses.write',
  summary: 'Record a problem or high risk of a patient',
  description: '`conducted_on` defaults to today in Tokyo. A patient can have only one open assessment per disease and kind.',
  body: InputObject({ user_id: Id, disease_id: Id, kind: OneOf(assessmentKinds), conducted_on: Type.Optional(Day), memo, reasons_attributes }),
  reply: Assessment,
  status: 201,
  example: { body: { user_id: 1, disease_id: 1, kind: 'problem', conducted_on: '2026-11-20', memo: '3か月後に再検' } },
  changes: ['assessments'],
})

export const changeAssessment = endpoint({
  method: 'PUT',
  path: '/api/assessments/:id',
  permission: 'diagnoses.write',
  summary: 'Solve, reopen or change an assessment',
  description: '`solved_on` is a day from `conducted_on` to today in Tokyo; null reopens the assessment.',
  params: ById,
  body: InputObject({
    /** Optimistic lock: 409 if the row has changed since this `updated_at`. */
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
