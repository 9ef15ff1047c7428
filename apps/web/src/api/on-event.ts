/** Single-record events and the connection state. Separate from the stream module, which loads after the page. */
type Heard = { kind: string; record_id: number; patient_id: unknown }
type Listener = (heard: Heard | 'resync') => void

const listeners = new Set<Listener>()
const watchers = new Set<() => void>()
let isOpen = false

export const onEvent = (listener: Listener) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const emitEvent: Listener = (heard) => {
  for (const listener of listeners) listener(heard)
}

/** Components must poll while disconnected. */
export const isConnected = () => isOpen
export const onConnectionChange = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
export const setConnected = (next: boolean) => {
  if (next === isOpen) return
  isOpen = next
  for (const watcher of watchers) watcher()
}
