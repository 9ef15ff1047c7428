import { printUnit } from '@sukoyaka/rules/record/answer'
import { printValue } from '@sukoyaka/rules/record/checkup'
import type { Change } from '@sukoyaka/rules/record/comparison'
import type { NumericTestResultCategory } from '@sukoyaka/wire/record/checkup'
import type { useTranslation } from 'react-i18next'
import type { Language } from '../../../ui/date/tokyo.ts'
import type { Reader, StatusWords } from '../spoken.ts'

type T = ReturnType<typeof useTranslation<'results'>>['t']

/** One sentence per change: short for staff, friendly for patients. */
export const sentenceOf = (
  t: T,
  words: StatusWords,
  { reader, language }: { reader: Reader; language: Language },
  category: NumericTestResultCategory,
  { kind, way, is_restated, from, to }: Change,
): string => {
  const hasSideChanged = from.side !== undefined && to.side !== undefined && from.side !== to.side
  const word = ({ status, side }: Change['from']) => {
    const statusText = words.status(status, side)
    // staff see the side only when it is what changed
    return reader === 'staff' && hasSideChanged && side ? t(`compare.side.${side}`, { status: statusText }) : statusText
  }
  const params = {
    name: category.display_name,
    from: printValue(from.value, category.decimals),
    to: printValue(to.value, category.decimals),
    unit: printUnit(category.unit_display, language),
    before: word(from),
    after: word(to),
  }
  const values = t('compare.values', params)
    .replace(/ $/, '')
    .replace(/ (?=[、,.。])/, '')
  const variant = is_restated || hasSideChanged ? 'restated' : kind === 'changed' ? (`changed.${way}` as const) : kind
  return t(`compare.said.${reader}.${variant}`, { ...params, values })
}
