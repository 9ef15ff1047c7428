import type { Message } from '@sukoyaka/wire/care/message'
import { openMessages } from '@sukoyaka/wire/care/message-mark'
import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { useEffect, useRef } from 'react'
import { api } from '../../../api/api.ts'
import { callEndpoint } from '../../../api/ask.ts'
import { useAppDispatch } from '../../../api/store.ts'

const pause = 500

/** Marks messages shown in a visible page as read: throttled to twice a second and once per message. */
export function useOpened(room: MessageRoom, me_id: number) {
  const dispatch = useAppDispatch()
  const told = useRef(room.last_read_message_id ?? 0)
  const seen = useRef(new Set<number>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** A reminder makes a room unread without a new message. */
  const isBack = useRef(room.unread_count > 0)

  const tell = async () => {
    timer.current = undefined
    if (document.hidden || !seen.current.size) return
    const ids = [...seen.current].sort((a, b) => b - a).slice(0, 100)
    seen.current.clear()
    const newest = ids[0]!
    isBack.current = false
    const { error } = await dispatch(callEndpoint(openMessages, { ids }))
    if (error) {
      isBack.current = true
      return
    }
    told.current = Math.max(told.current, newest)
    dispatch(api.util.invalidateTags([...(openMessages.changes ?? []), 'message_rooms']))
  }
  /** An empty room has no message to see, so opening it marks it as read. */
  const seeEmpty = async () => {
    if (document.hidden || !isBack.current) return
    isBack.current = false
    const { error } = await dispatch(callEndpoint(openMessages, { ids: [], patient_ids: [room.patient.id] }))
    if (error) isBack.current = true
    else dispatch(api.util.invalidateTags([...(openMessages.changes ?? []), 'message_rooms']))
  }
  const see = (messages: readonly Message[]) => {
    if (document.hidden) return
    const last = messages.at(-1)
    for (const { id, sender } of messages) if (id > told.current && sender.id !== me_id) seen.current.add(id)
    if (isBack.current && !seen.current.size && last) seen.current.add(last.id)
    if (seen.current.size) timer.current ??= setTimeout(() => void tell(), pause)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return { see, seeEmpty }
}
