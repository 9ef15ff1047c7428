import { canFollow } from '@sukoyaka/rules/partial-day'
import { useTranslation } from 'react-i18next'
import { parsePartialDay } from '../../ui/date/day.ts'

type Period = { started_on: string; ended_on: string }

export const parsePeriod = ({ started_on, ended_on }: Period) => ({ started_on: parsePartialDay(started_on), ended_on: parsePartialDay(ended_on) })

/** Error texts for the typed start and end of an intake. */
export const usePeriodErrors = () => {
  const { t } = useTranslation(['medication', 'ui'])
  return (typed: Period) => {
    const { started_on, ended_on } = parsePeriod(typed)
    const unreadable = t('ui:date.partialUnreadable')
    const isReversed = started_on && ended_on && !canFollow(started_on, ended_on)
    return {
      started_on: started_on === undefined ? unreadable : undefined,
      ended_on: ended_on === undefined ? unreadable : isReversed ? t('medication:form.endEarly') : undefined,
    }
  }
}
