import { useEffect, useRef } from 'react'

type Shortcut = { key: string; label: string; run: () => void }
const registered = new Set<{ current: Shortcut[] }>()

const takesText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** The key before, for what is pressed as two: `g t`. */
let before: { key: string; at: number } | undefined
const aMoment = 1_000

const onKeyDown = (event: KeyboardEvent) => {
  if (event.isComposing || event.keyCode === 229 || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  // A dialog has the keys to itself.
  if (takesText(event.target) || document.querySelector('dialog:modal, [role="dialog"][aria-modal="true"]')) return
  const pair = before && event.timeStamp - before.at < aMoment ? `${before.key} ${event.key}` : undefined
  before = { key: event.key, at: event.timeStamp }
  const shortcuts = [...registered].flatMap(({ current }) => current)
  const shortcut = shortcuts.find(({ key }) => key === pair) ?? shortcuts.find(({ key }) => key === event.key)
  if (!shortcut) return
  event.preventDefault()
  shortcut.run()
}

/** Single keys while this component is on the page: off in text fields, during composition and under dialogs. The label is what the list under `?` shows. */
export const useKeys = (shortcuts: Shortcut[]) => {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    if (registered.size === 0) addEventListener('keydown', onKeyDown)
    registered.add(latest)
    return () => {
      registered.delete(latest)
      if (registered.size === 0) removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

/** What can be pressed right now, in the order it was registered. */
export const currentShortcuts = () => [...registered].flatMap(({ current }) => current.map(({ key, label }) => ({ key, label })))
