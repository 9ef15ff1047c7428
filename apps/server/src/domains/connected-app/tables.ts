import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, id, instant, now, ref } from '../../database/columns.ts'

export const connected_apps = pgTable('connected_apps', {
  id: id(),
  client_id: text().notNull().unique(),
  name: text().notNull(),
  redirect_uris: text().array().notNull(),
  scopes: text().array().notNull(),
  is_active: boolean().notNull().default(true),
  is_edited: boolean().notNull().default(false),
  created_at: now(),
  updated_at: now(),
})

export const app_grants = pgTable('app_grants', {
  id: id(),
  app_id: ref().notNull(),
  user_id: ref().notNull(),
  scopes: text().array().notNull(),
  redirect_uri: text().notNull(),
  code_hash: bytea(),
  code_challenge: text().notNull(),
  code_expires_at: instant().notNull(),
  code_used_at: instant(),
  last_used_at: instant(),
  created_at: now(),
  revoked_at: instant(),
})

export const app_tokens = pgTable('app_tokens', {
  id: id(),
  grant_id: ref().notNull(),
  kind: text({ enum: ['access', 'refresh'] }).notNull(),
  token_hash: bytea().notNull(),
  expires_at: instant().notNull(),
  used_at: instant(),
  created_at: now(),
})
