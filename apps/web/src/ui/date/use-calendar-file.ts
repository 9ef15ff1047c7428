import { useState } from 'react'
import { type ClientEndpoint, performCall } from '../../api/call.ts'
import { useAppDispatch } from '../../api/store.ts'
import { toast } from '../overlay/toast.ts'
import { saveFile } from '../page/download.ts'

/** Downloads an appointment as an ICS file; if that fails, shows the text `failed` in an error toast. */
export const useCalendarFile = (endpoint: ClientEndpoint, failed: string) => {
  const dispatch = useAppDispatch()
  const [isLoading, setLoading] = useState(false)
  const downloadFile = async (id: number, name: string) => {
    setLoading(true)
    const { data } = await dispatch((thunkDispatch, getState) =>
      performCall({ endpoint, input: { id } }, { getState, dispatch: thunkDispatch, signal: new AbortController().signal }),
    )
    setLoading(false)
    if (typeof data === 'string') saveFile(`${name}.ics`, data, 'text/calendar')
    else toast.error(failed)
  }
  return [downloadFile, isLoading] as const
}
