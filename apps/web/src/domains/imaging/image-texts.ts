import { tokyoDay } from '@sukoyaka/rules/time'
import type { ImageTestResult } from '@sukoyaka/wire/record/imaging'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { toneOf } from '../../ui/status/marks.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'

export type Audience = 'staff' | 'patient'

/** Returns a function that formats name, date and finding of a result for staff or the patient. */
export const useImageTextsFormatter = (audience: Audience) => {
  const { t } = useTranslation('imaging')
  const language = useLanguage()
  return ({ category, recorded_at, finding, status, follow_up_kind, follow_up_on, is_follow_up_done }: ImageTestResult) => {
    const tone = toneOf(status as 0 | 1 | 2 | null)
    const word = audience === 'patient' ? t(`patient.status.${tone}`) : t(`status.${tone}`)
    return {
      name: category?.display_name ?? '',
      day: formatDate(recorded_at, language),
      tone,
      word,
      /** One-line summary; for patients the status in plain words. */
      line: audience === 'patient' || !finding ? word : finding.split('\n').join('　'),
      /** Empty without a next step. */
      followUp:
        follow_up_kind && follow_up_on
          ? `${t(`followUp.${follow_up_kind}`)} ${formatDate(follow_up_on, language)}${is_follow_up_done ? `　${t('followUp.done')}` : ''}`
          : '',
      lang: audience === 'patient' ? undefined : recordLang(finding, language),
    }
  }
}

export const useImageTexts = (audience: Audience, result: ImageTestResult) => useImageTextsFormatter(audience)(result)

export const dayOf = ({ recorded_at }: Pick<ImageTestResult, 'recorded_at'>) => tokyoDay(recorded_at)

/** The server's error message. */
export const reasonOf = (error: object | undefined) => (error && 'error' in error ? (error as CallError).error : undefined)
