import type { KarteDraft, saveKarteDraft } from '@sukoyaka/wire/care/karte'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, desc, eq, type SQLWrapper, sql } from 'drizzle-orm'
import { type PatientSource, patientQuery } from '../../access/patient-query.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { later } from '../../database/columns.ts'
import { apiError } from '../../errors/api-error.ts'
import type { Upload } from '../../files/store-uploads.ts'
import { requirePatient } from '../patient/require-store.ts'
import { adoptImages, attachImages, detachImage, imagesOf, keysOfDraftImages } from './image-store.ts'
import { assertChangeableKarte, assertInterview } from './place-store.ts'
import { karte_drafts, kartes, notDeleted } from './tables.ts'
import type { Writer } from './writer-store.ts'

/** What the draft is written for: a karte that is being edited, an interview, or neither (`free`). */
export type DraftPlace = { user_id: number; interview_id?: number | undefined; karte_id?: number | undefined }

const maxDrafts = 200
const placeOf = ({ interview_id, karte_id }: DraftPlace) => (karte_id ? `karte:${karte_id}` : interview_id ? `interview:${interview_id}` : 'free')

/** False for a draft of a deleted karte. */
const isOfStoredKarte = ({ rows }: Pick<PatientSource, 'rows'>) =>
  sql`(${karte_drafts.karte_id} is null or exists (select from ${rows(kartes)} where ${kartes.id} = ${karte_drafts.karte_id} and ${notDeleted}))`

const [isDraft, isOfPatient] = [eq(karte_drafts.id, sql.placeholder('id')), eq(karte_drafts.user_id, sql.placeholder('user_id'))]
const isOfKarte = sql`starts_with(${karte_drafts.place}, 'karte:')`
/** Not by the whole `place`: the draft for an interview that was deleted is a free one. */
const isFor = (interview_id: SQLWrapper | number | null, karte_id: SQLWrapper | number | null) =>
  sql`${karte_drafts.karte_id} is not distinct from ${karte_id} and (${karte_drafts.karte_id} is not null or ${isOfKarte} is false and ${karte_drafts.interview_id} is not distinct from ${interview_id})`
const isForPlace = isFor(sql.placeholder('interview_id'), sql.placeholder('karte_id'))
const conditions = { id: isDraft, user_id: isOfPatient, place: and(isOfPatient, isForPlace) }
const drafts = patientQuery(({ db, rows }, key: keyof typeof conditions) => {
  const { author_id: _, place: __, ...columns } = columnsOf(karte_drafts)
  return db
    .select(columns)
    .from(rows(karte_drafts))
    .where(and(eq(karte_drafts.author_id, sql.placeholder('author_id')), isOfStoredKarte({ rows }), conditions[key]))
    .orderBy(key === 'place' ? desc(karte_drafts.version) : asc(karte_drafts.id))
    .limit(key === 'place' ? 1 : maxDrafts)
})

type Ids = { interview_id: number | null; karte_id: number | null }
type DraftKey = { id: number } | { user_id: number } | ({ user_id: number } & Ids)
/** The author's drafts: the one with an id, those about a patient, or the one for a place that was saved last. */
const draftsBy = async ({ actor, scope, urlOf }: Writer, key: DraftKey): Promise<KarteDraft[]> => {
  const rows = await drafts(scope, 'id' in key ? 'id' : 'karte_id' in key ? 'place' : 'user_id').execute({ author_id: actor.id, ...key })
  const images = await imagesOf(
    scope,
    'draft_id',
    rows.map(({ id }) => id),
    urlOf,
  )
  return rows.map((row) => ({ ...row, images: images.get(row.id) ?? [] }))
}

const idsOf = ({ interview_id, karte_id }: DraftPlace): Ids => ({ interview_id: interview_id ?? null, karte_id: karte_id ?? null })
const draftAt = async (writer: Writer, place: DraftPlace) => (await draftsBy(writer, { user_id: place.user_id, ...idsOf(place) }))[0]

export const draftsOf = async (writer: Writer, user_id: number): Promise<KarteDraft[]> => {
  await requirePatient(writer.scope, user_id)
  return draftsBy(writer, { user_id })
}

