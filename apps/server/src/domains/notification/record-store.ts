import type { Input } from '@sukoyaka/wire/endpoint'
import type { listUserUnreadRecords, Notification, UserUnreadRecord } from '@sukoyaka/wire/people/notification'
import { and, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { apiError } from '../../errors/api-error.ts'
import { publishUserEvent } from '../../realtime/event-rows.ts'
import { notifications, user_unread_records as records } from './tables.ts'

const max = 1000
const now = sql`now()`
type RecordType = UserUnreadRecord['record_type']

/** The kinds of notifications that also mark a record as unread, with the type of that record. */
const typeOf = {
  results_released: 'test_package',
  test_package: 'test_package',
  test_package_moved: 'test_package',
  interview: 'interview',
  interview_summary: 'interview',
  data_entry_request: 'data_entry_request',
} as const satisfies Partial<Record<Notification['kind'], RecordType>>
type Kind = keyof typeof typeOf
const kindsOf = (type: RecordType) => (Object.keys(typeOf) as Kind[]).filter((kind) => typeOf[kind] === type)

const changedTags = ['notifications', 'user_unread_records'] as const
type RecordKey = { kind: Kind; record_id: number }
type RecordNotice = RecordKey & { user_id: number }

const openOf = ({ kind, record_id }: RecordKey) => and(eq(notifications.record_id, record_id), eq(notifications.kind, kind), isNull(notifications.checked_at))

/** Marks a record as unread and notifies the patient. A new notification replaces an unchecked one of the same kind about the record. */
export const notifyOfRecord = async (scope: PatientScope, notice: RecordNotice): Promise<void> => {
  const { user_id, kind, record_id } = notice
  if (!scope.includes(user_id)) throw apiError('not_found')
  await scope.db
    .insert(records)
    .values({ user_id, record_type: typeOf[kind], record_id })
    .onConflictDoUpdate({ target: [records.record_id, records.record_type, records.user_id], set: { read_at: null, created_at: now } })
  await scope.db.delete(notifications).where(and(openOf(notice), eq(notifications.user_id, user_id)))
  await scope.db.insert(notifications).values({ user_id, kind, patient_id: user_id, record_id })
  await publishUserEvent(scope.db, user_id, changedTags)
}

/** Removes the unread mark and the open notifications of this kind from a record that was withdrawn or needs no attention any more. */
export const forgetRecord = async (scope: PatientScope, { kind, record_id }: RecordKey): Promise<void> => {
  const deletedNotices = await scope.db
    .delete(notifications)
    .where(and(openOf({ kind, record_id }), scope.ownerIs(notifications.user_id)))
    .returning({ user_id: notifications.user_id })
  const deletedRecords = await scope.db
    .delete(records)
    .where(and(eq(records.record_id, record_id), eq(records.record_type, typeOf[kind]), isNull(records.read_at), scope.ownerIs(records.user_id)))
    .returning({ user_id: records.user_id })
  for (const user_id of new Set([...deletedNotices, ...deletedRecords].map((row) => row.user_id))) await publishUserEvent(scope.db, user_id, changedTags)
}

const { user_id: _, ...recordColumns } = getTableColumns(records)

const unreadRecords = patientQuery(({ db, own }, isOfType: boolean) =>
  db
    .select(recordColumns)
    .from(records)
    .where(
      and(
        eq(records.user_id, sql.placeholder('actor_id')),
        own && eq(records.user_id, own),
        isNull(records.read_at),
        isOfType ? eq(records.record_type, sql.placeholder('record_type')) : undefined,
      ),
    )
    .orderBy(desc(records.created_at), desc(records.id))
    .limit(max),
)

export const unreadRecordsOf = async (scope: PatientScope, actor: Pick<Actor, 'id'>, { record_type }: Input<typeof listUserUnreadRecords>) => ({
  items: await unreadRecords(scope, record_type !== undefined).execute({ actor_id: actor.id, record_type }),
})

/** Marks a record as read and its notifications as checked. */
export const markRecordRead = async (scope: PatientScope, actor: Pick<Actor, 'id'>, id: number): Promise<UserUnreadRecord> => {
  const [read] = await scope.db
    .update(records)
    .set({ read_at: sql`coalesce(${records.read_at}, now())` })
    .where(and(eq(records.id, id), eq(records.user_id, actor.id), scope.ownerIs(records.user_id)))
    .returning(recordColumns)
  if (!read) throw apiError('not_found')
  await scope.db
    .update(notifications)
    .set({ checked_at: now })
    .where(
      and(
        eq(notifications.user_id, actor.id),
        eq(notifications.record_id, read.record_id),
        inArray(notifications.kind, kindsOf(read.record_type)),
        isNull(notifications.checked_at),
      ),
    )
  return read
}
