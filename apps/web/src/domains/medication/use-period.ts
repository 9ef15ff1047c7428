import { canFollow } from '@sukoyaka/rules/partial-day'
import { useTranslation } from 'react-i18next'
import { parsePartialDay } from '../../ui/date/day.ts'

/** Parsed period with validation errors. */
export const usePeriod = (draft: { started_on: string; ended_on: string }) => {
  const { t } = useTranslation(['medication', 'ui'])
  const [started_on, ended_on] = [parsePartialDay(draft.started_on), parsePartialDay(draft.ended_on)]
  const unreadable = t('ui:date.partialUnreadable')
  const isReversed = started_on && ended_on && !canFollow(started_on, ended_on)
  return {
    period: started_on === undefined || ended_on === undefined || isReversed ? undefined : { started_on, ended_on },
    errors: {
      started_on: started_on === undefined ? unreadable : undefined,
      ended_on: ended_on === undefined ? unreadable : isReversed ? t('medication:form.endEarly') : undefined,
    },
  }
}
