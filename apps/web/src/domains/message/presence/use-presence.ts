import { useCallback, useEffect, useRef } from 'react'
import { windowId as client_id } from '../../../api/on-event.ts'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { usePermission } from '../../../api/use-permission.ts'
import { useReportPresenceMutation, useRoomPresencesQuery } from './api.ts'
import { typing } from './typing.ts'

/** Heartbeat interval; the server drops a window after 45 s without a report. */
export const heartbeatMs = 20_000
/** Typing ends after `typingTimeoutMs` without input; while it lasts, it is reported again after `repeatMs` at the earliest. */
export const typingTimeoutMs = 6_000
const repeatMs = 5_000

/** Reports that this window shows the conversation, and returns the other staff who are present. Does nothing for patients. */
export function usePresence(patient_id: number) {
  const isStaff = usePermission('coordination.read')
  const me = useAppSelector(selectMe)?.id
  const [sendPresence] = useReportPresenceMutation()
  const typedAt = useRef(0)
  const typingTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // each heartbeat also returns the current list, because no event says that a crashed window is gone
  const { currentData } = useRoomPresencesQuery({ patient_id }, { skip: !isStaff, pollingInterval: heartbeatMs })

  const reportPresence = useCallback(
    (is_here: boolean, is_typing: boolean) => {
      typing.patient_id = is_typing ? patient_id : undefined
      typedAt.current = Date.now()
      void sendPresence({ patient_id, client_id, is_here, is_typing, background: true })
    },
    [sendPresence, patient_id],
  )
  useEffect(() => {
    if (!isStaff) return
    const onVisibilityChange = () => reportPresence(!document.hidden, false)
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      clearTimeout(typingTimer.current)
      document.removeEventListener('visibilitychange', onVisibilityChange)
      reportPresence(false, false)
    }
  }, [isStaff, reportPresence])

  /** Called on input: reports typing immediately, and its end after a pause or once the field is empty. */
  const onTyping = useCallback(
    (hasText: boolean) => {
      if (!isStaff) return
      clearTimeout(typingTimer.current)
      const isReported = typing.patient_id === patient_id
      if (isReported !== hasText || (hasText && Date.now() - typedAt.current > repeatMs)) reportPresence(true, hasText)
      if (hasText) typingTimer.current = setTimeout(() => reportPresence(true, false), typingTimeoutMs)
    },
    [isStaff, reportPresence, patient_id],
  )

  const others = (currentData?.items ?? []).filter(({ user }) => user.id !== me)
  return { others, onTyping }
}
