import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, InputObject, Instant, Line, Nothing, Nullable, OneOf, Page, Paged } from '../../endpoint.ts'
import { Address, Person, sexes } from '../../people/account.ts'
import { allergyKinds } from '../../record/illness.ts'

const base = { permission: 'administration.write' } as const
/** Days in which a merge can be undone. */
export const undoDays = 30

/** Parts of the profile that the kept patient can take from the duplicate. `name` are the names with their kana. */
export const mergeFields = ['name', 'birthday', 'sex', 'email', 'phone_number', 'address', 'icon'] as const
export type MergeField = (typeof mergeFields)[number]

/** Why two patients look like one. `birthday_swapped`: month and day changed places. */
export const likenesses = ['kana', 'name', 'birthday', 'birthday_swapped', 'sex', 'phone_number', 'address'] as const
/** Why a merge must be confirmed by typing: the two may be different people, the duplicate is signed in, or contracts of both overlap. */
export const mergeWarnings = ['kana', 'birthday', 'sex', 'signed_in', 'contracts'] as const
export type MergeWarning = (typeof mergeWarnings)[number]

export type MergePatient = Static<typeof MergePatient>
export const MergePatient = Type.Object({
  ...Person.properties,
  birthday: Nullable(Day),
  sex: Nullable(OneOf(sexes)),
  email: Type.String(),
  phone_number: Nullable(Type.String()),
  address: Nullable(Address),
  is_registered: Type.Boolean(),
  deactivated_at: Nullable(Instant),
  last_sign_in_at: Nullable(Instant),
  open_sessions: Type.Integer(),
  allergies: Type.Array(Type.Object({ kind: OneOf(allergyKinds), description: Type.String() })),
  created_at: Instant,
  updated_at: Instant,
})

const Pair = Type.Object({ first: MergePatient, second: MergePatient, likenesses: Type.Array(OneOf(likenesses)) })

export type TableCounts = Static<typeof TableCounts>
/** Numbers of rows by table. */
const TableCounts = Type.Array(Type.Object({ table: Type.String(), rows: Type.Integer() }))

export type Merge = Static<typeof Merge>
/** `stayed`: rows that the duplicate keeps, because they conflict with a row of the kept patient (unique key) or refer to a row that stays. */
const Merge = Type.Object({
  id: Id,
  kept: Person,
  duplicate: Person,
  reason: Type.String(),
  taken: Type.Array(OneOf(mergeFields)),
  moved: TableCounts,
  stayed: TableCounts,
  merged_at: Instant,
  merged_by: Person,
  undo_until: Instant,
  undone_at: Nullable(Instant),
  undone_by: Nullable(Person),
})

export const listDuplicates = endpoint({
  ...base,
  method: 'GET',
  path: '/api/admin/duplicates',
  listsPatients: true,
  summary: 'List pairs of patients who may be one person',
  description:
    'Their kana match in any spelling (サトー and サトウ), and their birthdays are the same or have month and day swapped. Merged patients and pairs marked as two people are left out.',
  query: InputObject({ page: Page }),
  reply: Paged(Pair),
  example: { query: { page: 1 } },
})

const PairOf = { kept_id: Id, duplicate_id: Id }

export const comparePatients = endpoint({
  ...base,
  method: 'GET',
  path: '/api/admin/merge_preview',
  summary: 'Compare two patients before a merge',
  description: '`counts`: numbers of rows by table. If there are `warnings`, the merge needs `confirmation`, which is `duplicate_id` as text.',
  query: InputObject(PairOf),
  reply: Type.Object({
    kept: MergePatient,
    duplicate: MergePatient,
    likenesses: Type.Array(OneOf(likenesses)),
    warnings: Type.Array(OneOf(mergeWarnings)),
    counts: Type.Array(Type.Object({ table: Type.String(), kept: Type.Integer(), duplicate: Type.Integer() })),
  }),
  errors: ['already_merged', 'invalid'],
  example: { query: { kept_id: 1, duplicate_id: 2 } },
})

