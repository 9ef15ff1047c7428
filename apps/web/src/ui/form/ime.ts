import { type ChangeEvent, type CompositionEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** What a browser reports as the key code of a key that the input method has taken. */
const takenByInputMethod = 229

/**
 * Enter that confirms a conversion must never send. Chromium marks it with `isComposing`; Safari, and some input methods on Windows, end the
 * composition first and deliver the Enter afterwards in the same tick, where only the key code or the moment tells it from a real one.
 */
export function useImeSafeEnter<E extends HTMLElement = HTMLInputElement>(onEnter: (event: KeyboardEvent<E>) => void) {
  const composing = useRef(false)
  const release = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(release.current), [])
  return {
    onKeyDown: (event: KeyboardEvent<E>) => {
      if (event.key !== 'Enter' || event.repeat) return
      const confirms = composing.current || event.nativeEvent.isComposing || event.keyCode === takenByInputMethod
      // A confirming Enter must not submit the form around the field either.
      if (confirms) event.preventDefault()
      else onEnter(event)
    },
    onCompositionStart: (_event: CompositionEvent<E>) => {
      clearTimeout(release.current)
      composing.current = true
    },
    onCompositionEnd: (_event: CompositionEvent<E>) => {
      clearTimeout(release.current)
      release.current = setTimeout(() => {
        composing.current = false
      }, 0)
    },
  }
}

/** A field that searches as one types: half-typed kana are not a search, so `onText` hears the text only once it is converted. */
export function useImeText(text: string, onText: (text: string) => void, onEnter: (event: KeyboardEvent<HTMLInputElement>) => void) {
  const [draft, setDraft] = useState<string | null>(null)
  const { onKeyDown, ...enter } = useImeSafeEnter(onEnter)
  return {
    isComposing: draft !== null,
    onKeyDown,
    /** Of the input, but for its keys. */
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
