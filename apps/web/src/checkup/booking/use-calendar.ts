import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerTo, type Called } from '../../kit/call.ts'
import { handOver } from '../../kit/hand-over.ts'
import { useAppDispatch } from '../../kit/store.ts'
import { toast } from '../../ui/toast.ts'

const calendarOf: Called = { method: 'GET', path: '/test_packages/:id/calendar' }

/** Hands over the date of a checkup as a file that calendars take in. */
export const useCalendar = () => {
  const { t } = useTranslation('booking')
  const dispatch = useAppDispatch()
  const [isLoading, setLoading] = useState(false)
  const add = async (id: number, name: string) => {
    setLoading(true)
    const { data } = await dispatch((call, getState) =>
      answerTo({ endpoint: calendarOf, input: { id } }, { getState, dispatch: call, signal: new AbortController().signal }),
    )
    setLoading(false)
    if (typeof data === 'string') handOver(`${name}.ics`, data, 'text/calendar')
    else toast.error(t('mine.calendarFailed'))
  }
  return [add, isLoading] as const
}
