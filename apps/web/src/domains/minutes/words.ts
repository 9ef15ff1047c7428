import type { MinutesSection } from '@sukoyaka/wire/care/interview-minutes'
import { useTranslation } from 'react-i18next'

/** Seconds from the start, formatted as m:ss or h:mm:ss. */
export const clock = (seconds: number) => {
  const totalSeconds = Math.max(0, Math.floor(seconds))
  const [hours, minutes] = [Math.floor(totalSeconds / 3600), Math.floor((totalSeconds % 3600) / 60)]
  const padTwoDigits = (n: number) => String(n).padStart(2, '0')
  return `${hours ? `${hours}:${padTwoDigits(minutes)}` : minutes}:${padTwoDigits(totalSeconds % 60)}`
}

export const useSectionTitle = () => {
  const { t } = useTranslation('minutes')
  return ({ kind, title }: Pick<MinutesSection, 'kind' | 'title'>) => (kind === 'other' ? title : t(`section.${kind}`))
}
