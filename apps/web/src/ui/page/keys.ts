import { useLayoutEffect, useRef } from 'react'
import { makeObservable, useObservable } from './observable.ts'

const storageKey = 'sukoyaka.ui.keys'
const readStored = () => {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Whether shortcuts work, remembered in this browser. Speech input and unsteady hands press single letters by accident (WCAG 2.1.4). */
const keysOn = makeObservable(readStored())
export const useAreKeysOn = () => useObservable(keysOn)
export const setKeysOn = (isOn: boolean) => {
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off')
  } catch {
    // without storage the setting lasts as long as the page
  }
  keysOn.set(isOn)
}

type Shortcut = { key: string; label: string; run: () => void }
const registered = new Set<{ current: Shortcut[] }>()

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

const isInPopover = (target: EventTarget | null) => target instanceof Element && target.closest('[popover]') !== null

/** The key pressed before, for two-key shortcuts such as `g t`. */
let previousKey: { key: string; at: number } | undefined
const maxKeyIntervalMs = 1_000

const onKeyDown = (event: KeyboardEvent) => {
  if (!keysOn.read()) return
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
 * Keyboard shortcuts while the component is mounted. Off in text fields and popovers, during IME composition, while a modal dialog is open, and if the user
 * turned them off. `label` is shown in the list that `?` opens.
 */
export const useKeys = (shortcuts: Shortcut[]) => {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  // a layout effect: the shortcuts work as soon as the component is visible
  useLayoutEffect(() => {
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
