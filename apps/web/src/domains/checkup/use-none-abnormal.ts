import { useTranslation } from 'react-i18next'
import type { NewestValue } from './abnormal.ts'

/** What staff read if none of these values is abnormal. Values that are not judged are counted apart, because nothing is known of them. */
export const useNoneAbnormal = (newestValues: readonly NewestValue[]) => {
  const { t } = useTranslation('checkup')
  const unjudged = newestValues.filter(({ status }) => status === undefined).length
  const judged = newestValues.length - unjudged
  return {
    title: judged ? t('abnormal.none', { count: judged }) : t('abnormal.noneJudged'),
    text: unjudged ? t('abnormal.unjudged', { count: unjudged }) : undefined,
  }
}
