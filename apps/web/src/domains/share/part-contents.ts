import type { SharePart } from '@sukoyaka/wire/boards/share'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { useGetShareContentsQuery } from './api.ts'

type Content = { about: string; count?: string }

/** What each part would show now, in words; undefined until loaded. */
export const usePartContents = (): Record<SharePart, Content> | undefined => {
  const { t } = useTranslation('share')
  const language = useLanguage()
  const { currentData } = useGetShareContentsQuery({})
  if (!currentData) return undefined
  const { medication, results, home_blood_pressure, illnesses, images } = currentData
  const day = results.newest_at ? formatDate(results.newest_at, language) : ''
  const resultsAbout = results.checkups > 1 ? t('contents.results', { day, count: results.checkups - 1 }) : t('contents.resultsOne', { day })
  return {
    medication: { about: t('contents.medication', { ...medication, allergies: medication.allergies.length }) },
    results: { about: results.newest_at ? resultsAbout : t('contents.resultsNone'), count: t('count.items', { count: results.items }) },
    home_blood_pressure: { about: t('contents.home_blood_pressure'), count: t('count.times', { count: home_blood_pressure.readings }) },
    illnesses: { about: t('contents.illnesses', illnesses) },
    images: { about: t('contents.images'), count: t('count.images', images) },
    activity: { about: t('contents.activity') },
  }
}
