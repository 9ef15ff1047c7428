import { type ChangeEvent, type CompositionEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** Key code browsers report for keys handled by an IME. */
const imeKeyCode = 229

/** Whether an IME handles the key: Escape ends its composition, and arrows move in its list. */
export const isImeKey = ({ isComposing, keyCode }: Pick<globalThis.KeyboardEvent, 'isComposing' | 'keyCode'>) => isComposing || keyCode === imeKeyCode

/**
 * Calls `onEnter` on Enter, except while the key is held and on the Enter that confirms an IME composition. For the latter, Chromium sets `isComposing`;
 * Safari and some Windows IMEs fire compositionend first and the Enter in the same tick, so only the key code or the timing identifies it.
 */
export function useImeSafeEnter<E extends HTMLElement = HTMLInputElement>(onEnter: (event: KeyboardEvent<E>) => void) {
  const isComposingRef = useRef(false)
  const releaseTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(releaseTimer.current), [])
  return {
    onKeyDown: (event: KeyboardEvent<E>) => {
      if (event.key !== 'Enter' || event.repeat) return
      const isConfirming = isComposingRef.current || isImeKey({ isComposing: event.nativeEvent.isComposing, keyCode: event.keyCode })
      // the confirming Enter must not submit the form either
      if (isConfirming) event.preventDefault()
      else onEnter(event)
    },
    onCompositionStart: (_event: CompositionEvent<E>) => {
      clearTimeout(releaseTimer.current)
      isComposingRef.current = true
    },
    onCompositionEnd: (_event: CompositionEvent<E>) => {
      clearTimeout(releaseTimer.current)
      releaseTimer.current = setTimeout(() => {
        isComposingRef.current = false
      }, 0)
    },
  }
}

/** Search field with IME support: `onText` is not called during composition. */
export function useImeText(text: string, onText: (text: string) => void, onEnter: (event: KeyboardEvent<HTMLInputElement>) => void) {
  const [draft, setDraft] = useState<string | null>(null)
  const { onKeyDown, ...enter } = useImeSafeEnter(onEnter)
  return {
    isComposing: draft !== null,
    onKeyDown,
    /** Props of the input except key handlers. */
    field: {
      value: draft ?? text,
      onChange: (event: ChangeEvent<HTMLInputElement>) => (draft === null ? onText(event.currentTarget.value) : setDraft(event.currentTarget.value)),
      onCompositionStart: (event: CompositionEvent<HTMLInputElement>) => {
        enter.onCompositionStart(event)
        setDraft(event.currentTarget.value)
      },
      onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
        enter.onCompositionEnd(event)
        setDraft(null)
        onText(event.currentTarget.value)
      },
    },
  }
}
