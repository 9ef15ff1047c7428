import { formatUnit } from '@sukoyaka/rules/record/answer'
import type { Change } from '@sukoyaka/rules/record/comparison'
import { formatValue } from '@sukoyaka/rules/value'
import type { NumericTestResultCategory } from '@sukoyaka/wire/record/checkup'
import type { useTranslation } from 'react-i18next'
import type { Language } from '../../../ui/date/tokyo.ts'
import { type Audience, type StatusWords, shownSide } from '../spoken.ts'

type T = ReturnType<typeof useTranslation<'results'>>['t']

/** One sentence per change: short for staff, friendly for patients. */
export const sentenceOf = (
  t: T,
  words: StatusWords,
  { audience, language }: { audience: Audience; language: Language },
  category: NumericTestResultCategory,
  { kind, way, has_status_changed, from, to }: Change,
): string => {
  const hasSideChanged = from.side !== undefined && to.side !== undefined && from.side !== to.side
  const word = ({ status, side }: Change['from']) => {
    const statusText = words.status(status, shownSide(audience, category, side))
    // staff see the side only when it changed
    return audience === 'staff' && hasSideChanged && side ? t(`compare.side.${side}`, { status: statusText }) : statusText
  }
  const params = {
    name: category.display_name,
    from: formatValue(from, category),
    to: formatValue(to, category),
    unit: formatUnit(category.unit_display, language),
    before: word(from),
    after: word(to),
  }
  const values = t('compare.values', params)
    .replace(/ $/, '')
    .replace(/ (?=[、,.。])/, '')
  const variant = has_status_changed || hasSideChanged ? 'restated' : kind === 'changed' ? (`changed.${way}` as const) : kind
  return t(`compare.said.${audience}.${variant}`, { ...params, values })
}
