/** Single-record events and the connection state. Separate from the stream module, which loads after the page. */
type RecordEvent = { kind: string; record_id: number; patient_id: unknown }
type Listener = (event: RecordEvent | 'resync') => void

const listeners = new Set<Listener>()
const connectionListeners = new Set<() => void>()
let isOpen = false

export const onEvent = (listener: Listener) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const emitEvent: Listener = (event) => {
  for (const listener of listeners) listener(event)
}

/** Components must poll while disconnected. */
export const isConnected = () => isOpen
export const onConnectionChange = (listener: () => void) => {
  connectionListeners.add(listener)
  return () => void connectionListeners.delete(listener)
}
export const setConnected = (next: boolean) => {
  if (next === isOpen) return
  isOpen = next
  for (const listener of connectionListeners) listener()
}
