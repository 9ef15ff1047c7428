import Type, { type Static } from 'typebox'
import { exportOf, fieldsOf, IdOf, listQuery } from '../../admin.ts'
import { ById, Day, endpoint, Id, InputObject, Instant, Nothing, Nullable, OneOf, Paged } from '../../endpoint.ts'
import { Person } from '../../people/account.ts'

const base = { permission: 'administration.write' } as const
export const contractStates = ['future', 'current', 'ended'] as const

const terms = {
  plan_id: IdOf('plans'),
  started_on: Day,
  /** The last day; null while open. */
  ended_on: Nullable(Day),
  auto_update: Type.Boolean(),
  /** The day on which the saved card is charged next; null: it is not charged. */
  next_payment_date: Nullable(Day),
}
export type ContractInput = Static<typeof ContractInput>
const ContractInput = InputObject({ user_id: IdOf('patients'), ...terms })
export const contractFields = fieldsOf(ContractInput)

const ContractRow = Type.Object({
  id: Id,
  user_id: IdOf('patients'),
  person: Person,
  plan_name: Type.String(),
  state: OneOf(contractStates),
  ...terms,
  updated_at: Instant,
})
export const contractColumns = fieldsOf(ContractRow)

export const listAllContracts = endpoint({
  ...base,
  method: 'GET',
  path: '/api/admin/contracts',
  listsPatients: true,
  summary: 'List the contracts of all patients',
  description: '`q` is part of the patient’s name in kanji, kana or romaji. Latest start first unless `sort` says otherwise.',
  query: listQuery(['started_on', 'ended_on'], { state: Type.Optional(OneOf(contractStates)), plan_id: Type.Optional(Id), user_id: Type.Optional(Id) }),
  reply: Paged(ContractRow),
  example: { query: { state: 'current' } },
})
export const getContract = endpoint({
  ...base,
  method: 'GET',
  path: '/api/admin/contracts/:id',
  summary: 'Read a contract',
  params: ById,
  reply: ContractRow,
  example: { params: { id: 1 } },
})
export const addContract = endpoint({
  ...base,
  method: 'POST',
  path: '/api/admin/contracts',
  summary: 'Add a contract for a patient',
  description:
    'Days are days in Tokyo, both ends inclusive. 422 `contract_overlaps` if the patient has another contract in that time. 422 if the payment day is before the start or later than the day after the end.',
  body: ContractInput,
  reply: ContractRow,
  status: 201,
  errors: ['contract_overlaps'],
  example: { body: { user_id: 1, plan_id: 1, started_on: '2030-04-01', ended_on: '2031-03-31', auto_update: true, next_payment_date: null } },
  changes: ['contracts', 'users', 'message_rooms'],
})
export const changeContract = endpoint({
  ...base,
  method: 'PUT',
  path: '/api/admin/contracts/:id',
  summary: 'Replace the terms of a contract',
  description:
    'Open charges for days after the new end, and for a renewal that no longer takes place, are dropped. 409 `charge_in_progress` while one of them is being paid. After a new start, bookings count in the years from it; 422 `in_use` if they no longer fit the plan.',
  params: ById,
  body: InputObject({ ...terms, updated_at: Instant }),
  reply: ContractRow,
  errors: ['conflict', 'contract_overlaps', 'charge_in_progress'],
  example: {
    params: { id: 1 },
    body: { plan_id: 1, started_on: '2026-04-01', ended_on: '2027-03-31', auto_update: true, next_payment_date: null, updated_at: '2026-11-21T00:00:00.000Z' },
  },
  changes: ['contracts', 'users', 'message_rooms'],
})
export const removeContract = endpoint({
  ...base,
  method: 'DELETE',
  path: '/api/admin/contracts/:id',
  summary: 'Delete a contract that was never used or charged',
  description: '422 `contract_used` if bookings or interviews count as uses of it, `contract_charged` if a payment was tried: end the contract instead.',
  params: ById,
  reply: Nothing,
  status: 204,
  errors: ['contract_used', 'contract_charged'],
  example: { params: { id: 1 } },
  changes: ['contracts', 'users', 'message_rooms'],
})
export const contractQuery = fieldsOf(listAllContracts.query)
export const exportContracts = exportOf('/api/admin/contracts/export', 'Export the contracts as CSV', ['started_on', 'ended_on'], {
  state: Type.Optional(OneOf(contractStates)),
  plan_id: Type.Optional(Id),
  user_id: Type.Optional(Id),
})
