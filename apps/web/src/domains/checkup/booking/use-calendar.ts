import { useTranslation } from 'react-i18next'
import type { ClientEndpoint } from '../../../api/call.ts'
import { useCalendarFile } from '../../../ui/date/use-calendar-file.ts'

const calendarEndpoint: ClientEndpoint = { method: 'GET', path: '/test_packages/:id/calendar' }

/** Downloads the date of a checkup as a calendar file. */
export const useCalendar = () => {
  const { t } = useTranslation('booking')
  return useCalendarFile(calendarEndpoint, t('mine.calendarFailed'))
}
