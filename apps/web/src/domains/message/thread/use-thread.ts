import { useEffect, useRef, useState } from 'react'
import { callEndpoint } from '../../../api/call-endpoint.ts'
import { isConnected, onEvent } from '../../../api/on-event.ts'
import { useAppDispatch } from '../../../api/store.ts'
import { useObservable } from '../../../ui/page/observable.ts'
import { makeThread } from './thread.ts'

const pollIntervalMs = 3_000
/** Delay in ms that combines receipts of several readers into one request. */
const receiptsDelayMs = 700

/** Conversation that follows the event stream, or polls while the stream is down. */
export function useThread(patient_id: number) {
  const dispatch = useAppDispatch()
  const [thread] = useState(() => makeThread(patient_id, (endpoint, input, background) => dispatch(callEndpoint(endpoint, input, background))))
  const state = useObservable(thread)
  const isOnline = useObservable(isConnected)
  const receiptsTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const refreshLater = () => {
      clearTimeout(receiptsTimer.current)
      receiptsTimer.current = setTimeout(() => void thread.refresh(), receiptsDelayMs)
    }
    const stop = onEvent((event) => {
      if (event === 'resync') return void thread.refresh()
      if (event.patient_id !== patient_id) return
      if (event.kind === 'message.new') void thread.catchUp()
      else if (event.kind === 'message.changed' || event.kind === 'message.deleted') void thread.reload([event.record_id])
      else if (event.kind === 'message.read' || event.kind === 'message.opened') refreshLater()
    })
    return () => {
      stop()
      clearTimeout(receiptsTimer.current)
    }
  }, [thread, patient_id])

  useEffect(() => {
    // load changes from before the stream connected
    if (isOnline) return void thread.refresh()
    const timer = setInterval(() => {
      if (!document.hidden && navigator.onLine) void thread.refresh()
    }, pollIntervalMs)
    return () => clearInterval(timer)
  }, [isOnline, thread])

  return { thread, state, isOnline }
}
