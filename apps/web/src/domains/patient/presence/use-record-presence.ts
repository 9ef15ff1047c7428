import { useCallback, useEffect, useRef } from 'react'
import { isConnected, windowId } from '../../../api/on-event.ts'
import { useObservable } from '../../../ui/page/observable.ts'
import { useRecordPresencesQuery, useReportRecordPresenceMutation } from './api.ts'

/** Heartbeat interval; the server drops a window after 45 s without a report. */
export const heartbeatMs = 20_000

/** Reports that this window has the record open, and returns the other staff who have it open, from the replies to the reports. */
export function useRecordPresence(user_id: number) {
  const [report] = useReportRecordPresenceMutation()
  const isOnline = useObservable(isConnected)
  const { currentData } = useRecordPresencesQuery({ user_id }, { pollingInterval: heartbeatMs })
  const send = useCallback((is_here: boolean) => void report({ user_id, client_id: windowId, is_here, background: true }), [report, user_id])
  useEffect(() => {
    const onVisible = () => send(!document.hidden)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      send(false)
    }
  }, [send])
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    // the server ends the presence with the event stream, so report it again; a refetch of the query would be skipped while one is in flight
    if (wasOnline.current !== isOnline && !document.hidden) send(true)
    wasOnline.current = isOnline
  }, [send, isOnline])
  return currentData?.items ?? []
}
