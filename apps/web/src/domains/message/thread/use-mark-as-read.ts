import type { Message } from '@sukoyaka/wire/care/message'
import { openMessages } from '@sukoyaka/wire/care/message-mark'
import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { useEffect, useRef } from 'react'
import { invalidateChanges } from '../../../api/api.ts'
import { callEndpoint } from '../../../api/call-endpoint.ts'
import { useAppDispatch } from '../../../api/store.ts'
import { hasRecentInput } from '../../../ui/page/user-input.ts'

const throttleMs = 500

/** Marks messages shown in a visible page as read, at most twice a second. `isCovered`: something else is shown in place of the messages. */
export function useMarkAsRead(room: MessageRoom, me_id: number, isCovered = false) {
  const dispatch = useAppDispatch()
  const lastReportedId = useRef(room.last_read_message_id ?? 0)
  const seenIds = useRef(new Set<number>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Whether the room is unread; a reminder makes it so even without a new message. */
  const isUnread = useRef(room.unread_count > 0)

  const reportRead = async () => {
    timer.current = undefined
    if (document.hidden || !seenIds.current.size) return
    const ids = [...seenIds.current].sort((a, b) => b - a).slice(0, 100)
    seenIds.current.clear()
    const newest = ids[0]!
    isUnread.current = false
    const { error } = await dispatch(callEndpoint(openMessages, { ids }, !hasRecentInput()))
    if (error) {
      isUnread.current = true
      return
    }
    lastReportedId.current = Math.max(lastReportedId.current, newest)
    dispatch(invalidateChanges(openMessages))
  }
  /** An empty room has no message to see, so opening it marks it as read. */
  const markEmptyRoom = async () => {
    if (document.hidden || isCovered || !isUnread.current) return
    isUnread.current = false
    const { error } = await dispatch(callEndpoint(openMessages, { ids: [], patient_ids: [room.patient.id] }))
    if (error) isUnread.current = true
    else dispatch(invalidateChanges(openMessages))
  }
  const markVisible = (messages: readonly Message[]) => {
    if (document.hidden || isCovered) return
    const last = messages.at(-1)
    for (const { id, sender } of messages) if (id > lastReportedId.current && sender.id !== me_id) seenIds.current.add(id)
    if (isUnread.current && !seenIds.current.size && last) seenIds.current.add(last.id)
    if (seenIds.current.size) timer.current ??= setTimeout(() => void reportRead(), throttleMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return { isCovered, markVisible, markEmptyRoom }
}
