import { allergyKinds, relatives } from '@sukoyaka/wire/record/illness'
import { boolean, smallint, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, now, ref } from '../../database/columns.ts'

export const allergy_reactions = patientTable(
  'allergy_reactions',
  {
    id: id(),
    user_id: ref().notNull(),
    kind: text({ enum: allergyKinds }).notNull(),
    is_occured: boolean().notNull(),
    description: text().notNull().default(''),
    confirmed_at: now(),
    confirmed_by: ref(),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const past_illnesses = patientTable(
  'past_illnesses',
  {
    id: id(),
    user_id: ref().notNull(),
    disease_id: ref().notNull(),
    diagnosed_on: text(),
    recovered_on: text(),
    detail: text().notNull().default(''),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const family_past_illnesses = patientTable(
  'family_past_illnesses',
  {
    id: id(),
    user_id: ref().notNull(),
    disease_id: ref().notNull(),
    relative: text({ enum: relatives }).notNull(),
    diagnosed_on: text(),
    diagnosed_age: smallint(),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const performed_operations = patientTable(
  'performed_operations',
  {
    id: id(),
    user_id: ref().notNull(),
    name: text().notNull(),
    operated_on: text(),
    facility: text().notNull().default(''),
    detail: text().notNull().default(''),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)
