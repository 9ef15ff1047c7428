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
import { mustBeInterview, mustBeOwnKarte } from './place-store.ts'
import { karte_drafts, kartes, standing } from './tables.ts'
import type { Writer } from './writer-store.ts'

export type Place = { user_id: number; interview_id?: number | undefined; karte_id?: number | undefined }

const maxDrafts = 200
const placeOf = ({ interview_id, karte_id }: Place) => (karte_id ? `karte:${karte_id}` : interview_id ? `interview:${interview_id}` : 'free')

/** Drafts of a deleted karte are hidden. */
const ofStanding = (scope: PatientScope) =>
  sql`(${karte_drafts.karte_id} is null or exists (select from ${scope.rows(kartes)} where ${kartes.id} = ${karte_drafts.karte_id} and ${standing}))`

const draftsWhere = async ({ actor, scope, address }: Writer, which: SQL | undefined): Promise<KarteDraft[]> => {
  const { author_id: _, place: __, ...columns } = columnsOf(karte_drafts)
  const rows = await scope.db
    .select(columns)
    .from(scope.rows(karte_drafts))
    .where(and(eq(karte_drafts.author_id, actor.id), ofStanding(scope), which))
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

const draftAt = async (writer: Writer, place: Place) =>
  (await draftsWhere(writer, and(eq(karte_drafts.user_id, place.user_id), eq(karte_drafts.place, placeOf(place)))))[0]

export const draftsOf = async (writer: Writer, user_id: number): Promise<KarteDraft[]> => {
  await requirePatient(writer.scope, user_id)
  return draftsWhere(writer, eq(karte_drafts.user_id, user_id))
}

const clash = (saved: KarteDraft | undefined, memo: string) => apiError('conflict', { versions: { saved: saved ?? null, sent: { memo } } })

export const saveDraft = async (writer: Writer, { memo, version, ...place }: Input<typeof saveKarteDraft>): Promise<KarteDraft> => {
  const { actor } = writer
  await requirePatient(writer.scope, place.user_id)
  await mustBeInterview(writer.scope, place.user_id, place.interview_id, 'interview_id')
  await mustBeOwnKarte(writer, place.user_id, place.karte_id)
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
  if (!saved || (!rowCount && saved.memo !== text)) throw clash(saved, memo)
  return saved
}

/** Locks one of the author's drafts until the transaction ends. */
const holdDraft = async ({ actor, scope }: Writer, which: SQL) => {
  const [held] = await scope.db
    .select()
    .from(scope.rows(karte_drafts))
    .where(and(which, ofStanding(scope), eq(karte_drafts.author_id, actor.id)))
    .for('update')
  return held
}
const mustHoldDraft = async (writer: Writer, id: number) => {
  const held = await holdDraft(writer, eq(karte_drafts.id, id))
  if (!held) throw apiError('not_found')
  return held
}

/** Returns the file keys of the draft's images, to be removed after the commit. */
export const deleteDraft = async (writer: Writer, { id, version }: { id: number; version?: number }): Promise<string[]> => {
  const held = await mustHoldDraft(writer, id)
  if (version && held.version !== version) throw apiError('conflict')
  const keys = await keysOfImages(writer.scope, id)
  await writer.scope.delete(karte_drafts).where(eq(karte_drafts.id, id))
  return keys
}

export const addDraftImages = async (writer: Writer, id: number, uploads: Upload[]): Promise<KarteDraft> => {
  const held = await mustHoldDraft(writer, id)
  await attachImages(writer.scope, 'draft_id', held, uploads, 'images')
  return (await draftsWhere(writer, eq(karte_drafts.id, id)))[0]!
}

export const deleteDraftImage = async (writer: Writer, { id, attachment_id }: { id: number; attachment_id: number }): Promise<string[]> => {
  await mustHoldDraft(writer, id)
  return detachImage(writer.scope, id, attachment_id)
}

/** Moves the draft's images to the saved karte and deletes the draft. Throws `conflict` if the draft's version is no longer current. */
export const finishDraft = async (writer: Writer, place: Place, version: number, { id, memo }: { id: number; memo: string }): Promise<void> => {
  const held = await holdDraft(writer, and(eq(karte_drafts.user_id, place.user_id), eq(karte_drafts.version, version))!)
  if (!held) throw clash(await draftAt(writer, place), memo)
  await adoptImages(writer.scope, held.id, id, 'karte.images')
  await writer.scope.delete(karte_drafts).where(eq(karte_drafts.id, held.id))
}
