import { makeObservable, useObservable } from '../../ui/page/observable.ts'

const slot = makeObservable<HTMLElement | null>(null)

/** Ref of the slot in a page header where the chat button is rendered on phones. */
export const chatSlot = slot.set
export const useChatSlot = () => useObservable(slot)
