import { isNull, sql } from 'drizzle-orm'
import { pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, instant, now, ref } from '../../database/columns.ts'

export const kartes = patientTable(
  'kartes',
  {
    id: id(),
    user_id: ref().notNull(),
    author_id: ref().notNull(),
    interview_id: ref(),
    memo: text().notNull(),
    /** The memo normalised for search. */
    memo_search: text().notNull().default(''),
    created_at: now(),
    updated_at: now(),
    deleted_at: instant(),
    deleted_by: ref(),
  },
  'user_id',
)

/** Deleted kartes are kept: every query that finds kartes must add this condition. */
export const notDeleted = isNull(kartes.deleted_at)

export const karte_versions = patientTable(
  'karte_versions',
  {
    id: id(),
    karte_id: ref().notNull(),
    author_id: ref().notNull(),
    memo: text().notNull(),
    image_count: smallint().notNull().default(0),
    created_at: now(),
  },
  { column: 'karte_id', parent: kartes },
)

export const karte_drafts = patientTable(
  'karte_drafts',
  {
    id: id(),
    author_id: ref().notNull(),
    user_id: ref().notNull(),
    place: text().notNull(),
    interview_id: ref(),
    karte_id: ref(),
    karte_updated_at: instant(),
    memo: text().notNull(),
    version: ref().notNull().default(sql`nextval('karte_draft_version')`),
    updated_at: now(),
  },
  'user_id',
)

export const karte_images = patientTable(
  'karte_images',
  {
    id: id(),
    karte_id: ref(),
    draft_id: ref(),
    file_id: ref().notNull().unique(),
    created_at: now(),
    deleted_at: instant(),
    deleted_by: ref(),
  },
  [
    { column: 'karte_id', parent: kartes },
    { column: 'draft_id', parent: karte_drafts },
  ],
)

export const karte_templates = pgTable('karte_templates', {
  id: id(),
  author_id: ref().notNull(),
  name: text().notNull(),
  body: text().notNull(),
  created_at: now(),
  updated_at: now(),
})
