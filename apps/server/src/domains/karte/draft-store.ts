import type { KarteDraft, saveKarteDraft } from '@sukoyaka/wire/care/karte'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { later } from '../../database/columns.ts'
import { apiError } from '../../errors/api-error.ts'
import type { Upload } from '../../files/store-uploads.ts'
import { requirePatient } from '../patient/require-store.ts'
import { adoptImages, attachImages, detachImage, imagesOf, keysOfImages } from './image-store.ts'
import { assertInterview, assertOwnKarte } from './place-store.ts'
import { karte_drafts, kartes, notDeleted } from './tables.ts'
import type { Writer } from './writer-store.ts'

export type DraftPlace = { user_id: number; interview_id?: number | undefined; karte_id?: number | undefined }

const maxDrafts = 200
const placeOf = ({ interview_id, karte_id }: DraftPlace) => (karte_id ? `karte:${karte_id}` : interview_id ? `interview:${interview_id}` : 'free')

/** Drafts of a deleted karte are hidden. */
const isOfStoredKarte = (scope: PatientScope) =>
  sql`(${karte_drafts.karte_id} is null or exists (select from ${scope.rows(kartes)} where ${kartes.id} = ${karte_drafts.karte_id} and ${notDeleted}))`

const draftsWhere = async ({ actor, scope, address }: Writer, condition: SQL | undefined): Promise<KarteDraft[]> => {
  const { author_id: _, place: __, ...columns } = columnsOf(karte_drafts)
  const rows = await scope.db
    .select(columns)
    .from(scope.rows(karte_drafts))
    .where(and(eq(karte_drafts.author_id, actor.id), isOfStoredKarte(scope), condition))
    .orderBy(asc(karte_drafts.id))
    .limit(maxDrafts)
  const images = await imagesOf(
    scope,
    'draft_id',
    rows.map(({ id }) => id),
    address,
  )
  return rows.map((row) => ({ ...row, images: images.get(row.id) ?? [] }))
}

const draftAt = async (writer: Writer, place: DraftPlace) =>
  (await draftsWhere(writer, and(eq(karte_drafts.user_id, place.user_id), eq(karte_drafts.place, placeOf(place)))))[0]

export const draftsOf = async (writer: Writer, user_id: number): Promise<KarteDraft[]> => {
  await requirePatient(writer.scope, user_id)
  return draftsWhere(writer, eq(karte_drafts.user_id, user_id))
}

const conflictError = (saved: KarteDraft | undefined, memo: string) => apiError('conflict', { versions: { saved: saved ?? null, sent: { memo } } })

export const saveDraft = async (writer: Writer, { memo, version, ...place }: Input<typeof saveKarteDraft>): Promise<KarteDraft> => {
  const { actor } = writer
  await requirePatient(writer.scope, place.user_id)
  await assertInterview(writer.scope, place.user_id, place.interview_id, 'interview_id')
  await assertOwnKarte(writer, place.user_id, place.karte_id)
  const key = placeOf(place)
  const text = memo.replace(/\r\n?/g, '\n')
  const row = {
    author_id: actor.id,
    user_id: place.user_id,
    place: key,
    interview_id: place.interview_id ?? null,
    karte_id: place.karte_id ?? null,
    memo: text,
  }
  // of two concurrent windows, only the one with the current version succeeds
  const { rowCount } = version
    ? await writer.scope
        .update(karte_drafts)
        .set({ memo: text, version: sql`nextval('karte_draft_version')`, updated_at: later(karte_drafts.updated_at) })
        .where(
          and(eq(karte_drafts.author_id, actor.id), eq(karte_drafts.user_id, place.user_id), eq(karte_drafts.place, key), eq(karte_drafts.version, version)),
        )
    : await writer.scope.insert(karte_drafts).values(row).onConflictDoNothing()
  const saved = await draftAt(writer, place)
  // the same text is no conflict: a retry after a lost response, or both windows wrote it
  if (!saved || (!rowCount && saved.memo !== text)) throw conflictError(saved, memo)
  return saved
}

/** Locks one of the author's drafts until the transaction ends. */
const lockDraft = async ({ actor, scope }: Writer, condition: SQL) => {
  const [draft] = await scope.db
    .select()
    .from(scope.rows(karte_drafts))
    .where(and(condition, isOfStoredKarte(scope), eq(karte_drafts.author_id, actor.id)))
    .for('update')
  return draft
}
const requireDraft = async (writer: Writer, id: number) => {
  const draft = await lockDraft(writer, eq(karte_drafts.id, id))
  if (!draft) throw apiError('not_found')
  return draft
}

/** Returns the file keys of the draft's images, to be removed after the commit. */
export const deleteDraft = async (writer: Writer, { id, version }: { id: number; version?: number }): Promise<string[]> => {
  const draft = await requireDraft(writer, id)
  if (version && draft.version !== version) throw apiError('conflict')
  const keys = await keysOfImages(writer.scope, id)
  await writer.scope.delete(karte_drafts).where(eq(karte_drafts.id, id))
  return keys
}

export const addDraftImages = async (writer: Writer, id: number, uploads: Upload[]): Promise<KarteDraft> => {
  const draft = await requireDraft(writer, id)
  await attachImages(writer.scope, 'draft_id', draft, uploads, 'images')
  return (await draftsWhere(writer, eq(karte_drafts.id, id)))[0]!
}

export const deleteDraftImage = async (writer: Writer, { id, attachment_id }: { id: number; attachment_id: number }): Promise<string[]> => {
  await requireDraft(writer, id)
  return detachImage(writer.scope, id, attachment_id)
}

/** Moves the draft's images to the saved karte and deletes the draft. Throws `conflict` if the draft's version is no longer current. */
export const finishDraft = async (writer: Writer, place: DraftPlace, version: number, { id, memo }: { id: number; memo: string }): Promise<void> => {
  const draft = await lockDraft(writer, and(eq(karte_drafts.user_id, place.user_id), eq(karte_drafts.version, version))!)
  if (!draft) throw conflictError(await draftAt(writer, place), memo)
  await adoptImages(writer.scope, draft.id, id, 'karte.images')
  await writer.scope.delete(karte_drafts).where(eq(karte_drafts.id, draft.id))
}
