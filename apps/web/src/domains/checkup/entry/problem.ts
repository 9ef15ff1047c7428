import type { useTranslation } from 'react-i18next'
import type { Category } from '../api.ts'
import type { Judgement } from './draft.ts'

type T = ReturnType<typeof useTranslation<'results'>>['t']

/** Why a typed value cannot be stored; undefined if it can. */
export const problemOf = (t: T, { display_name: name, value_labels }: Category, { state }: Judgement): string | undefined => {
  if (state === 'unreadable') return t(value_labels ? 'entry.label' : 'entry.unreadable')
  if (state === 'between') return t('entry.between', { name })
  return state === 'impossible' ? t('entry.impossible') : undefined
}
