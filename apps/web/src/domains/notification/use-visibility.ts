import { useEffect } from 'react'
import { useReportVisibilityMutation } from './api.ts'
import { useShownRoom } from './shown-rooms.ts'

/** Heartbeat interval; the server drops a window after a minute without one. */
const heartbeatMs = 30_000
/** Identifies this window until it closes. */
const client_id = crypto.randomUUID()

/** Reports which room is on screen, so that the server sends no notification for it. */
export function useVisibility() {
  const patient_id = useShownRoom()
  const [sendVisibility] = useReportVisibilityMutation()
  useEffect(() => {
    if (patient_id === null) return
    const report = () => void sendVisibility({ client_id, is_visible: !document.hidden, patient_id, background: true })
    report()
    const timer = setInterval(() => {
      if (!document.hidden) report()
    }, heartbeatMs)
    document.addEventListener('visibilitychange', report)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', report)
      void sendVisibility({ client_id, is_visible: false, patient_id: null, background: true })
    }
  }, [patient_id, sendVisibility])
}
