import { type MessageImage, maxFilesPerMessage } from '@sukoyaka/wire/care/message'
import type { listRoomFiles, listRoomImages, RoomFile } from '@sukoyaka/wire/care/message-room'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { pageSize } from '../../../database/page.ts'
import { files } from '../../../database/tables.ts'
import { apiError } from '../../../errors/api-error.ts'
import type { AddressOf } from '../../../files/signed-file.ts'
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

/** Images that were sent as images, not as files. Deleted messages have none. */
const picturesWhere = (scope: PatientScope, condition: SQL | undefined) =>
  scope.db
    .select(columns)
    .from(scope.rows(message_files))
    .innerJoin(files, eq(files.id, message_files.file_id))
    .innerJoin(scope.rows(messages), eq(messages.id, message_files.message_id))
    .where(and(eq(messages.content_type, 'image'), condition))

const newestFirst = [desc(message_files.message_id), asc(message_files.id)]
const oldestFirst = [asc(message_files.message_id), desc(message_files.id)]
const defaultCount = 20

const patientOf = async (scope: PatientScope, id: number): Promise<number> => {
  const [room] = await scope.db.select({ patient_id: message_rooms.patient_id }).from(scope.rows(message_rooms)).where(eq(message_rooms.id, id))
  if (!room) throw apiError('not_found')
  scope.record(room.patient_id)
  return room.patient_id
}

/** The gallery: the anchor message's images with those before and after it. */
export const imagesOfRoom = async (
  scope: PatientScope,
  { id, anchor_message_id: anchor, limit_before = defaultCount, limit_after = defaultCount }: Input<typeof listRoomImages>,
  address: AddressOf,
) => {
  const patient_id = await patientOf(scope, id)
  const isInRoom = eq(message_files.patient_id, patient_id)
  const older = await picturesWhere(scope, and(isInRoom, anchor === undefined ? undefined : lt(message_files.message_id, anchor)))
    .orderBy(...newestFirst)
    .limit(limit_before + 1)
  const anchorImages = anchor === undefined ? [] : await picturesWhere(scope, and(isInRoom, eq(message_files.message_id, anchor))).orderBy(...newestFirst)
  const newer =
    anchor === undefined
      ? []
      : await picturesWhere(scope, and(isInRoom, gt(message_files.message_id, anchor)))
          .orderBy(...oldestFirst)
          .limit(limit_after + 1)
  const rows: FileRow[] = [...newer.slice(0, limit_after).reverse(), ...anchorImages, ...older.slice(0, limit_before)]
  return {
    items: rows.map((row) => imageOf(row, address)),
    has_before: older.length > limit_before,
    has_after: newer.length > limit_after,
  }
}

export const imagesOfMessage = async (scope: PatientScope, id: number, address: AddressOf): Promise<MessageImage[]> =>
  (await picturesWhere(scope, eq(message_files.message_id, id)).orderBy(asc(message_files.id))).map((row) => imageOf(row, address))

/** The files of one message are never split over two pages. */
export const filesOfRoom = async (scope: PatientScope, { id, before_id }: Input<typeof listRoomFiles>, address: AddressOf) => {
  const patient_id = await patientOf(scope, id)
  const rows = await scope.db
    .select({ ...columns, sender: personColumns, published_at: messages.published_at })
    .from(scope.rows(message_files))
    .innerJoin(files, eq(files.id, message_files.file_id))
    .innerJoin(scope.rows(messages), eq(messages.id, message_files.message_id))
    .innerJoin(users, eq(users.id, messages.sender_id))
    .where(
      and(
        eq(messages.content_type, 'file'),
        eq(message_files.patient_id, patient_id),
        before_id === undefined ? undefined : lt(message_files.message_id, before_id),
      ),
    )
    .orderBy(...newestFirst)
    .limit(pageSize + maxFilesPerMessage)
  const lastMessageId = rows[pageSize - 1]?.message_id
  const pageRows = rows.filter(({ message_id }, index) => index < pageSize || message_id === lastMessageId)
  return {
    items: pageRows.map(({ sender, published_at, ...row }): RoomFile => ({ ...fileOf(row, address), message_id: row.message_id, sender, published_at })),
    has_before: rows.length > pageRows.length,
  }
}

/** Whether the file belongs to a message in scope that is not deleted. */
export const isMessageFileOpen = async (scope: PatientScope, file_id: number): Promise<boolean> => {
  const { rowCount } =
    await scope.db.execute(sql`select from ${scope.rows(message_files)} join ${scope.rows(messages)} on ${messages.id} = ${message_files.message_id}
    where ${message_files.file_id} = ${file_id} and ${messages.deleted_at} is null`)
  return Boolean(rowCount)
}
