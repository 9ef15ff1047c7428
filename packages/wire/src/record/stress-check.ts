import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Items, Nullable, OneOf, Text, UserId } from '../endpoint.ts'

/** A: work; B: body and mind in the last month; C: people around; D: satisfaction. */
export const stressSections = ['A', 'B', 'C', 'D'] as const
export type StressSection = (typeof stressSections)[number]
export const stressDomains = ['job_stressors', 'stress_reactions', 'support', 'satisfaction'] as const
/** The two published methods to identify high stress. If the sex is unknown, only `total_score` applies. */
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
  summary: 'Get the 57 questions of the brief job stress questionnaire',
  query: InputObject({}),
  reply: StressForm,
  cache: 'reference',
})

/** Sums of sections A, B and C by one of the `stressMethods`, and whether they indicate high stress by it. */
const Sums = Type.Object({ A: Type.Integer(), B: Type.Integer(), C: Type.Integer(), high_stress: Type.Boolean() })
export type StressSums = Static<typeof Sums>

export type StressScale = Static<typeof StressScale>
const StressScale = Type.Object({
  code: Type.String(),
  display_name: Type.String(),
  domain: OneOf(stressDomains),
  /** Raw score of the scale. */
  raw: Type.Integer(),
  /** From 1 (high stress) to 5 (low stress); null if the sex is unknown. */
  evaluation_point: Nullable(Type.Integer({ minimum: 1, maximum: 5 })),
})

export type JobStressCheck = Static<typeof JobStressCheck>
export const JobStressCheck = Type.Object({
  id: Id,
  user_id: Id,
  answered_at: Instant,
  source: OneOf(stressSources),
  /** Since when the care team may see the result; null: only the person may. */
  consented_at: Nullable(Instant),
  is_high_stress: Type.Boolean(),
  /** Method that decided `is_high_stress`. */
  method: OneOf(stressMethods),
  /** A higher sum means more stress. */
  total_score: Sums,
  /** A lower sum means more stress; null if the sex is unknown. */
  scale_conversion: Nullable(Sums),
  scales: Type.Array(StressScale),
  /** Since when the person asks for an interview with a doctor because of high stress, with an optional note. */
  interview_requested_at: Nullable(Instant),
  interview_note: Type.String(),
  created_at: Instant,
  updated_at: Instant,
})

export const listJobStressChecks = endpoint({
  method: 'GET',
  path: '/api/job_stress_checks',
  permission: 'stress_checks.read',
  summary: 'List a person’s stress checks with their results, newest first',
  description: '`limit` defaults to 10. The person gets all of their own, staff only shared ones.',
  query: InputObject({ user_id: Id, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
  reply: Items(JobStressCheck),
  example: { query: { user_id: 1, limit: 5 } },
})

const answers = Type.Array(InputObject({ code: Type.String({ minLength: 2, maxLength: 3 }), value: Type.Integer({ minimum: 1, maximum: 4 }) }), {
  maxItems: 57,
})

export const addJobStressCheckResult = endpoint({
  method: 'POST',
  path: '/api/job_stress_check_results',
  permission: 'stress_checks.answer',
  summary: 'Submit the stress check; returns the result',
  description: 'All 57 questions are required, each once. Deletes the draft. No one else can see the result unless `consented` is true.',
  body: InputObject({ user_id: Id, answers, consented: Type.Optional(Type.Boolean()) }),
  reply: JobStressCheck,
  status: 201,
  example: { body: { user_id: 1, answers: [{ code: 'A1', value: 2 }], consented: false } },
  changes: ['job_stress_checks'],
})

export const changeJobStressCheck = endpoint({
  method: 'PUT',
  path: '/api/job_stress_checks/:id',
  permission: 'stress_checks.answer',
  summary: 'Share a stress check result with the care team, or stop sharing it',
  description: 'Ending the sharing withdraws a request for an interview.',
  params: ById,
  body: InputObject({ consented: Type.Boolean() }),
  reply: JobStressCheck,
  example: { params: { id: 1 }, body: { consented: true } },
  changes: ['job_stress_checks'],
})

export const maxInterviewNote = 500

export const requestStressInterview = endpoint({
  method: 'PUT',
  path: '/api/job_stress_checks/:id/interview_request',
  permission: 'stress_checks.answer',
  summary: 'Ask for an interview with a doctor because of high stress, or withdraw it',
  description:
    'Only for a result with high stress. Shares the result with the care team, and notifies the doctors of the care team, all of it if it has no doctor, or the administrators if there is no care team; mail and push do not name the reason. A repeated request keeps the time of the first.',
  params: ById,
  body: InputObject({ requested: Type.Boolean(), note: Type.Optional(Text(maxInterviewNote, 0)) }),
  reply: JobStressCheck,
  example: { params: { id: 1 }, body: { requested: true, note: '夜眠れない日が続いています。' } },
  changes: ['job_stress_checks'],
})

const Draft = Type.Object({
  user_id: Id,
  answers: Type.Array(Type.Object({ code: Type.String(), value: Type.Integer() })),
  /** Null if there are no answers yet. */
  updated_at: Nullable(Instant),
})
export type StressDraft = Static<typeof Draft>

export const getStressDraft = endpoint({
  method: 'GET',
  path: '/api/job_stress_check_draft',
  permission: 'stress_checks.answer',
  summary: 'Get the draft of a person’s stress check',
  query: UserId,
  reply: Draft,
  example: { query: { user_id: 1 } },
})

export const saveStressDraft = endpoint({
  method: 'PUT',
  path: '/api/job_stress_check_draft',
  permission: 'stress_checks.answer',
  summary: 'Save answers of the stress check draft; other answers stay unchanged',
  body: InputObject({ user_id: Id, answers }),
  reply: Draft,
  example: { body: { user_id: 1, answers: [{ code: 'A1', value: 2 }] } },
})

export const getStressLink = endpoint({
  method: 'GET',
  path: '/api/job_stress_check_link',
  permission: 'stress_checks.answer',
  summary: 'Get the personal link to the external stress check form',
  description: 'The link identifies the person; do not share it. `url` is null if TYPEFORM_URL and TYPEFORM_SECRET are not set.',
  query: UserId,
  reply: Type.Object({ user_id: Id, url: Nullable(Type.String()) }),
  example: { query: { user_id: 1 } },
})

export const receiveTypeform = endpoint({
  method: 'POST',
  path: '/webhooks/typeform/job_stress_check_results',
  permission: 'public',
  summary: 'Webhook: stress check answers from Typeform',
  description:
    '`typeform-signature` is `sha256=` and the Base64 HMAC-SHA256 of the raw body with one of the secrets in TYPEFORM_SECRET. 404 if that setting is missing. The reply is sent once the delivery is stored; a form response that Typeform delivers again is not processed again. The `ref` of each question is its code (A1 to D2); an answer is the number or the label of an option; the hidden field `respondent` is the value from our link.',
  reply: Type.Object({ received: Type.Boolean() }),
  errors: ['not_found', 'signature_invalid', 'malformed', 'invalid', 'too_large'],
})
