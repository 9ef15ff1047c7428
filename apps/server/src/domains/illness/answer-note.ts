import { type Language, languages } from '@sukoyaka/phrases/language'
import { questionnaire } from '@sukoyaka/phrases/record/questionnaire'
import { formatDay } from '@sukoyaka/rules/time'
import { translate } from '../../config/language.ts'

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const joined = (text: string, line: string) => (text ? `${text}\n${line}` : line)

const anyDay = /\d{4}\.\d{2}\.\d{2}/
/** The line without the words that `withAnswer` puts before it. */
const saidIn = (line: string) => {
  const [day] = anyDay.exec(line) ?? []
  const label =
    day && languages.map((language) => translate(questionnaire, language, 'allergyAnswer', { day, what: '' })).find((start) => line.startsWith(start))
  return label ? line.slice(label.length) : line
}

/** Of a description that staff enter. One that a merge or an answer made longer is kept, and may be saved again at its length. */
export const maxDescriptionLength = 2_000

export const lengthOf = (text: string) => [...text].length

/**
 * The recorded description, with those lines of an answer that it does not have yet. They are marked as an answer of this day. If they do not all fit, a last
 * line says that the rest is in the questionnaire; this line is added even if it does not fit either.
 */
export const withAnswer = (recorded: string, answer: string, { day, language }: { day: string; language: Language }): string => {
  const known = new Set(linesOf(recorded).map(saidIn))
  const more = translate(questionnaire, language, 'allergyMore')
  const isMoreKnown = languages.some((each) => known.has(translate(questionnaire, each, 'allergyMore')))
  let text = recorded
  for (const what of new Set(linesOf(answer).map(saidIn))) {
    if (known.has(what)) continue
    const line = translate(questionnaire, language, 'allergyAnswer', { day: formatDay(day, language), what })
    const next = joined(text, line)
    if (lengthOf(next) > maxDescriptionLength - more.length - 1) return isMoreKnown ? text : joined(text, more)
    text = next
  }
  return text
}
