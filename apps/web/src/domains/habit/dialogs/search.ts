import { fold } from '@sukoyaka/rules/search'
import { type HabitGoalKind, type HabitGoalTemplate, habitGoalKinds } from '@sukoyaka/wire/care/habit'

/** Drops thousands separators: 8000 matches 8,000. */
const normalize = (text: string) => fold(text).replace(/(?<=\d),(?=\d)/g, '')

export type TemplateGroup = { kind: HabitGoalKind; templates: HabitGoalTemplate[] }

/** Templates grouped by kind; every word of the query must match the content or the kind's name. */
export const templatesFor = (templates: readonly HabitGoalTemplate[], words: string, kindName: (kind: HabitGoalKind) => string): TemplateGroup[] => {
  const parts = normalize(words).split(/\s+/).filter(Boolean)
  return habitGoalKinds.flatMap((kind) => {
    const matches = templates.filter((template) => {
      if (template.kind !== kind) return false
      const text = `${normalize(template.content)} ${normalize(kindName(kind))}`
      return parts.every((part) => text.includes(part))
    })
    return matches.length ? [{ kind, templates: matches }] : []
  })
}
