import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import type { CallError } from '../../api/call-error.ts'
import type { Language } from '../../ui/date/tokyo.ts'
import { recordLang } from '../../ui/text/record-lang.ts'

const maxLabelLength = 40

/** The first line is the goal, the rest are notes. */
export const wordsOf = ({ content }: Pick<HabitGoal, 'content'>, language: Language) => {
  const [goal = '', ...rest] = content.trim().split(/\r?\n/)
  const characters = [...goal]
  return {
    goal,
    notes: rest.join('\n').trim(),
    /** Truncated for button labels. */
    short: characters.length > maxLabelLength ? `${characters.slice(0, maxLabelLength).join('')}…` : goal,
    /** `lang` of the text, so that screen readers read Japanese as Japanese. */
    lang: recordLang(content, language),
  }
}

/** The server's error message. */
export const reasonOf = (error: object | undefined) => (error && 'error' in error ? (error as CallError).error : undefined)
