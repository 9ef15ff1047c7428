import { useSyncExternalStore } from 'react'

let place: HTMLElement | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The ref of a place in a page's head where, on a telephone, the button of the chat stands. */
export const chatSlot = (element: HTMLElement | null) => {
  place = element
  for (const listener of listeners) listener()
}
export const useChatSlot = () => useSyncExternalStore(subscribe, () => place)
