import { useSyncExternalStore } from 'react'

let place: HTMLElement | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Ref of the slot in a page header where the chat button is rendered on phones. */
export const chatSlot = (element: HTMLElement | null) => {
  place = element
  for (const listener of listeners) listener()
}
export const useChatSlot = () => useSyncExternalStore(subscribe, () => place)
