import { fold } from '@sukoyaka/rules/search'
import { type HabitGoalKind, type HabitGoalTemplate, habitGoalKinds } from '@sukoyaka/wire/habit'

export type TemplateGroup = { kind: HabitGoalKind; templates: HabitGoalTemplate[] }

/** By kind, those in which each word of the search is part of the content or of the kind's name. */
export const templatesFor = (templates: readonly HabitGoalTemplate[], words: string, kindName: (kind: HabitGoalKind) => string): TemplateGroup[] => {
  const parts = fold(words).split(/\s+/).filter(Boolean)
  return habitGoalKinds.flatMap((kind) => {
    const found = templates.filter((template) => {
      if (template.kind !== kind) return false
      const text = `${fold(template.content)} ${fold(kindName(kind))}`
      return parts.every((part) => text.includes(part))
    })
    return found.length ? [{ kind, templates: found }] : []
  })
}
