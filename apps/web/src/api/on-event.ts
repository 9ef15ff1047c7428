import { makeListeners, makeObservable } from '../ui/page/observable.ts'

// Single-record events and the connection state, separate from `live.ts`, which loads after the page.

type RecordEvent = { kind: string; record_id: number; patient_id: unknown }

const events = makeListeners<[event: RecordEvent | 'resync']>()
export const onEvent = events.subscribe
export const emitEvent = events.emit

/** Identifies this window until it is closed or reloaded. Its event stream carries the id too, so that the server knows when the window is gone. */
export const windowId = crypto.randomUUID()

/** Whether the event stream is connected. Components must poll while it is not. */
export const isConnected = makeObservable(false)
