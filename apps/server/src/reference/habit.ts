import { daysPerWeekOf } from '@sukoyaka/rules/care/habit'
import type { HabitGoalKind } from '@sukoyaka/wire/care/habit'
import type { TemplateCategory } from '../domains/habit/tables.ts'

// as in the reference data file
type Item = {
  code: string
  kind: HabitGoalKind
  content_ja: string
  content_en: string
  content_kr: string
  /** Set only if the text names a number of days other than the default of the kind. */
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
