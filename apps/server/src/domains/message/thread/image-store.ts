import { type MessageImage, maxFilesPerMessage } from '@sukoyaka/wire/care/message'
import type { listRoomFiles, listRoomImages, RoomFile, RoomFiles, RoomImages } from '@sukoyaka/wire/care/message-room'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { type PatientSource, patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { pageSize } from '../../../database/page.ts'
import { rawQuery } from '../../../database/prepared.ts'
import { files } from '../../../database/tables.ts'
import { apiError } from '../../../errors/api-error.ts'
import type { FileUrlOf } from '../../../files/signed-file.ts'
import { personColumns } from '../../account/store.ts'
import { users } from '../../account/tables.ts'
import { message_files, message_rooms, messages } from '../tables.ts'
import type { FileRow } from './column-store.ts'
import { fileOf, imageOf } from './store.ts'

export const ownerOfMessageFiles = 'message'

const columns = {
  attachment_id: message_files.id,
  message_id: message_files.message_id,
  file_id: files.id,
  kind: files.kind,
  content_type: files.content_type,
  name: files.name,
  width: files.width,
  height: files.height,
  size: files.size,
}

const newestFirst = [desc(message_files.message_id), asc(message_files.id)]
const defaultCount = 20

/** Images that were sent as images, not as files. Deleted messages have none. */
const picturesIn = (source: PatientSource, condition: SQL | undefined) =>
  source.db
    .select(columns)
    .from(source.rows(message_files))
    .innerJoin(files, eq(files.id, message_files.file_id))
    .innerJoin(source.rows(messages), eq(messages.id, message_files.message_id))
    .where(and(eq(messages.content_type, 'image'), condition))

const message_id = sql.placeholder('message_id')
/** The parts of the gallery; without an anchor, `older` begins with the newest image. */
const sides = {
  older: { condition: lt(message_files.message_id, message_id), order: newestFirst },
  anchor: { condition: eq(message_files.message_id, message_id), order: newestFirst },
  newer: { condition: gt(message_files.message_id, message_id), order: [asc(message_files.message_id), desc(message_files.id)] },
}
const picturesOfRoom = patientQuery((source, side: keyof typeof sides, hasAnchor: boolean) =>
  picturesIn(source, and(eq(message_files.patient_id, sql.placeholder('patient_id')), hasAnchor ? sides[side].condition : undefined))
    .orderBy(...sides[side].order)
    .limit(sql.placeholder('limit')),
)
const picturesOfMessage = patientQuery((source) => picturesIn(source, eq(message_files.message_id, message_id)).orderBy(asc(message_files.id)))

const patientOfRoom = patientQuery(({ db, rows }) =>
  db
    .select({ patient_id: message_rooms.patient_id })
    .from(rows(message_rooms))
    .where(eq(message_rooms.id, sql.placeholder('id'))),
)

const patientOf = async (scope: PatientScope, id: number): Promise<number> => {
  const [room] = await patientOfRoom(scope).execute({ id })
  if (!room) throw apiError('not_found')
  scope.record(room.patient_id)
  return room.patient_id
}

type ImageRange = Omit<Input<typeof listRoomImages>, 'id'>

/** The gallery: the anchor message's images with those before and after it. */
export const imagesOfPatient = async (
  scope: PatientScope,
  patient_id: number,
  { anchor_message_id: anchor, limit_before = defaultCount, limit_after = defaultCount }: ImageRange,
  urlOf: FileUrlOf,
): Promise<RoomImages> => {
  const read = (side: keyof typeof sides, limit: number | null) =>
    picturesOfRoom(scope, side, anchor !== undefined).execute({ patient_id, message_id: anchor, limit })
  const older = await read('older', limit_before + 1)
  const anchorImages = anchor === undefined ? [] : await read('anchor', null)
  const newer = anchor === undefined ? [] : await read('newer', limit_after + 1)
  const rows: FileRow[] = [...newer.slice(0, limit_after).reverse(), ...anchorImages, ...older.slice(0, limit_before)]
  return {
    items: rows.map((row) => imageOf(row, urlOf)),
    has_before: older.length > limit_before,
    has_after: newer.length > limit_after,
  }
}

export const imagesOfRoom = async (scope: PatientScope, { id, ...range }: Input<typeof listRoomImages>, urlOf: FileUrlOf) =>
  imagesOfPatient(scope, await patientOf(scope, id), range, urlOf)

export const imagesOfMessage = async (scope: PatientScope, id: number, urlOf: FileUrlOf): Promise<MessageImage[]> =>
  (await picturesOfMessage(scope).execute({ message_id: id })).map((row) => imageOf(row, urlOf))

const filesBefore = patientQuery(({ db, rows }, hasBefore: boolean) =>
  db
    .select({ ...columns, sender: personColumns, published_at: messages.published_at })
    .from(rows(message_files))
    .innerJoin(files, eq(files.id, message_files.file_id))
    .innerJoin(rows(messages), eq(messages.id, message_files.message_id))
    .innerJoin(users, eq(users.id, messages.sender_id))
    .where(
      and(
        eq(messages.content_type, 'file'),
        eq(message_files.patient_id, sql.placeholder('patient_id')),
        hasBefore ? lt(message_files.message_id, sql.placeholder('before_id')) : undefined,
      ),
    )
    .orderBy(...newestFirst)
    .limit(pageSize + maxFilesPerMessage),
)

/** The files of one message are never split over two pages. */
export const filesOfPatient = async (scope: PatientScope, patient_id: number, before_id: number | undefined, urlOf: FileUrlOf): Promise<RoomFiles> => {
  const rows = await filesBefore(scope, before_id !== undefined).execute({ patient_id, before_id })
  const lastMessageId = rows[pageSize - 1]?.message_id
  const pageRows = rows.filter(({ message_id }, index) => index < pageSize || message_id === lastMessageId)
  return {
    items: pageRows.map(({ sender, published_at, ...row }): RoomFile => ({ ...fileOf(row, urlOf), message_id: row.message_id, sender, published_at })),
    has_before: rows.length > pageRows.length,
  }
}

export const filesOfRoom = async (scope: PatientScope, { id, before_id }: Input<typeof listRoomFiles>, urlOf: FileUrlOf) =>
  filesOfPatient(scope, await patientOf(scope, id), before_id, urlOf)

const openMessageFile = patientQuery(({ rows }) =>
  rawQuery(sql`select 1 as is_open from ${rows(message_files)} join ${rows(messages)} on ${messages.id} = ${message_files.message_id}
    where ${message_files.file_id} = ${sql.placeholder('file_id')} and ${messages.deleted_at} is null`),
)

/** Whether the file belongs to a message in scope that is not deleted. */
export const isMessageFileOpen = async (scope: PatientScope, file_id: number): Promise<boolean> =>
  (await openMessageFile(scope).execute({ file_id })).length > 0
