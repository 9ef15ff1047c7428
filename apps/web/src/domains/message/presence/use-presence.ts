import { useCallback, useEffect, useRef } from 'react'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { usePermission } from '../../../api/use-permission.ts'
import { useListRoomPresencesQuery, useSayPresenceMutation } from './api.ts'

/** Heartbeat interval; the server drops a window after 45 s. */
const every = 20_000
/** Typing ends after `pause` ms without input and is reported again every `again` ms. */
const pause = 6_000
const again = 5_000

/** Identifies this window until it closes. */
const client_id = crypto.randomUUID()

/** Reports that this window has the conversation open and returns other staff present. Patients are excluded. */
export function usePresence(patient_id: number) {
  const isStaff = usePermission('coordination.read')
  const me = useAppSelector(selectMe)?.id
  const [say] = useSayPresenceMutation()
  const typing = useRef({ is: false, said: 0 })
  const stopping = useRef<ReturnType<typeof setTimeout>>(undefined)
  // a crashed window sends no event, so polling removes expired entries
  const { currentData } = useListRoomPresencesQuery({ patient_id, background: true }, { skip: !isStaff, pollingInterval: every })

  const tell = useCallback(
    (is_here: boolean, is_typing: boolean) => {
      typing.current = { is: is_typing, said: Date.now() }
      void say({ patient_id, client_id, is_here, is_typing, background: true })
    },
    [say, patient_id],
  )
  useEffect(() => {
    if (!isStaff) return
    const here = () => {
      if (!document.hidden) tell(true, typing.current.is)
    }
    const seen = () => (document.hidden ? tell(false, false) : here())
    here()
    const timer = setInterval(here, every)
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearInterval(timer)
      clearTimeout(stopping.current)
      document.removeEventListener('visibilitychange', seen)
      tell(false, false)
    }
  }, [isStaff, tell])

  /** Called on input: reports typing immediately, and its end after a pause or once the field is empty. */
  const onTyping = useCallback(
    (isText: boolean) => {
      if (!isStaff) return
      clearTimeout(stopping.current)
      const { is, said } = typing.current
      if (is !== isText || (isText && Date.now() - said > again)) tell(true, isText)
      if (isText) stopping.current = setTimeout(() => tell(true, false), pause)
    },
    [isStaff, tell],
  )

  const others = (currentData?.items ?? []).filter(({ user }) => user.id !== me)
  return { others, onTyping }
}
