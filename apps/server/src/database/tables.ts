import { bigint, boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, id, instant, now, ref } from './columns.ts'

export const reference_versions = pgTable('reference_versions', {
  name: text().primaryKey(),
  hash: text().notNull(),
  version: integer().notNull().default(0),
  loaded_at: now(),
})

/** Lengths of lists, stored by triggers in one row, because counting takes longer than reading a page. `patients` does not count merged patients. */
export const list_counts = pgTable('list_counts', {
  id: boolean().primaryKey().default(true),
  patients: ref().notNull(),
  message_rooms: ref().notNull(),
  users: ref().notNull(),
  contracts: ref().notNull(),
  care_people: ref().notNull(),
})

export const events = pgTable('events', {
  id: ref().primaryKey(),
  user_id: ref(),
  patient_id: ref(),
  changes: text().array().notNull(),
  created_at: now(),
  kind: text(),
  record_id: ref(),
})

export const audit_logs = pgTable('audit_logs', {
  id: ref().primaryKey().generatedAlwaysAsIdentity(),
  at: now(),
  user_id: ref(),
  patient_id: ref(),
  action: text().notNull(),
  outcome: text().notNull(),
  status: integer().notNull(),
  ip: text(),
  request_id: text(),
  read_window: instant(),
})

export const audit_changes = pgTable('audit_changes', {
  id: ref().primaryKey().generatedAlwaysAsIdentity(),
  at: now(),
  request_id: text().notNull(),
  user_id: ref(),
  table_name: text().notNull(),
  row_id: ref(),
  operation: text({ enum: ['insert', 'update', 'delete'] }).notNull(),
  before: jsonb().$type<Record<string, unknown>>(),
  after: jsonb().$type<Record<string, unknown>>(),
})

export const audit_chain = pgTable('audit_chain', {
  seq: ref().primaryKey(),
  log_id: ref(),
  change_id: ref(),
  hash: bytea().notNull(),
})

export const audit_archives = pgTable('audit_archives', {
  id: ref().primaryKey().generatedAlwaysAsIdentity(),
  first_seq: ref().notNull(),
  last_seq: ref().notNull(),
  last_hash: bytea().notNull(),
  from_at: instant().notNull(),
  to_at: instant().notNull(),
  key: text().notNull(),
  sha256: bytea().notNull(),
  size: ref().notNull(),
  archived_at: now(),
})

export const idempotency_keys = pgTable('idempotency_keys', {
  key_hash: bytea().primaryKey(),
  route: text().notNull(),
  user_id: ref(),
  body_hash: bytea().notNull(),
  status: integer(),
  sealed_reply: bytea(),
  created_at: now(),
})

export const limited_attempts = pgTable('limited_attempts', {
  id: ref().primaryKey().generatedAlwaysAsIdentity(),
  kind: text().notNull(),
  key: text().notNull(),
  at: now(),
})

export const files = pgTable('files', {
  id: id(),
  user_id: ref().notNull(),
  owner: text().notNull(),
  key: text().notNull().unique(),
  kind: text({ enum: ['image', 'video', 'document'] }).notNull(),
  content_type: text().notNull(),
  name: text().notNull().default(''),
  size: bigint({ mode: 'number' }).notNull(),
  width: integer(),
  height: integer(),
  variants: jsonb().$type<{ large?: number; medium?: number; small?: number }>().notNull().default({}),
  created_at: now(),
})

export const webhook_receipts = pgTable('webhook_receipts', {
  id: id(),
  sender: text().notNull(),
  delivery_key: text().notNull(),
  body_hash: bytea().notNull(),
  payload: jsonb(),
  received_at: now(),
  handled_at: instant(),
})
