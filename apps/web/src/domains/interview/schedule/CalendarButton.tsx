import { endOf } from '@sukoyaka/rules/care/interview'
import type { Interview } from '@sukoyaka/wire/care/interview'
import { IconCalendarMinus, IconCalendarPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ClientEndpoint } from '../../../api/call.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useCalendarFile } from '../../../ui/date/use-calendar-file.ts'
import { useNow } from '../../../ui/date/use-now.ts'

const calendarEndpoint: ClientEndpoint = { method: 'GET', path: '/interviews/:id/calendar' }

/** Downloads the interview as an ICS file until it is done or over; for a cancelled interview, the file removes the calendar entry. */
export function CalendarButton({ interview, name }: { interview: Interview; name: string }) {
  const { t } = useTranslation('interviews')
  const now = useNow()
  const [add, isLoading] = useCalendarFile(calendarEndpoint, t('calendar.failed'))
  const isCancelled = interview.status === 'cancelled'
  if (interview.status === 'done' || endOf(interview) <= now.getTime()) return null
  return (
    <Button
      kind="secondary"
      icon={isCancelled ? <IconCalendarMinus aria-hidden /> : <IconCalendarPlus aria-hidden />}
      loading={isLoading}
      onClick={() => void add(interview.id, name)}
    >
      {t(isCancelled ? 'calendar.remove' : 'calendar')}
    </Button>
  )
}
