import { allergyKinds, relatives } from '@sukoyaka/wire/record/illness'
import { boolean, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, now, ref } from '../../database/columns.ts'

export const allergy_reactions = pgTable('allergy_reactions', {
  id: id(),
  user_id: ref().notNull(),
  kind: text({ enum: allergyKinds }).notNull(),
  is_occured: boolean().notNull(),
  description: text().notNull().default(''),
  created_at: now(),
  updated_at: now(),
})

export const past_illnesses = pgTable('past_illnesses', {
  id: id(),
  user_id: ref().notNull(),
  disease_id: ref().notNull(),
  diagnosed_on: text(),
  recovered_on: text(),
  detail: text().notNull().default(''),
  created_at: now(),
  updated_at: now(),
})

export const family_past_illnesses = pgTable('family_past_illnesses', {
  id: id(),
  user_id: ref().notNull(),
  disease_id: ref().notNull(),
  relative: text({ enum: relatives }).notNull(),
  diagnosed_on: text(),
  diagnosed_age: smallint(),
  created_at: now(),
  updated_at: now(),
})

export const performed_operations = pgTable('performed_operations', {
  id: id(),
  user_id: ref().notNull(),
  name: text().notNull(),
  operated_on: text(),
  facility: text().notNull().default(''),
  detail: text().notNull().default(''),
  created_at: now(),
  updated_at: now(),
})
