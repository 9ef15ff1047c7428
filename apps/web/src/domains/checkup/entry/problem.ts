import type { useTranslation } from 'react-i18next'
import type { Language } from '../../../ui/date/tokyo.ts'
import { listSeparator } from '../../../ui/text/list-separator.ts'
import type { Category } from '../api.ts'
import type { Judgement } from './draft.ts'

type T = ReturnType<typeof useTranslation<'results'>>['t']
type Words = { t: T; language: Language }

/** Why a typed value can never be stored. Undefined also for an empty field, and for an unlikely value, which can be stored once it is confirmed. */
export const problemOf = ({ t, language }: Words, { display_name: name, value_labels }: Category, { state }: Judgement): string | undefined => {
  if (state === 'unreadable') return value_labels ? t('entry.label', { labels: value_labels.join(listSeparator(language)) }) : t('entry.unreadable')
  if (state === 'between') return t('entry.between', { name })
  return state === 'impossible' ? t('entry.impossible') : undefined
}
