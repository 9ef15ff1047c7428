import { languages } from '@sukoyaka/phrases/language'
import { roles } from '@sukoyaka/wire/access'
import type { Address, PaymentSource } from '@sukoyaka/wire/people/account'
import { sexes } from '@sukoyaka/wire/people/account'
import { boolean, date, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { bytea, id, instant, now, ref } from '../../database/columns.ts'

export const users = pgTable('users', {
  id: id(),
  role: text({ enum: roles }).notNull(),
  first_name: text().notNull(),
  last_name: text().notNull(),
  first_name_kana: text().notNull().default(''),
  last_name_kana: text().notNull().default(''),
  birthday: date(),
  sex: text({ enum: sexes }),
  email: text().notNull(),
  phone_number: text(),
  icon: text(),
  address: jsonb().$type<Address>(),
  payment_source: jsonb().$type<PaymentSource>(),
  password_hash: text(),
  otp_required: boolean().notNull().default(true),
  name_search: text().notNull(),
  name_grams: text().array().notNull(),
  kana_key: text().notNull(),
  deactivated_at: instant(),
  created_at: now(),
  updated_at: now(),
})

export const sessions = pgTable('sessions', {
  id: ref().primaryKey().generatedAlwaysAsIdentity(),
  user_id: ref().notNull(),
  token_hash: bytea().notNull(),
  created_at: now(),
  last_used_at: now(),
  expires_at: instant().notNull(),
  ended_at: instant(),
  browser: text().notNull().default(''),
  address_family: smallint(),
})

export const passkeys = pgTable('passkeys', {
  id: ref().primaryKey().generatedAlwaysAsIdentity(),
  user_id: ref().notNull(),
  credential_id: text().notNull(),
  public_key: bytea().notNull(),
  counter: ref().notNull().default(0),
  transports: text().array().notNull().default([]),
  name: text().notNull(),
  created_at: now(),
  last_used_at: instant(),
})

export const passkey_challenges = pgTable('passkey_challenges', {
  challenge_hash: bytea().primaryKey(),
  user_id: ref(),
  expires_at: instant().notNull(),
})

export const sign_in_challenges = pgTable('sign_in_challenges', {
  id: ref().primaryKey().generatedAlwaysAsIdentity(),
  user_id: ref().notNull(),
  token_hash: bytea().notNull(),
  code_hash: bytea().notNull(),
  attempts: integer().notNull().default(0),
  created_at: now(),
  expires_at: instant().notNull(),
  resend_at: instant().notNull(),
  used_at: instant(),
})

export const trusted_devices = pgTable('trusted_devices', {
  id: ref().primaryKey().generatedAlwaysAsIdentity(),
  user_id: ref().notNull(),
  token_hash: bytea().notNull(),
  created_at: now(),
  expires_at: instant().notNull(),
  browser: text().notNull().default(''),
  address_family: smallint(),
  last_used_at: now(),
})

export const tokenKinds = ['activation', 'password_reset', 'email_change'] as const

export const account_tokens = pgTable('account_tokens', {
  id: ref().primaryKey().generatedAlwaysAsIdentity(),
  user_id: ref().notNull(),
  kind: text({ enum: tokenKinds }).notNull(),
  email: text().notNull(),
  previous_email: text(),
  token_hash: bytea().notNull(),
  exchange_hash: bytea(),
  code_hash: bytea(),
  attempts: integer().notNull().default(0),
  is_printed: boolean().notNull().default(false),
  /** Of an invitation: the language in which it is repeated. */
  language: text({ enum: languages }).notNull().default('ja'),
  created_at: now(),
  expires_at: instant().notNull(),
  resend_at: instant().notNull(),
  used_at: instant(),
  opened_at: instant(),
  revoked_at: instant(),
})
