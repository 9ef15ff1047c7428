import type { Language } from '@sukoyaka/phrases/language'
import { policyKinds } from '@sukoyaka/wire/people/account'
import type { Policy } from '@sukoyaka/wire/people/policy'
import { date, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, now, ref } from '../../database/columns.ts'

export type PolicyTexts = Record<Language, Pick<Policy, 'title' | 'summary' | 'body' | 'changes'>>

export const policies = pgTable('policies', {
  id: id(),
  kind: text({ enum: policyKinds }).notNull(),
  version: integer().notNull(),
  texts: jsonb().$type<PolicyTexts>().notNull(),
  effective_on: date().notNull(),
  created_at: now(),
})

export const policy_agreements = pgTable('policy_agreements', { id: id(), user_id: ref().notNull(), policy_id: ref().notNull(), agreed_at: now() })
