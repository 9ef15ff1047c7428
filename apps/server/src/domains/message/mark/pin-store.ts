import type { addMessagePin, listMessagePins, MessagePin } from '@sukoyaka/wire/care/message-mark'
import type { Input } from '@sukoyaka/wire/endpoint'
import { desc, eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../../access/patient-query.ts'
import { assertValid } from '../../../access/rows.ts'
import { type Paged, pageOf } from '../../../database/page.ts'
import { apiError } from '../../../errors/api-error.ts'
import { personColumns } from '../../account/store.ts'
import { users } from '../../account/tables.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { message_pins } from '../tables.ts'
import { messagesByIds, type Reader } from '../thread/store.ts'
import { lockMessage } from './store.ts'

const pins = patientQuery(({ db, rows }, key: 'patient_id' | 'message_id') =>
  db
    .select({
      id: message_pins.id,
      message_id: message_pins.message_id,
      patient_id: message_pins.patient_id,
      user: personColumns,
      created_at: message_pins.created_at,
      total_count: sql<number>`(count(*) over ())::int`,
    })
    .from(rows(message_pins))
    .innerJoin(users, eq(users.id, message_pins.user_id))
    .where(eq(message_pins[key], sql.placeholder('value')))
    .orderBy(desc(message_pins.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)

type Row = Omit<Awaited<ReturnType<ReturnType<typeof pins>['execute']>>[number], 'total_count'>

/** Pins with their messages. A pin is left out if the row of its message was removed meanwhile (`replaceCards`). */
const withMessages = async (viewer: Reader, rows: Row[]): Promise<MessagePin[]> => {
  const messageById = await messagesByIds(
    viewer,
    rows.map(({ message_id }) => message_id),
  )
  return rows.flatMap((row) => {
    const message = messageById.get(row.message_id)
    return message ? [{ ...row, message }] : []
  })
}

/** The caller must have checked that the patient is in the scope. */
export const pinsOfPatient = async (viewer: Reader, patient_id: number, page = 1): Promise<Paged<MessagePin>> => {
  const { items, ...paged } = await pageOf(page, (bounds) => pins(viewer.scope, 'patient_id').execute({ value: patient_id, ...bounds }))
  return { ...paged, items: await withMessages(viewer, items) }
}

export const pinsOf = async (viewer: Reader, { patient_id, page }: Input<typeof listMessagePins>): Promise<Paged<MessagePin>> => {
  await requirePatient(viewer.scope, patient_id)
  return pinsOfPatient(viewer, patient_id, page)
}

/** A message has at most one pin: if it is pinned already, that pin is kept and returned. */
export const insertPin = async (viewer: Reader, input: Input<typeof addMessagePin>): Promise<MessagePin> => {
  const { message_id } = input
  const patient_id = await lockMessage(viewer.scope, message_id)
  assertValid({ message_id: input.patient_id !== undefined && input.patient_id !== patient_id && 'not_allowed' })
  await viewer.scope.insert(message_pins).values({ message_id, patient_id, user_id: viewer.actor.id }).onConflictDoNothing()
  const [pin] = await withMessages(viewer, await pins(viewer.scope, 'message_id').execute({ value: message_id, limit: 1, offset: 0 }))
  return pin!
}

/** Removes a pin, also one that a colleague set. Returns the id of its message. */
export const deletePin = async ({ scope }: Reader, id: number): Promise<number> => {
  const [deleted] = await scope
    .delete(message_pins)
    .where(eq(message_pins.id, id))
    .returning({ message_id: message_pins.message_id, patient_id: message_pins.patient_id })
  if (!deleted) throw apiError('not_found')
  scope.record(deleted.patient_id)
  return deleted.message_id
}
