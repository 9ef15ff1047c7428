import { type MessageImage, maxFilesPerMessage } from '@sukoyaka/wire/care/message'
import type { listRoomFiles, listRoomImages, RoomFile } from '@sukoyaka/wire/care/message-room'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { type Reach, touch, within } from '../../../access/gate.ts'
import type { Db } from '../../../database/db.ts'
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

/** Pictures that were sent as pictures; what is deleted has none. */
const picturesWhere = (db: Db, reach: Reach, condition: SQL | undefined) =>
  db
    .select(columns)
    .from(message_files)
    .innerJoin(files, eq(files.id, message_files.file_id))
    .innerJoin(messages, eq(messages.id, message_files.message_id))
    .where(and(eq(messages.content_type, 'image'), within(reach, message_files.patient_id), condition))

const newestFirst = [desc(message_files.message_id), asc(message_files.id)]
const oldestFirst = [asc(message_files.message_id), desc(message_files.id)]
const unlessSaid = 20

/** Whose room it is. */
const patientOf = async (db: Db, reach: Reach, id: number): Promise<number> => {
  const [room] = await db
    .select({ patient_id: message_rooms.patient_id })
    .from(message_rooms)
    .where(and(eq(message_rooms.id, id), within(reach, message_rooms.patient_id)))
  if (!room) throw apiError('not_found')
  touch(reach, room.patient_id)
  return room.patient_id
}

/** The gallery: the anchor's own pictures with those before and after it. */
export const imagesOfRoom = async (
  db: Db,
  reach: Reach,
  { id, anchor_message_id: anchor, limit_before = unlessSaid, limit_after = unlessSaid }: Input<typeof listRoomImages>,
  address: AddressOf,
) => {
  const patient_id = await patientOf(db, reach, id)
  const ofRoom = eq(message_files.patient_id, patient_id)
  const older = await picturesWhere(db, reach, and(ofRoom, anchor === undefined ? undefined : lt(message_files.message_id, anchor)))
    .orderBy(...newestFirst)
    .limit(limit_before + 1)
  const own = anchor === undefined ? [] : await picturesWhere(db, reach, and(ofRoom, eq(message_files.message_id, anchor))).orderBy(...newestFirst)
  const newer =
    anchor === undefined
      ? []
      : await picturesWhere(db, reach, and(ofRoom, gt(message_files.message_id, anchor)))
          .orderBy(...oldestFirst)
          .limit(limit_after + 1)
  const rows: FileRow[] = [...newer.slice(0, limit_after).reverse(), ...own, ...older.slice(0, limit_before)]
  return {
    items: rows.map((row) => imageOf(row, address)),
    has_before: older.length > limit_before,
    has_after: newer.length > limit_after,
  }
}

export const imagesOfMessage = async (db: Db, reach: Reach, id: number, address: AddressOf): Promise<MessageImage[]> =>
  (await picturesWhere(db, reach, eq(message_files.message_id, id)).orderBy(asc(message_files.id))).map((row) => imageOf(row, address))

/** Files of one message stand together, so that the next page begins with another message. */
export const filesOfRoom = async (db: Db, reach: Reach, { id, before_id }: Input<typeof listRoomFiles>, address: AddressOf) => {
  const patient_id = await patientOf(db, reach, id)
  const rows = await db
    .select({ ...columns, sender: personColumns, published_at: messages.published_at })
    .from(message_files)
    .innerJoin(files, eq(files.id, message_files.file_id))
    .innerJoin(messages, eq(messages.id, message_files.message_id))
    .innerJoin(users, eq(users.id, messages.sender_id))
    .where(
      and(
        eq(messages.content_type, 'file'),
        eq(message_files.patient_id, patient_id),
        within(reach, message_files.patient_id),
        before_id === undefined ? undefined : lt(message_files.message_id, before_id),
      ),
    )
    .orderBy(...newestFirst)
    .limit(pageSize + maxFilesPerMessage)
  const last = rows[pageSize - 1]?.message_id
  const shown = rows.filter(({ message_id }, at) => at < pageSize || message_id === last)
  return {
    items: shown.map(({ sender, published_at, ...row }): RoomFile => ({ ...fileOf(row, address), message_id: row.message_id, sender, published_at })),
    has_before: rows.length > shown.length,
  }
}

/** Whether a file hangs on a message that stands, in a room within reach. */
export const isMessageFileOpen = async (db: Db, reach: Reach, file_id: number): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`select from ${message_files} join ${messages} on ${messages.id} = ${message_files.message_id}
    where ${message_files.file_id} = ${file_id} and ${messages.deleted_at} is null and ${within(reach, message_files.patient_id)}`)
  return Boolean(rowCount)
}
