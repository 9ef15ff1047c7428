import { fold } from '@sukoyaka/rules/fold'
import type { addKarte, changeKarte, Karte } from '@sukoyaka/wire/care/karte'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import { assertValid, normalizeText } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { apiError } from '../../errors/api-error.ts'
import type { Upload } from '../../files/store-uploads.ts'
import { requirePatient } from '../patient/require-store.ts'
import { finishDraft, lockDraft } from './draft-store.ts'
import { attachImages, countImages, hideImage } from './image-store.ts'
import { assertInterview } from './place-store.ts'
import { karteOf } from './store.ts'
import { karte_versions, kartes, notDeleted } from './tables.ts'
import { isChangeable, type Writer } from './writer-store.ts'

const imagesField = 'karte.images'

/** Adds the current memo and image count as a new version. */
const insertVersion = async ({ actor, scope }: Writer, { id, memo }: { id: number; memo: string }) => {
  const image_count = await countImages(scope, 'karte_id', id)
  // a karte may consist of images only, but not be empty
  assertValid({ 'karte.memo': !memo && !image_count && 'required' })
  await scope.insert(karte_versions).values({ karte_id: id, author_id: actor.id, memo, image_count })
}

export const insertKarte = async (writer: Writer, { karte }: Input<typeof addKarte>, uploads: Upload[]): Promise<Karte> => {
  const { user_id, interview_id, draft_version } = karte
  await requirePatient(writer.scope, user_id)
  await assertInterview(writer.scope, user_id, interview_id, 'karte.interview_id')
  const memo = normalizeText(karte.memo)
  const [added] = await writer.scope
    .insert(kartes)
    .values({ user_id, author_id: writer.actor.id, interview_id: interview_id ?? null, memo, memo_search: fold(memo) })
    .returning({ id: kartes.id })
  const { id } = added!
  if (draft_version) await finishDraft(writer, { user_id, interview_id }, draft_version, { id, memo })
  await attachImages(writer.scope, 'karte_id', { id, user_id }, uploads, imagesField)
  await insertVersion(writer, { id, memo })
  return karteOf(writer, id)
}

const lockedKarte = patientQuery(({ db, rows }, isLimited: boolean) =>
  db
    .select()
    .from(rows(kartes))
    .where(and(eq(kartes.id, sql.placeholder('id')), notDeleted, isChangeable(isLimited)))
    .for('update'),
)

/** Locks the karte until the transaction ends. Throws `not_found` if the writer may not change it. */
const lockKarte = async ({ scope, author_id }: Writer, id: number) => {
  const [existing] = await lockedKarte(scope, author_id !== undefined).execute({ id, author_id })
  if (!existing) throw apiError('not_found')
  return existing
}

export const updateKarte = async (writer: Writer, { id, karte = {} }: Input<typeof changeKarte>, uploads: Upload[]): Promise<Karte> => {
  const existing = await lockKarte(writer, id)
  const { user_id, interview_id, updated_at, draft_version } = karte
  const memo = karte.memo === undefined ? existing.memo : normalizeText(karte.memo)
  assertValid({ 'karte.user_id': user_id !== undefined && user_id !== existing.user_id && 'not_allowed' })
  await assertInterview(writer.scope, existing.user_id, interview_id, 'karte.interview_id')
  if (updated_at && updated_at !== existing.updated_at) {
    const saved = await karteOf(writer, id)
    const isSaved = memo === existing.memo && !uploads.length && [undefined, existing.interview_id].includes(interview_id)
    if (!isSaved) throw apiError('conflict', { versions: { saved, sent: { memo: karte.memo ?? existing.memo } } })
    // the karte is saved and its draft is gone: this is a retry after a lost response
    if (!draft_version || !(await lockDraft(writer, { user_id: existing.user_id, version: draft_version }))) return saved
  }
  if (draft_version) await finishDraft(writer, { user_id: existing.user_id, karte_id: id }, draft_version, { id, memo })
  await attachImages(writer.scope, 'karte_id', existing, uploads, imagesField)
  await writer.scope
    .update(kartes)
    .set({ memo, memo_search: fold(memo), ...(interview_id !== undefined && { interview_id }), updated_at: later(kartes.updated_at) })
    .where(eq(kartes.id, id))
  await insertVersion(writer, { id, memo })
  return karteOf(writer, id)
}

/** Soft delete: the karte's versions, images and drafts are hidden and kept (docs/decisions/011). */
export const deleteKarte = async (writer: Writer, id: number): Promise<null> => {
  await lockKarte(writer, id)
  await writer.scope.update(kartes).set({ deleted_at: sql`now()`, deleted_by: writer.actor.id }).where(eq(kartes.id, id))
  return null
}

export const deleteKarteImage = async (writer: Writer, { id, attachment_id }: { id: number; attachment_id: number }): Promise<null> => {
  const { memo } = await lockKarte(writer, id)
  await hideImage(writer.scope, writer, id, attachment_id)
  await writer.scope
    .update(kartes)
    .set({ updated_at: later(kartes.updated_at) })
    .where(eq(kartes.id, id))
  await insertVersion(writer, { id, memo })
  return null
}
