import { useTranslation } from 'react-i18next'
import type { Problem } from './draft.ts'

/** Texts of fields by their names, which come from the wire schema; `tables/all.test.ts` checks those that are shown, in each language. */
export const useLabels = () => {
  const { t, i18n } = useTranslation('records')
  // TypeScript cannot check these names
  const textOf = (key: string) => t(key as 'field.name_ja')
  return {
    t,
    label: (name: string) => textOf(`field.${name}`),
    hint: (name: string) => (i18n.exists(`records:hint.${name}`) ? textOf(`hint.${name}`) : undefined),
    valueLabel: (name: string, value: unknown) => textOf(`value.${name === 'weekdays' ? 'weekday' : name}.${String(value)}`),
    problem: (problem: Problem) => t(problem.reason as 'numberRange', problem),
  }
}

/** Whole numbers in the style of the language. */
export const formatCount = (value: number, language: string) => value.toLocaleString(language === 'en' ? 'en' : 'ja')
