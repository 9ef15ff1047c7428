import { daysPerWeekOf } from '@sukoyaka/rules/care/habit'
import type { HabitGoalKind } from '@sukoyaka/wire/care/habit'
import type { TemplateCategory } from '../domains/habit/tables.ts'

// as the file writes them
type Item = {
  code: string
  kind: HabitGoalKind
  content_ja: string
  content_en: string
  content_kr: string
  /** Only where the words name another number of days than the kind has. */
  days_per_week?: number | null
  categories: TemplateCategory[]
  sort_number: number
}

export const templateRow = ({ code, kind, content_ja, content_en, content_kr, days_per_week, categories, sort_number }: Item) => ({
  code,
  kind,
  content_ja,
  content_en,
  content_kr,
  days_per_week: days_per_week === undefined ? daysPerWeekOf(kind) : days_per_week,
  categories,
  sort_number,
})
