import { daysPerWeekOf } from '@sukoyaka/rules/care/habit'
import type { HabitGoalKind } from '@sukoyaka/wire/care/habit'
import type { TemplateCategory } from '../domains/habit/tables.ts'
import { templateSearch } from '../domains/habit/template-search.ts'

// the types of the reference data files
type Item = {
  code: string
  kind: HabitGoalKind
  content_ja: string
  content_en: string
  content_kr: string
  /** Set only where it differs from the default of the kind. */
  days_per_week?: number | null
  categories: TemplateCategory[]
  sort_number: number
}

type Readings = { kinds: Record<HabitGoalKind, string[]>; items: { code: string; content_kana: string; also?: string[] }[] }

export const templateRows = (templates: string, readings: string) => {
  const { kinds, items } = JSON.parse(readings) as Readings
  const readingOf = new Map(items.map((item) => [item.code, item]))
  return (JSON.parse(templates).items as Item[]).map((item) => {
    const { content_kana = '', also = [] } = readingOf.get(item.code) ?? {}
    return templateRow(item, { content_kana, also: [...also, ...kinds[item.kind]] })
  })
}

const templateRow = (
  { code, kind, content_ja, content_en, content_kr, days_per_week, categories, sort_number }: Item,
  reading: { content_kana: string; also: string[] },
) => ({
  code,
  kind,
  content_ja,
  content_en,
  content_kr,
  ...templateSearch({ content_ja, content_en, content_kr, ...reading }),
  days_per_week: days_per_week === undefined ? daysPerWeekOf(kind) : days_per_week,
  categories,
  sort_number,
})
