import { useCallback, useEffect } from 'react'
import { isConnected, windowId } from '../../../api/on-event.ts'
import { useObservable } from '../../../ui/page/observable.ts'
import { useListRecordPresencesQuery, useReportRecordPresenceMutation } from './api.ts'

/** The server drops a window after 45 s. */
export const heartbeatMs = 20_000

/** Reports that this window has the record open and returns the other staff who have. */
export function useRecordPresence(user_id: number) {
  const [report] = useReportRecordPresenceMutation()
  const isOnline = useObservable(isConnected)
  const { currentData } = useListRecordPresencesQuery({ user_id, background: true }, { pollingInterval: isOnline ? 0 : heartbeatMs })
  const send = useCallback((is_here: boolean) => void report({ user_id, client_id: windowId, is_here, background: true }), [report, user_id])
  useEffect(() => {
    const beat = () => document.hidden || send(true)
    const onVisible = () => send(!document.hidden)
    const timer = setInterval(beat, heartbeatMs)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
      send(false)
    }
  }, [send])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of the event stream ended the presence, so a new stream reports it again
  useEffect(() => {
    if (!document.hidden) send(true)
  }, [send, isOnline])
  return currentData?.items ?? []
}
