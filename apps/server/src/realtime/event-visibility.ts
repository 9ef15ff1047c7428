import { staffOnlyTags } from '@sukoyaka/wire/all'
import type { Pool } from 'pg'
import type { Identity } from '../context/app-context.ts'
import { staffOnlyKinds } from './event-rows.ts'

export type EventRow = {
  id: number
  user_id: number | null
  patient_id: number | null
  changes: string[]
  kind: string | null
  record_id: number | null
}

const columns = 'id, user_id, patient_id, changes, kind, record_id'
const quotedList = (names: readonly string[]) => names.map((name) => `'${name}'`).join()
const staffOnlyTagsSql = quotedList([...staffOnlyTags])
const staffOnlyKindSet = new Set<string | null>(staffOnlyKinds)

/** Max events sent to a client at once, from the buffer or from one query of the database. */
export const eventBatchSize = 200

type Frames = { all?: Buffer; patient?: Buffer }
const framesOf = new WeakMap<EventRow, Frames>()
const frame = ({ id, patient_id, kind, record_id }: EventRow, changes: string[]) =>
  Buffer.from(`id: ${id}\ndata: ${JSON.stringify({ changes, patient_id, ...(kind !== null && { kind, record_id }) })}\n\n`)

/** The SSE frame of an event for this user, cached per audience: patients do not get the staff-only tags. */
export const frameFor = ({ role }: Identity, row: EventRow): Buffer => {
  const cached = framesOf.get(row) ?? {}
  framesOf.set(row, cached)
  if (role !== 'patient') {
    cached.all ??= frame(row, row.changes)
    return cached.all
  }
  cached.patient ??= frame(
    row,
    row.changes.filter((tag) => !staffOnlyTags.has(tag)),
  )
  return cached.patient
}

/** Frame for staff: the list of people who have this record open has changed. */
export const presenceFrame = (patient_id: number) => Buffer.from(`data: ${JSON.stringify({ changes: ['record_presences'], patient_id })}\n\n`)

/**
 * Whether the user receives the event: events for the user; for a patient, events about them that are not staff-only; for staff, events about any
 * patient, but not those of their own presence.
 */
export const canReceiveEvent = ({ id, role }: Identity, { user_id, patient_id, changes, kind, record_id }: EventRow): boolean =>
  user_id === id ||
  (role === 'patient'
    ? patient_id === id && !staffOnlyKindSet.has(kind) && changes.some((tag) => !staffOnlyTags.has(tag))
    : patient_id !== null && !(kind === 'presence.changed' && record_id === id))

/** The events after `last` that the user receives, by the filter of `canReceiveEvent` in SQL: for a client whose last event is older than the buffer. */
export const receivableEventsAfter = async (pool: Pool, { id, role }: Identity, last: number): Promise<EventRow[]> => {
  const { rows } = await pool.query<EventRow>({
    name: `events_after_${role === 'patient'}`,
    text: `select ${columns} from events where id > $1 and (user_id = $2 or ${role === 'patient' ? `(patient_id = $2 and not changes <@ array[${staffOnlyTagsSql}] and coalesce(kind, '') not in (${quotedList(staffOnlyKinds)}))` : `patient_id is not null and (kind is distinct from 'presence.changed' or record_id <> $2)`}) order by id limit ${eventBatchSize}`,
    values: [last, id],
  })
  return rows
}

/** The newest events in ascending order, and the last id assigned, whose event may already be deleted. */
export const newestEvents = async (pool: Pool, max: number): Promise<{ newest: number; rows: EventRow[] }> => {
  const { rows } = await pool.query<EventRow & { newest: number }>({
    name: 'events_newest',
    text: `select c.last as newest, e.* from event_counter c left join lateral (select ${columns} from events order by id desc limit ${max}) e on true order by e.id`,
  })
  return { newest: rows[0]!.newest, rows: rows.filter(({ id }) => id !== null) }
}

/** Events after this id. Ids are assigned in commit order, so no event with a lower id can appear later. */
export const eventsAfter = async (pool: Pool, last: number, max: number): Promise<EventRow[]> => {
  const { rows } = await pool.query<EventRow>({
    name: 'events_next',
    text: `select ${columns} from events where id > $1 order by id limit ${max}`,
    values: [last],
  })
  return rows
}

export const oldestEventId = async (pool: Pool): Promise<number | null> => {
  const { rows } = await pool.query<{ oldest: number | null }>({ name: 'events_oldest', text: 'select min(id) as oldest from events' })
  return rows[0]!.oldest
}
