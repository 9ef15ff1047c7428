import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import type { CallError } from '../../api/call-error.ts'
import type { Language } from '../../ui/date/tokyo.ts'
import { recordLang } from '../../ui/text/record-lang.ts'

const maxLabelLength = 40

/** The first line is the goal, further ones explain it. */
export const wordsOf = ({ content }: Pick<HabitGoal, 'content'>, language: Language) => {
  const [goal = '', ...rest] = content.trim().split(/\r?\n/)
  const letters = [...goal]
  return {
    goal,
    notes: rest.join('\n').trim(),
    /** For the name of a button: a goal may be as long as a letter. */
    short: letters.length > maxLabelLength ? `${letters.slice(0, maxLabelLength).join('')}…` : goal,
    /** What was written in Japanese is read aloud as Japanese on every page. */
    lang: recordLang(content, language),
  }
}

/** Why a call failed, in the server's words. */
export const reasonOf = (error: object | undefined) => (error && 'error' in error ? (error as CallError).error : undefined)
