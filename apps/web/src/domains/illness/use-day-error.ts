import { canFollow, validatePastDay } from '@sukoyaka/rules/partial-day'
import { tokyoDay } from '@sukoyaka/rules/time'
import { useTranslation } from 'react-i18next'
import { parsePartialDay } from '../../ui/date/day.ts'

/** Returns a function that says why a typed day is wrong: unreadable, in the future or before `start`. Undefined if the day is right or empty. */
export const useDayError = () => {
  const { t } = useTranslation(['illness', 'ui'])
  return (text: string, start = '') => {
    const day = parsePartialDay(text)
    if (day === undefined) return t('ui:date.partialUnreadable')
    const reason = validatePastDay(day, tokyoDay(new Date()))
    if (reason) return reason === 'in_future' ? t('illness:form.future') : t('ui:date.partialUnreadable')
    return canFollow(parsePartialDay(start) ?? null, day) ? undefined : t('illness:form.early')
  }
}
