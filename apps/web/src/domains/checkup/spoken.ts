import type { NumericTestResultCategory, ReferenceRange, TestResult } from '@sukoyaka/wire/record/checkup'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../ui/date/tokyo.ts'
import { type Direction, type Status, type Tone, toneOf } from '../../ui/status/marks.tsx'

export type Audience = 'staff' | 'patient'

/** The side to show: high, low or none. For a qualitative result, patients see no side; they read that it differs from the range. */
export const shownSide = (audience: Audience, { value_labels }: Pick<NumericTestResultCategory, 'value_labels'>, side: Direction | undefined) =>
  audience === 'patient' && value_labels ? undefined : side

/** The `lang` of an item’s name, for screen readers: `ja` if another language shows the Japanese name and it is not ASCII, otherwise undefined. */
export const nameLang = ({ display_name, name_ja }: Pick<NumericTestResultCategory, 'display_name' | 'name_ja'>, language: Language) =>
  language !== 'ja' && display_name === name_ja && /[^\x20-\x7f]/.test(display_name) ? 'ja' : undefined

type Judged = Pick<TestResult, 'status' | 'is_serious'>
export type ShownStatus = { status: number | null; tone: Tone; isSerious: boolean }

/**
 * The status to show beside a value, if any. Patients see none on a value without a range, because they would expect a judgement to follow, and learn
 * of critical values from their doctor, not from a mark.
 */
export const shownStatus = (audience: Audience, { status, is_serious }: Judged, range: ReferenceRange | undefined): ShownStatus | undefined =>
  !range && audience === 'patient' ? undefined : { status, tone: toneOf(status as Status | null), isSerious: is_serious && audience === 'staff' }

type T = ReturnType<typeof useTranslation<['results', 'ui']>>['t']

const statusWord = (t: T, audience: Audience, status: number | null | undefined, side: Direction | undefined): string => {
  const tone = toneOf((status ?? undefined) as Status)
  if (audience === 'staff') return t(`ui:status.staff.${tone}`)
  return tone === 'healthy' || tone === 'unknown' ? t(`ui:status.patient.${tone}`) : t(`ui:status.patient.${tone}.${side ?? 'off'}`)
}

/** Text alternatives for the marks and letters beside a value. */
const makeWords = (t: T, audience: Audience) => {
  const statusCache = new Map<string, string>()
  const comma = t('results:comma')
  const trendCache = new Map<number, string>()
  return {
    unmeasured: t('results:grid.unmeasured'),
    trend: (count: number) => {
      const text = trendCache.get(count) ?? t('results:grid.trendLabel', { count })
      trendCache.set(count, text)
      return text
    },
    value: (value: string, word: string) => `${value}${comma}${word}`,
    status: (status: number | null | undefined, side?: Direction) => statusWord(t, audience, status, side),
    of: ({ status, isSerious }: ShownStatus, side: Direction | undefined) => {
      const key = `${status} ${side} ${isSerious}`
      const cached = statusCache.get(key)
      if (cached !== undefined) return cached
      const parts = [statusWord(t, audience, status, side)]
      if (audience === 'staff' && side) parts.push(t(`ui:flag.${side}`))
      if (isSerious) parts.push(t('results:grid.serious'))
      const text = parts.join(comma)
      statusCache.set(key, text)
      return text
    },
  }
}
export type StatusWords = ReturnType<typeof makeWords>

export const useStatusWords = (audience: Audience): StatusWords => {
  const { t } = useTranslation(['results', 'ui'])
  return useMemo(() => makeWords(t, audience), [t, audience])
}
