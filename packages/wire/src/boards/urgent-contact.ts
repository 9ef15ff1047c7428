import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Nothing, Nullable, OneOf, Text } from '../endpoint.ts'
import { Person } from '../people/account.ts'

/** Sections whose rows can have critical values. */
export const urgentSections = ['newly_abnormal', 'worsened', 'waiting_release'] as const
export type UrgentSection = (typeof urgentSections)[number]

export const contactOutcomes = ['reached', 'met', 'not_reached', 'handed_over'] as const
export type ContactOutcome = (typeof contactOutcomes)[number]
/** Outcomes that mean that the patient was told. */
export const reachedOutcomes = ['reached', 'met'] as const satisfies readonly ContactOutcome[]

export type UrgentContact = Static<typeof UrgentContact>
/** What was done to reach a patient about critical values. */
export const UrgentContact = Type.Object({
  id: Id,
  user_id: Id,
  outcome: OneOf(contactOutcomes),
  contacted_at: Instant,
  contacted_by: Person,
  /** Staff member who took over; null unless `handed_over`. */
  handed_to: Nullable(Person),
  note: Type.String(),
  created_at: Instant,
})

export const addUrgentContact = endpoint({
  method: 'POST',
  path: '/api/urgent_contacts',
  permission: 'coordination.write',
  summary: 'Record what was done to reach a patient about critical values',
  description:
    'The body names a row of `/today`. `reached` (by phone) and `met` (in person) mark the row as reviewed and, once the patient knows all critical values of a checkup, store the day of the call with it; after `not_reached` and `handed_over` the row stays. `handed_over` adds a task due today for `handed_to`. 409 if the row has changed since `version`; for `reached` and `met` also if it has left its section.',
  body: InputObject({
    user_id: Id,
    section: OneOf(urgentSections),
    subject_id: Type.Optional(Nullable(Id)),
    version: Instant,
    outcome: OneOf(contactOutcomes),
    /** Default: now. */
    contacted_at: Type.Optional(Instant),
    /** Default: the caller. */
    contacted_by: Type.Optional(Id),
    handed_to: Type.Optional(Nullable(Id)),
    note: Type.Optional(Text(1000, 0)),
  }),
  reply: UrgentContact,
  status: 201,
  errors: ['conflict'],
  example: {
    body: { user_id: 1, section: 'newly_abnormal', version: '2026-11-20T00:10:00.000Z', outcome: 'not_reached', note: '留守番電話。14時にかけ直す' },
  },
  changes: ['test_packages'],
  staffChanges: ['urgent_contacts', 'today', 'tasks'],
})

export const removeUrgentContact = endpoint({
  method: 'DELETE',
  path: '/api/urgent_contacts/:id',
  permission: 'coordination.write',
  summary: 'Delete a contact recorded by mistake; its row returns to the board',
  description: 'Deletes the task of a hand-over too, unless it is done or was changed.',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['test_packages'],
  staffChanges: ['urgent_contacts', 'today', 'tasks'],
})
