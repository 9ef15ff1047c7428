import type { Input } from '@sukoyaka/wire/endpoint'
import type { addDataEntryRequest, DataEntryRequest, listDataEntryRequests } from '@sukoyaka/wire/record/data-entry-request'
import { questionnaireParts } from '@sukoyaka/wire/record/questionnaire'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { assertValid, normalizeText } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { personColumns } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { publishCards } from '../message/card/store.ts'
import { message_rooms } from '../message/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { data_entry_requests as requests } from './tables.ts'

const maxListed = 1000
const isOpen = and(isNull(requests.answered_at), isNull(requests.cancelled_at))
const columns = {
  ...columnsOf(requests),
  state: sql<
    DataEntryRequest['state']
  >`case when ${requests.answered_at} is not null then 'answered' when ${requests.cancelled_at} is not null then 'cancelled' else 'open' end`,
  requester: personColumns,
}

const patientOfRoom = patientQuery(({ db, rows }) =>
  db
    .select({ patient_id: message_rooms.patient_id })
    .from(rows(message_rooms))
    .where(eq(message_rooms.id, sql.placeholder('message_room_id'))),
)

const patientIdOf = async (scope: PatientScope, { message_room_id, patient_id }: Input<typeof listDataEntryRequests>): Promise<number | undefined> => {
  if (message_room_id === undefined) return patient_id ?? scope.own
  const [room] = await patientOfRoom(scope).execute({ message_room_id })
  if (!room || (patient_id !== undefined && patient_id !== room.patient_id)) throw apiError('not_found')
  return room.patient_id
}

const newestRequests = patientQuery(({ db, rows, own }, isOfPatient: boolean) =>
  db
    .select(columns)
    .from(rows(requests))
    .innerJoin(users, eq(users.id, requests.requested_by))
    .where(and(isOfPatient ? eq(requests.patient_id, sql.placeholder('patient_id')) : undefined, own && isOpen))
    .orderBy(desc(requests.created_at), desc(requests.id))
    .limit(maxListed),
)

/** Newest first; patients get open requests only. */
export const requestsOf = async (scope: PatientScope, query: Input<typeof listDataEntryRequests>): Promise<DataEntryRequest[]> => {
  const patient_id = await patientIdOf(scope, query)
  if (patient_id !== undefined) await requirePatient(scope, patient_id)
  return newestRequests(scope, patient_id !== undefined).execute({ patient_id })
}

const requestsWithIds = patientQuery(({ db, rows }) =>
  db.select(columns).from(rows(requests)).innerJoin(users, eq(users.id, requests.requested_by)).where(isAnyOf(requests.id)),
)

export const requestsByIds = async (scope: PatientScope, ids: readonly number[]): Promise<Map<number, DataEntryRequest>> => {
  if (!ids.length) return new Map()
  const found = await requestsWithIds(scope).execute({ ids: [...ids] })
  return new Map(found.map((request) => [request.id, request]))
}

const find = async (scope: PatientScope, id: number): Promise<DataEntryRequest> => {
  const found = (await requestsByIds(scope, [id])).get(id)
  if (!found) throw apiError('not_found')
  return found
}

const now = sql`now()`

type NewRequest = Input<typeof addDataEntryRequest> & { questionnaire_id: number; today: string }
/** A patient has at most one open request per kind: a repeated request renews it. */
export const openRequest = async (
  scope: PatientScope,
  actor: Actor,
  { patient_id, kind, parts = [...questionnaireParts], due_on = null, note = '', questionnaire_id, today }: NewRequest,
): Promise<DataEntryRequest> => {
  await requirePatient(scope, patient_id)
  assertValid({ due_on: due_on !== null && due_on < today && 'in_past' })
  const row = { parts: questionnaireParts.filter((part) => parts.includes(part)), due_on, note: normalizeText(note), questionnaire_id, requested_by: actor.id }
  const [saved] = await scope
    .insert(requests)
    .values({ patient_id, kind, ...row })
    .onConflictDoUpdate({ target: [requests.patient_id, requests.kind], targetWhere: isOpen, set: { ...row, updated_at: later(requests.updated_at) } })
    .returning({ id: requests.id })
  return find(scope, saved!.id)
}

export const cancelRequest = async (scope: PatientScope, id: number): Promise<DataEntryRequest> => {
  const { rowCount } = await scope
    .update(requests)
    .set({ cancelled_at: now, updated_at: later(requests.updated_at) })
    .where(and(eq(requests.id, id), isOpen))
  if (rowCount) await publishCards(scope, [id])
  const cancelled = await find(scope, id)
  if (cancelled.state !== 'cancelled') throw apiError('conflict')
  return cancelled
}

/** Marks the patient's open request of this kind as answered. Returns a list with its id, empty if there was none. */
export const closeRequests = async (scope: PatientScope, { patient_id, kind }: Pick<DataEntryRequest, 'patient_id' | 'kind'>): Promise<number[]> => {
  const answered = await scope
    .update(requests)
    .set({ answered_at: now, updated_at: later(requests.updated_at) })
    .where(and(eq(requests.patient_id, patient_id), eq(requests.kind, kind), isOpen))
    .returning({ id: requests.id })
  const ids = answered.map(({ id }) => id)
  await publishCards(scope, ids)
  return ids
}

const openRequestRecipient = patientQuery(({ db, rows }) =>
  db
    .select({ user_id: users.id, email: users.email, questionnaire_id: requests.questionnaire_id })
    .from(rows(requests))
    .innerJoin(users, eq(users.id, requests.patient_id))
    .where(and(eq(requests.id, sql.placeholder('id')), eq(requests.updated_at, sql.placeholder('updated_at')), isOpen, isNull(users.deactivated_at))),
)

/** Recipient of the mail; undefined if the request is no longer open or was renewed since, or the account is deactivated. */
export const requestRecipient = async (scope: PatientScope, { id, updated_at }: { id: number; updated_at: string }) => {
  const [found] = await openRequestRecipient(scope).execute({ id, updated_at })
  return found
}
