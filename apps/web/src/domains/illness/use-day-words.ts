import type { FieldReason } from '@sukoyaka/wire/errors'
import { useTranslation } from 'react-i18next'

/** Message for an invalid date. */
export const useDayWords = () => {
  const { t } = useTranslation(['illness', 'ui'])
  return (reason: FieldReason | undefined) => {
    if (!reason) return undefined
    if (reason === 'in_future') return t('illness:form.future')
    return reason === 'too_small' ? t('illness:form.early') : t('ui:date.partialUnreadable')
  }
}
