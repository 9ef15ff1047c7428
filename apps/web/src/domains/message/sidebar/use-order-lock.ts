import { type RefObject, useRef } from 'react'

/** How long the rows keep their order after a step with j or k, so that a new message does not make the next step skip a patient. */
export const stepLockMs = 60_000

/** Whether the rows of a list keep their order: while the list is hovered or focused, and for a minute after a step with j or k. */
export function useOrderLock(box: RefObject<HTMLElement | null>) {
  const lastStepAt = useRef(Number.NEGATIVE_INFINITY)
  return {
    isLocked: () =>
      Date.now() - lastStepAt.current < stepLockMs || Boolean(box.current && (box.current.matches(':hover') || box.current.contains(document.activeElement))),
    onStep: () => {
      lastStepAt.current = Date.now()
    },
  }
}
