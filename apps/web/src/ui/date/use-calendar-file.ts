import { useState } from 'react'
import { answerTo, type Called } from '../../api/call.ts'
import { useAppDispatch } from '../../api/store.ts'
import { toast } from '../overlay/toast.ts'
import { saveFile } from '../page/download.ts'

/** Downloads an appointment as an ICS file; shows `failed` as an error toast. */
export const useCalendarFile = (endpoint: Called, failed: string) => {
  const dispatch = useAppDispatch()
  const [isLoading, setLoading] = useState(false)
  const add = async (id: number, name: string) => {
    setLoading(true)
    const { data } = await dispatch((call, getState) =>
      answerTo({ endpoint, input: { id } }, { getState, dispatch: call, signal: new AbortController().signal }),
    )
    setLoading(false)
    if (typeof data === 'string') saveFile(`${name}.ics`, data, 'text/calendar')
    else toast.error(failed)
  }
  return [add, isLoading] as const
}
