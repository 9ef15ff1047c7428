import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { isImeKey } from '../form/ime.ts'
import { positionAt } from './anchor.ts'
import classes from './Floating.module.css'

type FloatingProps = {
  anchor: RefObject<HTMLElement | null>
  /** Omitted if the content has its own role. */
  label?: string
  /** As wide as its anchor. */
  fit?: boolean
  /** Tab stays inside, and page-wide keys are off. For content that takes the focus. */
  modal?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * Popover below its anchor, in the top layer so that dialogs and scroll containers do not clip it. Closes on Escape, the back gesture and outside
 * presses. When it closes, a focus inside returns to the anchor's button. The popover is `manual`, because an `auto` popover closes whenever a dialog
 * opens or the field of its combobox is pressed.
 */
export function Floating({ anchor, label, fit, modal = false, onClose, children }: FloatingProps) {
  const box = useRef<HTMLDivElement>(null)
  const latestOnClose = useRef(onClose)
  latestOnClose.current = onClose
  // show before the effects of the content, which may set focus
  useLayoutEffect(() => {
    const popover = box.current
    const anchorElement = anchor.current
    if (!popover || !anchorElement) return
    popover.showPopover?.()
    const stopPositioning = positionAt(popover, anchorElement, (rect) => placeBelow(popover, rect, fit))
    const stopDismissing = onDismiss(popover, anchorElement, () => latestOnClose.current())
    return () => {
      stopPositioning()
      stopDismissing()
      if (popover.contains(document.activeElement)) buttonOf(anchorElement)?.focus()
    }
  }, [anchor, fit])
  const dialog = label && ({ role: 'dialog', 'aria-label': label, 'aria-modal': modal || undefined } as const)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus of a dialog
    <div
      ref={box}
      popover="manual"
      data-floating=""
      {...dialog}
      className={clsx(classes.floating, fit && classes.fit)}
      onKeyDown={modal ? (event) => keepTabInside(event) : undefined}
    >
      {children}
    </div>
  )
}

const buttonOf = (anchor: HTMLElement) => (anchor instanceof HTMLButtonElement ? anchor : anchor.querySelector('button'))

/** Position without CSS anchors: below, above if there is room only there, or over the anchor; inside the window. */
const placeBelow = (popover: HTMLElement, anchorRect: DOMRect, fit = false) => {
  if (fit) popover.style.width = `${anchorRect.width}px`
  const size = popover.getBoundingClientRect()
  const below = anchorRect.bottom + 4
  const above = anchorRect.top - size.height - 4
  const lowest = window.innerHeight - size.height - 4
  popover.style.top = `${below <= lowest ? below : above >= 4 ? above : Math.max(4, lowest)}px`
  popover.style.left = `${Math.max(8, Math.min(anchorRect.left, window.innerWidth - size.width - 8))}px`
}

declare const CloseWatcher: (new () => EventTarget & { destroy: () => void }) | undefined

/** CloseWatcher (Chromium only) reports the back gesture of a phone. Escape is handled as a key, because it may belong to an IME composition. */
const onDismiss = (popover: HTMLElement, anchor: HTMLElement, close: () => void) => {
  const onPointerDown = (event: PointerEvent) => {
    if (event.target instanceof Node && !popover.contains(event.target) && !anchor.contains(event.target)) close()
  }
  const onKeyDown = (event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape' || isImeKey(event) || popover.querySelector('[data-floating]')) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  const watcher = typeof CloseWatcher === 'undefined' ? undefined : new CloseWatcher()
  watcher?.addEventListener('close', close)
  document.addEventListener('pointerdown', onPointerDown)
  document.addEventListener('keydown', onKeyDown, true)
  return () => {
    watcher?.destroy()
    document.removeEventListener('pointerdown', onPointerDown)
    document.removeEventListener('keydown', onKeyDown, true)
  }
}

const tabStops = 'a[href], button:not(:disabled, [tabindex="-1"]), input:not(:disabled), select, textarea, [tabindex="0"]'

const keepTabInside = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(tabStops)]
  const [first, last] = [stops[0], stops.at(-1)]
  if (document.activeElement !== (event.shiftKey ? first : last)) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}
