import { tokyoDay } from '@sukoyaka/rules/time'
import type { ImageTestResult } from '@sukoyaka/wire/imaging'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../kit/call-error.ts'
import { toneOf } from '../ui/marks.tsx'
import { formatDate, type Language, useLanguage } from '../ui/tokyo.ts'

export type Reader = 'staff' | 'patient'

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
/** What was written in Japanese is read aloud as Japanese on every page. */
export const langOf = (text: string, language: Language) => (language !== 'ja' && japanese.test(text) ? 'ja' : undefined)

/** What a result is called, when it was taken and what was found, in the reader's words. */
export const useWords = (reader: Reader) => {
  const { t } = useTranslation('imaging')
  const language = useLanguage()
  return ({ category, recorded_at, finding, status }: ImageTestResult) => {
    const tone = toneOf(status as 0 | 1 | 2 | null)
    const word = reader === 'patient' ? t(`mine.status.${tone}`) : t(`status.${tone}`)
    return {
      name: category?.display_name ?? '',
      day: formatDate(recorded_at, language),
      tone,
      word,
      /** In one line: a patient reads plainer words first. */
      line: reader === 'patient' || !finding ? word : finding.split('\n').join('　'),
      lang: reader === 'patient' ? undefined : langOf(finding, language),
    }
  }
}
export const dayOf = ({ recorded_at }: Pick<ImageTestResult, 'recorded_at'>) => tokyoDay(recorded_at)

/** Why a call failed, in the server's words. */
export const reasonOf = (error: object | undefined) => (error && 'error' in error ? (error as CallError).error : undefined)
