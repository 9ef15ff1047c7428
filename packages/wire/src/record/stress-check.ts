import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, Instant, Items, Nullable, OneOf, Sent, UserId } from '../endpoint.ts'

/** A work, B the body and mind of the last month, C the people around, D contentment. */
export const stressSections = ['A', 'B', 'C', 'D'] as const
export type StressSection = (typeof stressSections)[number]
export const stressDomains = ['job_stressors', 'stress_reactions', 'support', 'satisfaction'] as const
/** The two published ways to find high stress. Where the sex is unknown only the first can be taken. */
export const stressMethods = ['total_score', 'scale_conversion'] as const
export const stressSources = ['page', 'typeform'] as const

export type StressForm = Static<typeof StressForm>
export const StressForm = Type.Object({
  display_name: Type.String(),
  sections: Type.Array(
    Type.Object({
      code: OneOf(stressSections),
      display_name: Type.String(),
      options: Type.Array(Type.Object({ value: Type.Integer(), label: Type.String() })),
    }),
  ),
  items: Type.Array(Type.Object({ code: Type.String(), section: OneOf(stressSections), serial: Type.Integer(), text: Type.String() })),
})

export const getStressForm = endpoint({
  method: 'GET',
  path: '/api/job_stress_check_form',
  permission: 'catalogue.read',
  summary: 'The 57 questions of the brief job stress questionnaire with their answers',
  query: Sent({}),
  reply: StressForm,
  cache: 'reference',
})

/** Points of A, B and C, and whether they mean high stress by this method. */
const Sums = Type.Object({ A: Type.Integer(), B: Type.Integer(), C: Type.Integer(), high_stress: Type.Boolean() })
export type StressSums = Static<typeof Sums>

export type StressScale = Static<typeof StressScale>
const StressScale = Type.Object({
  code: Type.String(),
  display_name: Type.String(),
  domain: OneOf(stressDomains),
  /** The raw score of the scale. */
  raw: Type.Integer(),
  /** From 1, much stress, to 5, little; null where the sex is unknown. */
  evaluation_point: Nullable(Type.Integer({ minimum: 1, maximum: 5 })),
})

export type JobStressCheck = Static<typeof JobStressCheck>
export const JobStressCheck = Type.Object({
  id: Id,
  user_id: Id,
  answered_at: Instant,
  source: OneOf(stressSources),
  /** Since when the care team may see it; null: only the person. */
  consented_at: Nullable(Instant),
  is_high_stress: Type.Boolean(),
  /** The method that decided. */
  method: OneOf(stressMethods),
  /** More points, more stress. */
  total_score: Sums,
  /** Fewer points, more stress. */
  scale_conversion: Nullable(Sums),
  scales: Type.Array(StressScale),
  created_at: Instant,
  updated_at: Instant,
})

export const listJobStressChecks = endpoint({
  method: 'GET',
  path: '/api/job_stress_checks',
  permission: 'stress_checks.read',
  summary: 'A person’s stress checks with their results, newest first',
  description: 'Ten unless told. The person sees all of theirs, staff only those the person shares.',
  query: Sent({ user_id: Id, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
  reply: Items(JobStressCheck),
  example: { query: { user_id: 1, limit: 5 } },
})

const answers = Type.Array(Sent({ code: Type.String({ minLength: 2, maxLength: 3 }), value: Type.Integer({ minimum: 1, maximum: 4 }) }), { maxItems: 57 })

export const addJobStressCheckResult = endpoint({
  method: 'POST',
  path: '/api/job_stress_check_results',
  permission: 'stress_checks.answer',
  summary: 'Answers the stress check; the reply is its result',
  description: 'All 57 questions, each once. What was kept meanwhile goes. Nobody else sees the result unless `consented` is true.',
  body: Sent({ user_id: Id, answers, consented: Type.Optional(Type.Boolean()) }),
  reply: JobStressCheck,
  status: 201,
  example: { body: { user_id: 1, answers: [{ code: 'A1', value: 2 }], consented: false } },
  changes: ['job_stress_checks'],
})

export const changeJobStressCheck = endpoint({
  method: 'PUT',
  path: '/api/job_stress_checks/:id',
  permission: 'stress_checks.answer',
  summary: 'Shares a result with the care team, or takes that back',
  params: ById,
  body: Sent({ consented: Type.Boolean() }),
  reply: JobStressCheck,
  example: { params: { id: 1 }, body: { consented: true } },
  changes: ['job_stress_checks'],
})

const Draft = Type.Object({
  user_id: Id,
  answers: Type.Array(Type.Object({ code: Type.String(), value: Type.Integer() })),
  /** Null as long as nothing was answered. */
  updated_at: Nullable(Instant),
})
export type StressDraft = Static<typeof Draft>

export const getStressDraft = endpoint({
  method: 'GET',
  path: '/api/job_stress_check_draft',
  permission: 'stress_checks.answer',
  summary: 'What a person has answered so far, on whatever device',
  query: UserId,
  reply: Draft,
  example: { query: { user_id: 1 } },
})

export const saveStressDraft = endpoint({
  method: 'PUT',
  path: '/api/job_stress_check_draft',
  permission: 'stress_checks.answer',
  summary: 'Keeps answers as they are given; the others stay',
  body: Sent({ user_id: Id, answers }),
  reply: Draft,
  example: { body: { user_id: 1, answers: [{ code: 'A1', value: 2 }] } },
})

export const getStressLink = endpoint({
  method: 'GET',
  path: '/api/job_stress_check_link',
  permission: 'stress_checks.answer',
  summary: 'Where a person can answer in a form outside',
  description: 'An address for this person alone: what is answered there is theirs. Null where TYPEFORM_URL and TYPEFORM_SECRET are not set.',
  query: UserId,
  reply: Type.Object({ user_id: Id, url: Nullable(Type.String()) }),
  example: { query: { user_id: 1 } },
})

export const receiveTypeform = endpoint({
  method: 'POST',
  path: '/webhooks/typeform/job_stress_check_results',
  permission: 'public',
  summary: 'A stress check that was answered in a form outside, sent by Typeform',
  description:
    'The body is signed: `typeform-signature` is `sha256=` and the HMAC-SHA256 of its raw bytes in Base64, with one of the secrets in TYPEFORM_SECRET. Without that setting the address is not there. Answered as soon as it is written down; the same response is taken once. The `ref` of each question is its code (A1 to D2), an answer is a number or the words of the scale, the hidden field `respondent` is the one of our link.',
  reply: Type.Object({ received: Type.Boolean() }),
  errors: ['not_found', 'signature_invalid', 'malformed', 'invalid', 'too_large'],
})
