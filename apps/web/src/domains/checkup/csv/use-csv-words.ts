import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { groupWord } from '../grid/group-words.ts'
import { type Audience, useStatusWords } from '../spoken.ts'
import type { CsvWords } from './results-csv.ts'

const heads = [
  'day',
  'time',
  'group',
  'item',
  'code',
  'value',
  'unit',
  'status',
  'flag',
  'range',
  'change',
  'kind',
  'place',
  'origin',
  'derived',
  'entered_value',
  'entered_unit',
] as const

export const useCsvWords = (audience: Audience): CsvWords => {
  const { t } = useTranslation('results')
  const words = useStatusWords(audience)
  return useMemo(
    () => ({
      head: [...heads.map((head) => t(`csv.head.${head}`)), ...(audience === 'staff' ? [t('csv.head.serious')] : [])],
      status: words.status,
      kind: (kind) => (kind ? t(`kind.${kind}`) : ''),
      group: (name) => groupWord(t, name),
      derived: t('drawer.derived'),
      serious: t('grid.serious'),
      isStaff: audience === 'staff',
    }),
    [t, words, audience],
  )
}
