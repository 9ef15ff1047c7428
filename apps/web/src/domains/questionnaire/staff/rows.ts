import { formatAnswer } from '@sukoyaka/rules/record/answer'
import { lifestyleStatus } from '@sukoyaka/rules/record/lifestyle'
import type { AllergyKind } from '@sukoyaka/wire/record/illness'
import type { LifestyleCategory } from '@sukoyaka/wire/record/lifestyle'
import type { SymptomCategory } from '@sukoyaka/wire/record/symptom'
import type { Language } from '../../../ui/date/tokyo.ts'
import { type Answers, isAnswered } from '../answers.ts'
import { type Change, type Column, changeOf, type Reply, replyOf } from './changes.ts'

export type AnswerCell = { kind: Reply | 'text' | 'outside'; text?: string | undefined }
/** How a lifestyle answer differs from the earlier one. `outside`: an answer to improve. `open`: not answered. */
type LifestyleChange = 'outside' | 'changed' | 'open' | 'same'
export type AnyChange = Change | LifestyleChange
export type AnswerRow = {
  path: string
  name: string
  place?: string
  isUrgent?: boolean
  change: AnyChange
  hasChanged?: boolean
  cells: readonly AnswerCell[]
}

type Columns = readonly [Answers, ...Column[]]

/** One row per symptom, with the newest answer first. */
export const symptomRows = (
  symptoms: readonly SymptomCategory[],
  columns: Columns,
  language: Language,
  placeOf: (area: SymptomCategory['body_area']) => string,
): AnswerRow[] =>
  symptoms.map((symptom) => {
    const path = `symptoms.${symptom.name}`
    const isYesNo = symptom.value_type === 'boolean'
    const change = isYesNo || !isAnswered(columns[0], path) ? changeOf(path, columns[0], columns[1]) : 'other'
    return {
      path,
      name: symptom.display_name,
      place: placeOf(symptom.body_area),
      isUrgent: symptom.red_flag && replyOf(path, columns[0]) === 'yes',
      change,
      cells: columns.flatMap((column): AnswerCell[] => {
        if (!column) return []
        const reply = replyOf(path, column)
        return [isYesNo || reply === 'open' ? { kind: reply } : { kind: 'text', text: formatAnswer(symptom, Number(column[path]?.value), language, 'symptom') }]
      }),
    }
  })

/** One row per lifestyle question, changed answers first. `outside` are the answers to improve, whether they changed or not. */
export const lifestyleRows = (lifestyles: readonly LifestyleCategory[], columns: Columns, language: Language): AnswerRow[] => {
  const rows = lifestyles.map((lifestyle): AnswerRow => {
    const path = `lifestyles.${lifestyle.name}`
    const cells = columns.flatMap((column): AnswerCell[] => {
      if (!column) return []
      if (!isAnswered(column, path)) return [{ kind: 'open' }]
      const value = Number(column[path]?.value)
      const isOutside = lifestyleStatus(lifestyle.rule, value) === 1
      return [{ kind: isOutside ? 'outside' : 'text', text: formatAnswer(lifestyle, value, language) }]
    })
    const [now, before] = cells
    const hasChanged = before !== undefined && before.kind !== 'open' && before.text !== now?.text
    const change: LifestyleChange = now?.kind === 'open' ? 'open' : now?.kind === 'outside' ? 'outside' : hasChanged ? 'changed' : 'same'
    return { path, name: lifestyle.display_name, change, hasChanged, cells }
  })
  return [...rows.filter(({ hasChanged }) => hasChanged), ...rows.filter(({ hasChanged }) => !hasChanged)]
}

/** One row per kind of allergy, with the patient's words. */
export const allergyRows = (kinds: readonly AllergyKind[], columns: Columns, nameOf: (kind: AllergyKind) => string): AnswerRow[] =>
  kinds.map((kind) => {
    const path = `allergy_reactions.${kind}`
    const cells = columns.flatMap((column): AnswerCell[] => (column ? [{ kind: replyOf(path, column), text: column[path]?.description || undefined }] : []))
    return { path, name: nameOf(kind), change: changeOf(path, columns[0], columns[1]), cells }
  })