const conflictError = (saved: KarteDraft | undefined, memo: string) => apiError('conflict', { versions: { saved: saved ?? null, sent: { memo } } })

export const saveDraft = async (writer: Writer, { memo, version, karte_updated_at, ...place }: Input<typeof saveKarteDraft>): Promise<KarteDraft> => {
  const { actor } = writer
  await requirePatient(writer.scope, place.user_id)
  await assertInterview(writer.scope, place.user_id, place.interview_id, 'interview_id')
  await assertChangeableKarte(writer, place.user_id, place.karte_id)
  const text = memo.replace(/\r\n?/g, '\n')
  const ids = idsOf(place)
  const isOwn = and(eq(karte_drafts.author_id, actor.id), eq(karte_drafts.user_id, place.user_id), isFor(ids.interview_id, ids.karte_id))
  const row = { author_id: actor.id, user_id: place.user_id, place: placeOf(place), ...ids, karte_updated_at, memo: text }
  // if two windows save at the same time, only the one with the current version succeeds
  const { rowCount } = version
    ? await writer.scope
        .update(karte_drafts)
        .set({ karte_updated_at, memo: text, version: sql`nextval('karte_draft_version')`, updated_at: later(karte_drafts.updated_at) })
        .where(and(isOwn, eq(karte_drafts.version, version)))
    : (await draftAt(writer, place))
      ? { rowCount: 0 }
      : await writer.scope.insert(karte_drafts).values(row).onConflictDoNothing()
  const saved = await draftAt(writer, place)
  // the same text is no conflict: a retry after a lost response, or both windows wrote it
  if (!saved || (!rowCount && saved.memo !== text)) throw conflictError(saved, memo)
  return saved
}

const lockedDraft = patientQuery(({ db, rows }, key: 'id' | 'version') =>
  db
    .select()
    .from(rows(karte_drafts))
    .where(
      and(
        key === 'id' ? isDraft : and(isOfPatient, eq(karte_drafts.version, sql.placeholder('version'))),
        isOfStoredKarte({ rows }),
        eq(karte_drafts.author_id, sql.placeholder('author_id')),
      ),
    )
    .for('update'),
)

/** Locks one of the author's drafts until the transaction ends. */
export const lockDraft = async ({ actor, scope }: Writer, key: { id: number } | { user_id: number; version: number }) => {
  const [draft] = await lockedDraft(scope, 'id' in key ? 'id' : 'version').execute({ author_id: actor.id, ...key })
  return draft
}
const requireDraft = async (writer: Writer, id: number) => {
  const draft = await lockDraft(writer, { id })
  if (!draft) throw apiError('not_found')
  return draft
}

/** Deletes a draft. Returns the keys of its image files, to be removed after the commit. */
export const deleteDraft = async (writer: Writer, { id, version }: { id: number; version?: number }): Promise<string[]> => {
  const draft = await requireDraft(writer, id)
  if (version && draft.version !== version) throw apiError('conflict')
  const keys = await keysOfDraftImages(writer.scope, id)
  await writer.scope.delete(karte_drafts).where(eq(karte_drafts.id, id))
  return keys
}

export const addDraftImages = async (writer: Writer, id: number, uploads: Upload[]): Promise<KarteDraft> => {
  const draft = await requireDraft(writer, id)
  await attachImages(writer.scope, 'draft_id', draft, uploads, 'images')
  return (await draftsBy(writer, { id }))[0]!
}

export const deleteDraftImage = async (writer: Writer, { id, attachment_id }: { id: number; attachment_id: number }): Promise<string[]> => {
  await requireDraft(writer, id)
  return detachImage(writer.scope, id, attachment_id)
}

/**
 * Moves the draft's images to the saved karte and deletes the draft. Throws `conflict` if the draft's version is no longer current, and `invalid` if the
 * karte then has too many images.
 */
export const finishDraft = async (writer: Writer, place: DraftPlace, version: number, { id, memo }: { id: number; memo: string }): Promise<void> => {
  const draft = await lockDraft(writer, { user_id: place.user_id, version })
  if (!draft) throw conflictError(await draftAt(writer, place), memo)
  await adoptImages(writer.scope, draft.id, id, 'karte.images')
  await writer.scope.delete(karte_drafts).where(eq(karte_drafts.id, draft.id))
}
