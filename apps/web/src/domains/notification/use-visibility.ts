import { useEffect } from 'react'
import { windowId as client_id } from '../../api/on-event.ts'
import { usePermission } from '../../api/use-permission.ts'
import { useReportVisibilityMutation } from './api.ts'
import { useShownRoom } from './shown-rooms.ts'

/** Heartbeat interval; the server drops a window after a minute without one. */
const heartbeatMs = 30_000

/** Reports which room a patient has on screen, so that the server pushes no message of it. For staff, reports of presence do the same. */
export function useVisibility() {
  const isStaff = usePermission('coordination.read')
  const patient_id = useShownRoom()
  const [sendVisibility] = useReportVisibilityMutation()
  useEffect(() => {
    if (isStaff || patient_id === null) return
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
  }, [isStaff, patient_id, sendVisibility])
}
