import type { listMessages, Message, MessageFile, MessageImage, pickMessage } from '@sukoyaka/wire/care/message'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, desc, eq, gt, lt, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../access/actor.ts'
import { type PatientSource, patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { pageSize } from '../../../database/page.ts'
import { isAnyOf } from '../../../database/prepared.ts'
import { textMatches } from '../../../database/text-search.ts'
import { apiError } from '../../../errors/api-error.ts'
import { type FileUrlOf, imageUrlsOf } from '../../../files/signed-file.ts'
import { users } from '../../account/tables.ts'
import { requestsByIds } from '../../data-entry-request/store.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { proposalOf } from '../card/store.ts'
import { messages } from '../tables.ts'
import { type FileRow, messageColumns } from './column-store.ts'

/** The person who reads, with file URLs signed for that person. */
export type Reader = { actor: Actor; scope: PatientScope; urlOf: FileUrlOf }

export const imageOf = ({ file_id, kind: _, ...row }: FileRow, urlOf: FileUrlOf): MessageImage => ({ ...row, ...imageUrlsOf(urlOf, file_id) })

export const fileOf = ({ attachment_id, content_type, name, size, file_id }: FileRow, urlOf: FileUrlOf): MessageFile => {
  const original = urlOf(file_id, 'original')
  return { attachment_id, content_type, name, size, signed_id: original.slice('/files/'.length), address: original }
}

const selectRows = (source: PatientSource, viewer_id: number | Placeholder, isPatient: boolean, condition: SQL | undefined) =>
  source.db
    .select(messageColumns(source, viewer_id, isPatient))
    .from(source.rows(messages))
    .innerJoin(users, eq(users.id, messages.sender_id))
    .where(condition)

// built per call: the SQL text depends on the search words and the side of the page
const rowsWhere = ({ scope, actor }: Reader, condition: SQL | undefined) => selectRows(scope, actor.id, actor.role === 'patient', condition)

const [viewer_id, patient_id] = [sql.placeholder('viewer_id'), sql.placeholder('patient_id')]
// one id is compared with `=`: for `any(…)` PostgreSQL estimates ten rows and would plan the statement again for each call
const rowsByIds = patientQuery((source, isPatient: boolean, isSingle: boolean) =>
  selectRows(source, viewer_id, isPatient, isSingle ? eq(messages.id, sql.placeholder('id')) : isAnyOf(messages.id)),
)
/** A page of a conversation, newest first, without a search. */
const pageRows = patientQuery((source, isPatient: boolean, hasBefore: boolean) =>
  selectRows(source, viewer_id, isPatient, and(eq(messages.patient_id, patient_id), hasBefore ? lt(messages.id, sql.placeholder('before_id')) : undefined))
    .orderBy(desc(messages.id))
    .limit(pageSize + 1)
    .offset(sql.placeholder('offset')),
)

type Row = Awaited<ReturnType<typeof rowsWhere>>[number]

const recommendationOf = (card: object): number | null =>
  'recommendation_id' in card && typeof card.recommendation_id === 'number' ? card.recommendation_id : null

/** Rows in the wire's shape. A picture that was sent as a file is offered as a download. */
const toMessages = async ({ scope, urlOf }: Reader, rows: Row[]): Promise<Message[]> => {
  const requests = await requestsByIds(
    scope,
    rows.flatMap(({ data_entry_request_id: id }) => (id === null ? [] : [id])),
  )
  return rows.map(({ attachments, data_entry_request_id, card, ...row }) => ({
    ...row,
    images: row.content_type === 'image' ? attachments.map((attachment) => imageOf(attachment, urlOf)) : [],
    files: row.content_type === 'file' ? attachments.map((attachment) => fileOf(attachment, urlOf)) : [],
    data_entry_request: requests.get(data_entry_request_id ?? 0) ?? null,
    recommendation_id: row.message_type === 'product' ? recommendationOf(card ?? {}) : null,
    interview_proposal: row.message_type === 'interview_proposal' && card ? proposalOf(card) : null,
  }))
}

export const messagesOf = async (viewer: Reader, { patient_id, page = 1, before_id, after_id, q: query }: Input<typeof listMessages>) => {
  const { scope, actor } = viewer
  await requirePatient(scope, patient_id)
  const words = textMatches(messages.body_search, query?.body_cont)
  const before = before_id === undefined ? undefined : lt(messages.id, before_id)
  const isInRoom = and(eq(messages.patient_id, patient_id), words)
  if (after_id !== undefined) {
    const rows = await rowsWhere(viewer, and(isInRoom, gt(messages.id, after_id), before))
      .orderBy(asc(messages.id))
      .limit(pageSize + 1)
    return { items: (await toMessages(viewer, rows.slice(0, pageSize))).reverse(), page: 1, next_page: rows.length > pageSize ? 2 : null }
  }
  const offset = (page - 1) * pageSize
  const rows = words
    ? await rowsWhere(viewer, and(isInRoom, before))
        .orderBy(desc(messages.id))
        .limit(pageSize + 1)
        .offset(offset)
    : await pageRows(scope, actor.role === 'patient', before_id !== undefined).execute({ viewer_id: actor.id, patient_id, before_id, offset })
  return { items: await toMessages(viewer, rows.slice(0, pageSize)), page, next_page: rows.length > pageSize ? page + 1 : null }
}

export const messagesByIds = async (viewer: Reader, ids: readonly number[]): Promise<Map<number, Message>> => {
  if (!ids.length) return new Map()
  const { scope, actor } = viewer
  const rows = await rowsByIds(scope, actor.role === 'patient', ids.length === 1).execute({ viewer_id: actor.id, id: ids[0], ids: [...ids] })
  return new Map((await toMessages(viewer, rows)).map((message) => [message.id, message]))
}

export const messageOf = async (viewer: Reader, id: number): Promise<Message> => {
  const found = (await messagesByIds(viewer, [id])).get(id)
  if (!found) throw apiError('not_found')
  viewer.scope.record(found.patient_id)
  return found
}

/** The first page has at most this many messages on each side of the hit; further pages continue from there. */
const half = Math.floor(pageSize / 2)

const sideOf = async (viewer: Reader, sideCondition: SQL, order: SQL, offset: number, count: number) => {
  const rows = await rowsWhere(viewer, sideCondition)
    .orderBy(order)
    .offset(offset)
    .limit(count + 1)
  return { rows: rows.slice(0, count), isMore: rows.length > count }
}

export const pickOf = async (viewer: Reader, { id, prev_page, next_page }: Input<typeof pickMessage>) => {
  const middle = await messageOf(viewer, id)
  const isInRoom = eq(messages.patient_id, middle.patient_id)
  const older = and(isInRoom, lt(messages.id, id))!
  const newer = and(isInRoom, gt(messages.id, id))!
  const offsetOf = (page: number) => half + (page - 1) * pageSize
  if (prev_page !== undefined) {
    const { rows, isMore } = await sideOf(viewer, older, desc(messages.id), offsetOf(prev_page), pageSize)
    return { items: await toMessages(viewer, rows), prev_page: isMore ? prev_page + 1 : null, next_page: null }
  }
  if (next_page !== undefined) {
    const { rows, isMore } = await sideOf(viewer, newer, asc(messages.id), offsetOf(next_page), pageSize)
    return { items: (await toMessages(viewer, rows)).reverse(), prev_page: null, next_page: isMore ? next_page + 1 : null }
  }
  const [newerSide, olderSide] = [await sideOf(viewer, newer, asc(messages.id), 0, half), await sideOf(viewer, older, desc(messages.id), 0, half)]
  return {
    items: [...(await toMessages(viewer, newerSide.rows)).reverse(), middle, ...(await toMessages(viewer, olderSide.rows))],
    prev_page: olderSide.isMore ? 1 : null,
    next_page: newerSide.isMore ? 1 : null,
  }
}