const tags = {
  changes: [
    ...['users', 'message_rooms', 'messages', 'contracts', 'test_results', 'test_packages', 'interviews', 'habit_goals', 'assessments', 'questionnaires'],
    ...['allergy_reactions', 'past_illnesses', 'medicine_intakes', 'notifications', 'cart_items', 'patient_merges', 'family_past_illnesses', 'shares'],
    ...['performed_operations', 'supplement_intakes', 'symptoms', 'lifestyles', 'health_records', 'health_scores', 'steps', 'sleeps', 'device_days'],
    ...['orders', 'regular_deliveries', 'recommendations', 'payments', 'payment_sources', 'job_stress_checks', 'data_entry_requests', 'message_reminders'],
    ...['checkup_waitlist', 'checkup_quota', 'checkup_reports', 'data_exports', 'user_unread_records'],
  ],
} as const

export const mergePatients = endpoint({
  ...base,
  method: 'POST',
  path: '/api/admin/merges',
  summary: 'Merge a duplicate into another patient',
  description:
    'All records of the duplicate move to the kept patient; rows that conflict with a row of the kept patient (unique key) stay, with the rows that refer to them. The allergies of both are combined. The duplicate is deactivated; its e-mail address, telephone number and LINE account can be used again. 409 if one of the profiles was changed since its `updated_at`. `confirmation` is required if `merge_preview` has warnings: it is `duplicate_id` as text.',
  body: InputObject({
    ...PairOf,
    kept_updated_at: Instant,
    duplicate_updated_at: Instant,
    take: Type.Array(OneOf(mergeFields), { maxItems: mergeFields.length, uniqueItems: true }),
    reason: Line(500),
    confirmation: Type.Optional(Line(20, 0)),
  }),
  reply: Merge,
  status: 201,
  errors: ['already_merged', 'conflict'],
  example: {
    body: {
      kept_id: 1,
      duplicate_id: 2,
      kept_updated_at: '2026-11-21T00:00:00.000Z',
      duplicate_updated_at: '2026-11-21T00:00:00.000Z',
      take: ['address'],
      reason: '健診機関の名簿から二重に登録された',
    },
  },
  ...tags,
})

export const listMerges = endpoint({
  ...base,
  method: 'GET',
  path: '/api/admin/merges',
  listsPatients: true,
  summary: 'List the merges of patients, the newest first',
  query: InputObject({ page: Page }),
  reply: Paged(Merge),
  example: { query: { page: 1 } },
})

export const undoMerge = endpoint({
  ...base,
  method: 'POST',
  path: '/api/admin/merges/:id/undo',
  summary: 'Undo a merge within 30 days',
  description: 'The moved rows return to the duplicate, with the child rows added to them since; other rows added since stay with the kept patient.',
  params: ById,
  reply: Merge,
  errors: ['undo_over', 'undo_later_first', 'undo_blocked'],
  example: { params: { id: 1 } },
  ...tags,
})

export type DistinctPair = Static<typeof DistinctPair>
const DistinctPair = Type.Object({ first: Person, second: Person, decided_by: Person, decided_at: Instant })

export const listDistinct = endpoint({
  ...base,
  method: 'GET',
  path: '/api/admin/distinct_patients',
  listsPatients: true,
  summary: 'List pairs of patients recorded as two people, the newest first',
  description: 'Merged patients are left out.',
  query: InputObject({ page: Page }),
  reply: Paged(DistinctPair),
  example: { query: { page: 1 } },
})

export const markDistinct = endpoint({
  ...base,
  method: 'POST',
  path: '/api/admin/distinct_patients',
  summary: 'Record that two patients are two people',
  body: InputObject({ first_id: Id, second_id: Id }),
  reply: Nothing,
  status: 204,
  example: { body: { first_id: 1, second_id: 2 } },
  changes: ['patient_merges'],
  audience: 'caller',
})

export const unmarkDistinct = endpoint({
  ...base,
  method: 'DELETE',
  path: '/api/admin/distinct_patients/:first_id/:second_id',
  summary: 'Delete the record that two patients are two people',
  description: 'The ids may be in either order. If the patients look alike, they are listed as possible duplicates again.',
  params: InputObject({ first_id: Id, second_id: Id }),
  reply: Nothing,
  status: 204,
  example: { params: { first_id: 1, second_id: 2 } },
  changes: ['patient_merges'],
  audience: 'caller',
})
