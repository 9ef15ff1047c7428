import type { KarteDraft, saveKarteDraft } from '@sukoyaka/wire/care/karte'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { type Actor, type Reach, reachUnder, touch } from '../../access/gate.ts'
import { mustReach } from '../../access/patients.ts'
import type { Db } from '../../database/db.ts'
import { apiError } from '../../errors/api-error.ts'
import type { AddressOf } from '../../files/signed-file.ts'
import type { Upload } from '../../files/store-uploads.ts'
import { adoptImages, attachImages, detachImage, imagesOf, keysOfImages } from './image-store.ts'
import { mustBeInterview, mustBeOwnKarte } from './place-store.ts'
import { karte_drafts, kartes, standing } from './tables.ts'

/** Who writes: drafts are nobody else's, an admin's neither. */
export type Writer = { actor: Actor; reach: Reach; address: AddressOf }
export type Place = { user_id: number; interview_id?: number | undefined; karte_id?: number | undefined }

const maxDrafts = 200
const placeOf = ({ interview_id, karte_id }: Place) => (karte_id ? `karte:${karte_id}` : interview_id ? `interview:${interview_id}` : 'free')

/** What was being written of a note that was deleted meanwhile is hidden with it. */
const ofStanding = sql`(${karte_drafts.karte_id} is null or exists (select from ${kartes} where ${kartes.id} = ${karte_drafts.karte_id} and ${standing}))`

const draftsWhere = async (db: Db, { actor, reach, address }: Writer, which: SQL | undefined): Promise<KarteDraft[]> => {
  const { author_id: _, place: __, ...columns } = getTableColumns(karte_drafts)
  const rows = await db
    .select(columns)
    .from(karte_drafts)
    .where(and(eq(karte_drafts.author_id, actor.id), ofStanding, which))
    .orderBy(asc(karte_drafts.id))
    .limit(maxDrafts)
  const images = await imagesOf(
    db,
    reach,
    'draft_id',
    rows.map(({ id }) => id),
    address,
  )
  return rows.map((row) => ({ ...row, images: images.get(row.id) ?? [] }))
}

const draftAt = async (db: Db, writer: Writer, place: Place) =>
  (await draftsWhere(db, writer, and(eq(karte_drafts.user_id, place.user_id), eq(karte_drafts.place, placeOf(place)))))[0]

/** For a patient everyone who writes may write of, though what they wrote is their own. */
export const mustReachPatient = (db: Db, { actor, reach }: Writer, user_id: number) => mustReach(db, reachUnder(actor, 'kartes.read', reach), user_id)

export const draftsOf = async (db: Db, writer: Writer, user_id: number): Promise<KarteDraft[]> => {
  await mustReachPatient(db, writer, user_id)
  return draftsWhere(db, writer, eq(karte_drafts.user_id, user_id))
}

const clash = (saved: KarteDraft | undefined, memo: string) => apiError('conflict', { versions: { saved: saved ?? null, sent: { memo } } })

export const saveDraft = async (db: Db, writer: Writer, { memo, version, ...place }: Input<typeof saveKarteDraft>): Promise<KarteDraft> => {
  const { actor } = writer
  await mustReachPatient(db, writer, place.user_id)
  await mustBeInterview(db, writer.reach, place.user_id, place.interview_id, 'interview_id')
  await mustBeOwnKarte(db, writer.reach, place.user_id, place.karte_id)
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
  // of two windows that write at once the database lets one
  const { rowCount } = version
    ? await db
        .update(karte_drafts)
        .set({ memo: text, version: sql`nextval('karte_draft_version')`, updated_at: sql`now()` as never })
        .where(
          and(eq(karte_drafts.author_id, actor.id), eq(karte_drafts.user_id, place.user_id), eq(karte_drafts.place, key), eq(karte_drafts.version, version)),
        )
    : await db.insert(karte_drafts).values(row).onConflictDoNothing()
  const saved = await draftAt(db, writer, place)
  // an answer that was lost, or the same words in both windows
  if (!saved || (!rowCount && saved.memo !== text)) throw clash(saved, memo)
  return saved
}

/** One draft, locked until the call is over. */
const holdDraft = async (db: Db, { actor, reach }: Writer, which: SQL) => {
  const [held] = await db
    .select()
    .from(karte_drafts)
    .where(and(which, ofStanding, eq(karte_drafts.author_id, actor.id)))
    .for('update')
  if (held) touch(reach, held.user_id)
  return held
}
const mustHoldDraft = async (db: Db, writer: Writer, id: number) => {
  const held = await holdDraft(db, writer, eq(karte_drafts.id, id))
  if (!held) throw apiError('not_found')
  return held
}

/** Answers the keys of its pictures, whose bytes go once this is committed. */
export const deleteDraft = async (db: Db, writer: Writer, { id, version }: { id: number; version?: number }): Promise<string[]> => {
  const held = await mustHoldDraft(db, writer, id)
  if (version && held.version !== version) throw apiError('conflict')
  const keys = await keysOfImages(db, writer.reach, id)
  await db.delete(karte_drafts).where(eq(karte_drafts.id, id))
  return keys
}

export const addDraftImages = async (db: Db, writer: Writer, id: number, uploads: Upload[]): Promise<KarteDraft> => {
  const held = await mustHoldDraft(db, writer, id)
  await attachImages(db, writer.reach, 'draft_id', held, uploads, 'images')
  return (await draftsWhere(db, writer, eq(karte_drafts.id, id)))[0]!
}

export const deleteDraftImage = async (db: Db, writer: Writer, { id, attachment_id }: { id: number; attachment_id: number }): Promise<string[]> => {
  await mustHoldDraft(db, writer, id)
  return detachImage(db, writer.reach, id, attachment_id)
}

/** What was being written has become this note: its pictures are the note's now, and it goes. Answers how many pictures came. */
export const finishDraft = async (db: Db, writer: Writer, place: Place, version: number, { id, memo }: { id: number; memo: string }): Promise<void> => {
  const held = await holdDraft(db, writer, and(eq(karte_drafts.user_id, place.user_id), eq(karte_drafts.version, version))!)
  if (!held) throw clash(await draftAt(db, writer, place), memo)
  await adoptImages(db, writer.reach, held.id, id, 'karte.images')
  await db.delete(karte_drafts).where(eq(karte_drafts.id, held.id))
}
