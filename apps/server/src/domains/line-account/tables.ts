import { pgTable, text } from 'drizzle-orm/pg-core'
import { now, ref } from '../../database/columns.ts'

export const line_accounts = pgTable('line_accounts', { user_id: ref().primaryKey(), line_user_id: text().notNull(), linked_at: now() })
