import type { Contribution } from '@sukoyaka/rules/record/device/day'
import { channels, sampleTypes } from '@sukoyaka/wire/record/device'
import { dayKinds, landings } from '@sukoyaka/wire/record/device-day'
import { date, doublePrecision, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { bytea, id, instant, now, ref } from '../../database/columns.ts'

export const device_sources = patientTable(
  'device_sources',
  {
    id: id(),
    user_id: ref().notNull(),
    channel: text({ enum: channels }).notNull(),
    maker: text().notNull(),
    model: text().notNull(),
    app: text().notNull(),
    created_at: now(),
  },
  'user_id',
)

export const device_series = patientTable(
  'device_series',
  {
    source_id: ref().notNull(),
    type: text({ enum: sampleTypes }).notNull(),
    place: smallint(),
    last_ended_at: instant().notNull(),
    posted_at: instant().notNull(),
  },
  { column: 'source_id', parent: device_sources },
)

export const device_samples = patientTable(
  'device_samples',
  {
    source_id: ref().notNull(),
    record_id: text().notNull(),
    type: text({ enum: sampleTypes }).notNull(),
    value: doublePrecision().notNull(),
    started_at: instant().notNull(),
    ended_at: instant().notNull(),
    zone_offset: smallint().notNull(),
  },
  { column: 'source_id', parent: device_sources },
)

export const device_channels = patientTable(
  'device_channels',
  {
    user_id: ref().notNull(),
    channel: text({ enum: channels }).notNull(),
    posted_at: instant().notNull(),
    denied_types: text({ enum: sampleTypes }).array().notNull().default([]),
  },
  'user_id',
)

export const device_dirty_days = patientTable('device_dirty_days', { user_id: ref().notNull(), day: date().notNull() }, 'user_id')

export const device_days = patientTable(
  'device_days',
  {
    user_id: ref().notNull(),
    day: date().notNull(),
    kind: text({ enum: dayKinds }).notNull(),
    value: doublePrecision().notNull(),
    sources: jsonb().$type<Contribution[]>().notNull(),
    landing: text({ enum: landings }).notNull(),
    derived_at: instant().notNull(),
  },
  'user_id',
)

export const google_api_tokens = pgTable('google_api_tokens', {
  user_id: ref().primaryKey(),
  sealed_access_token: bytea().notNull(),
  sealed_refresh_token: bytea(),
  scopes: text().array().notNull(),
  expires_at: instant().notNull(),
  refreshing_until: instant(),
  refused_at: instant(),
  created_at: now(),
  updated_at: now(),
})

export const google_authorizations = pgTable('google_authorizations', {
  state_hash: bytea().primaryKey(),
  session_id: ref().notNull(),
  sealed_verifier: bytea().notNull(),
  created_at: now(),
})
