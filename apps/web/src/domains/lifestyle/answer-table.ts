import { queryTokens } from '@sukoyaka/rules/fold'
import { type AnswerKind, formatAnswer } from '@sukoyaka/rules/record/answer'
import type { AnswerOption } from '@sukoyaka/wire/record/lifestyle'
import type { Language } from '../../ui/date/tokyo.ts'

type Category = {
  id: number
  name: string
  display_name: string
  name_search: string
  value_type: string
  unit?: string
  options?: readonly AnswerOption[]
  red_flag?: boolean
}
type Answer = { category_id: number; answered_at: string; questionnaire_id: number | null; value: number; status: number | null; important?: boolean }

export type AnswerCell = { text: string; isUnhealthy: boolean; important: boolean; changed: boolean }
export type AnswerRow = { id: number; name: string; search: string; red_flag: boolean; isUnhealthy: boolean; cells: readonly (AnswerCell | undefined)[] }
export type AnswerGroup = { name: string; label: string; rows: readonly AnswerRow[] }
export type AnswerTable = { moments: readonly string[]; groups: readonly AnswerGroup[] }

const unhealthy = 1

/** Rows are the answered questions by group, in the order of `categories`; columns are answer times, the newest first. */
export const answerTable = <C extends Category>(
  categories: readonly C[],
  answers: readonly Answer[],
  groupOf: (category: C) => { name: string; label: string },
  language: Language,
  kind: AnswerKind,
): AnswerTable => {
  const moments = [...new Set(answers.map(({ answered_at }) => answered_at))].sort().reverse()
  const places = new Map(moments.map((moment, at) => [moment, at]))
  const answersTo = Map.groupBy(answers, ({ category_id }) => category_id)
  const rowOf = (category: C): AnswerRow => {
    const cells: (AnswerCell | undefined)[] = Array(moments.length).fill(undefined)
    for (const { answered_at, value, status, important = false } of answersTo.get(category.id) ?? [])
      cells[places.get(answered_at)!] = { text: formatAnswer(category, value, language, kind), isUnhealthy: status === unhealthy, important, changed: false }
    const [first, before] = cells.filter((cell) => cell !== undefined)
    if (first && before && cells[0] === first) first.changed = first.text !== before.text
    return {
      id: category.id,
      name: category.display_name,
      search: category.name_search,
      red_flag: category.red_flag ?? false,
      isUnhealthy: first?.isUnhealthy ?? false,
      cells,
    }
  }
  const answeredCategories = categories.filter(({ id }) => answersTo.has(id))
  const groups = Map.groupBy(answeredCategories, (category) => groupOf(category).name)
  return { moments, groups: [...groups.values()].map((categoriesOfGroup) => ({ ...groupOf(categoriesOfGroup[0]!), rows: categoriesOfGroup.map(rowOf) })) }
}

export type AnswerView = { q: string; group: string; onlyUnhealthy: boolean }

/** Filters rows: each word of the query must occur in the search text of the question or in the label of its group. */
export const shownAnswers = (groups: readonly AnswerGroup[], { q, group, onlyUnhealthy }: AnswerView): AnswerGroup[] => {
  const words = queryTokens(q)
  return groups.flatMap((answerGroup) => {
    if (group && answerGroup.name !== group) return []
    const label = queryTokens(answerGroup.label).join(' ')
    const rows = answerGroup.rows.filter(
      (row) => (!onlyUnhealthy || row.isUnhealthy) && words.every((word) => row.search.includes(word) || label.includes(word)),
    )
    return rows.length ? [{ ...answerGroup, rows }] : []
  })
}
