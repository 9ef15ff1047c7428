import { fold, queryTokens } from '@sukoyaka/rules/fold'
import { type HabitGoalKind, type HabitGoalTemplate, habitGoalKinds } from '@sukoyaka/wire/care/habit'

/** Words of a query, without thousands separators: 8,000 matches 8000, as the search text has it. */
const tokensOf = (q: string) => queryTokens(fold(q).replace(/(?<=\d),(?=\d)/g, ''))

export type TemplateGroup = { kind: HabitGoalKind; templates: HabitGoalTemplate[] }

/** Templates grouped by kind; every word of the query must match the content, its reading or the kind's name. */
export const templatesFor = (templates: readonly HabitGoalTemplate[], words: string, kindName: (kind: HabitGoalKind) => string): TemplateGroup[] => {
  const tokens = tokensOf(words)
  return habitGoalKinds.flatMap((kind) => {
    const matches = templates.filter((template) => {
      if (template.kind !== kind) return false
      const text = `${template.content_search} ${queryTokens(kindName(kind)).join(' ')}`
      return tokens.every((token) => text.includes(token))
    })
    return matches.length ? [{ kind, templates: matches }] : []
  })
}
