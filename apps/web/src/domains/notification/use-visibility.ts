import { useEffect } from 'react'
import { useReportVisibilityMutation } from './api.ts'
import { useShownRoom } from './shown-rooms.ts'

/** The server takes a window that says nothing for a minute for gone. */
const every = 30_000
/** This window, as long as it is open. */
const client_id = crypto.randomUUID()

/** Says whose room is on the screen, so that nobody is told of what they are looking at. */
export function useVisibility() {
  const patient_id = useShownRoom()
  const [say] = useReportVisibilityMutation()
  useEffect(() => {
    if (patient_id === null) return
    const tell = () => void say({ client_id, is_visible: !document.hidden, patient_id, background: true })
    tell()
    const timer = setInterval(() => {
      if (!document.hidden) tell()
    }, every)
    document.addEventListener('visibilitychange', tell)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tell)
      void say({ client_id, is_visible: false, patient_id: null, background: true })
    }
  }, [patient_id, say])
}
