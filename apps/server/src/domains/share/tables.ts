import { shareDurations, shareParts } from '@sukoyaka/wire/boards/share'
import { boolean, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { bytea, id, instant, now, ref } from '../../database/columns.ts'

export const shares = pgTable('shares', {
  id: id(),
  user_id: ref().notNull(),
  name: text().notNull(),
  parts: text({ enum: shareParts }).array().notNull(),
  duration: text({ enum: shareDurations }).notNull(),
  token_hash: bytea().notNull().unique(),
  passcode_hash: text().notNull(),
  sealed_secret: bytea(),
  wrong_codes: smallint().notNull().default(0),
  expires_at: instant().notNull(),
  revoked_at: instant(),
  created_at: now(),
  updated_at: now(),
})

export const share_openings = pgTable('share_openings', {
  id: id(),
  share_id: ref().notNull(),
  browser: text().notNull(),
  is_program: boolean().notNull(),
  visit_hash: bytea().unique(),
  visit_expires_at: instant().notNull(),
  opened_at: now(),
})
