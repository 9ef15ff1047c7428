import type { StressDefinition, StressResult } from '@sukoyaka/rules/record/stress-check'
import { type StressSums, stressMethods, stressSources } from '@sukoyaka/wire/record/stress-check'
import { boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, instant, type NamedOption, now, ref } from '../../database/columns.ts'

type Names = { name_ja: string; name_en: string; name_kr: string }
/** The parts of the reference data file that are read. */
export type Definition = Pick<StressDefinition, 'methods'> &
  Names & {
    sections: (Names & { code: 'A' | 'B' | 'C' | 'D'; options: NamedOption[] })[]
    items: (StressDefinition['items'][number] & { serial: number; text_ja: string; text_en: string; text_kr: string })[]
    scales: (StressDefinition['scales'][number] & Names)[]
  }

export const job_stress_check_versions = pgTable('job_stress_check_versions', {
  id: id(),
  definition: jsonb().$type<Definition>().notNull(),
  created_at: now(),
})

export const job_stress_checks = patientTable(
  'job_stress_checks',
  {
    id: id(),
    user_id: ref().notNull(),
    version_id: ref().notNull(),
    answers: jsonb().$type<Record<string, number>>().notNull(),
    answered_at: instant().notNull(),
    source: text({ enum: stressSources }).notNull(),
    external_id: text(),
    consented_at: instant(),
    is_high_stress: boolean().notNull(),
    method: text({ enum: stressMethods }).notNull(),
    total_score: jsonb().$type<StressSums>().notNull(),
    scale_conversion: jsonb().$type<StressSums>(),
    scales: jsonb().$type<StressResult['scales']>().notNull(),
    interview_requested_at: instant(),
    interview_note: text().notNull().default(''),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const job_stress_check_drafts = patientTable(
  'job_stress_check_drafts',
  {
    user_id: ref().primaryKey(),
    answers: jsonb().$type<Record<string, number>>().notNull(),
    updated_at: now(),
  },
  'user_id',
)
