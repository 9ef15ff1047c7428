import { daysPerWeekOf } from '@sukoyaka/rules/care/habit'
import { wordSearchText } from '@sukoyaka/rules/search'
import type { HabitGoalKind } from '@sukoyaka/wire/care/habit'
import type { TemplateCategory } from '../domains/habit/tables.ts'

// as in the reference data files
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

type Readings = { kinds: Record<HabitGoalKind, string[]>; items: { code: string; content_kana: string; also?: string[] }[] }

/** A synonym in kana is found by romaji too. */
const synonym = (text: string) => ({ text, kana: /^[ぁ-ヶー]+$/.test(text) ? text : '' })

export const templateRows = (templates: string, readings: string) => {
  const { kinds, items } = JSON.parse(readings) as Readings
  const readingOf = new Map(items.map((item) => [item.code, item]))
  return (JSON.parse(templates).items as Item[]).map((item) => {
    const { content_kana = '', also = [] } = readingOf.get(item.code) ?? {}
    return templateRow(
      item,
      wordSearchText(
        { text: item.content_ja, kana: content_kana },
        { text: item.content_en },
        { text: item.content_kr },
        ...[...also, ...kinds[item.kind]].map(synonym),
      ),
    )
  })
}

const templateRow = ({ code, kind, content_ja, content_en, content_kr, days_per_week, categories, sort_number }: Item, content_search: string) => ({
  code,
  kind,
  content_ja,
  content_en,
  content_kr,
  content_search,
  days_per_week: days_per_week === undefined ? daysPerWeekOf(kind) : days_per_week,
  categories,
  sort_number,
})
