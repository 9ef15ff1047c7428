import { useEffect, useRef } from 'react'

type Shortcut = { key: string; label: string; run: () => void }
const registered = new Set<{ current: Shortcut[] }>()

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

const isInPopover = (target: EventTarget | null) => target instanceof Element && target.closest('[popover]') !== null

/** Previous key of a two-key shortcut such as `g t`. */
let previousKey: { key: string; at: number } | undefined
const maxKeyIntervalMs = 1_000

const onKeyDown = (event: KeyboardEvent) => {
  if (event.isComposing || event.keyCode === 229 || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  // shortcuts are off in menus and other popovers, and while a modal dialog is open
  if (isTextField(event.target) || isInPopover(event.target) || document.querySelector('dialog:modal, [role="dialog"][aria-modal="true"]')) return
  const sequence = previousKey && event.timeStamp - previousKey.at < maxKeyIntervalMs ? `${previousKey.key} ${event.key}` : undefined
  previousKey = { key: event.key, at: event.timeStamp }
  const shortcuts = [...registered].flatMap(({ current }) => current)
  const shortcut = shortcuts.find(({ key }) => key === sequence) ?? shortcuts.find(({ key }) => key === event.key)
  if (!shortcut) return
  event.preventDefault()
  shortcut.run()
}

/**
 * Keyboard shortcuts while the component is mounted: off in text fields, during IME composition and while a modal dialog is open. `label` is
 * shown in the list that `?` opens.
 */
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

/** Active shortcuts in order of registration. */
export const currentShortcuts = () => [...registered].flatMap(({ current }) => current.map(({ key, label }) => ({ key, label })))
