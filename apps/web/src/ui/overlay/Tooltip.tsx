import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { positionAt } from './anchor.ts'
import classes from './Tooltip.module.css'

const hoverDelayMs = 100
const touchDelayMs = 700
const touchHideDelayMs = 1500

/**
 * Shown while the pointer is on the control or on the tooltip, while the control has the keyboard focus, and after a long touch. The label must also be
 * available without the tooltip: as visible text, or to screen readers (aria-label or visually hidden text).
 */
export function Tooltip({ label, side = 'top', children }: { label: string; side?: TipSide; children: ReactNode }) {
  const id = useId()
  const wrapperRef = useRef<HTMLSpanElement>(null)
  const timer = useRef<number>(undefined)
  const [open, setOpen] = useState(false)

  const setOpenAfter = (next: boolean, delayMs: number) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setOpen(next), delayMs)
  }
  const hide = () => {
    window.clearTimeout(timer.current)
    setOpen(false)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])

  // a layout effect: with an effect after drawing, an Escape pressed at once would be lost
  useLayoutEffect(() => {
    const target = wrapperRef.current?.firstElementChild
    if (!open || !target) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    const onScroll = () => setOpen(false)
    if (target.getAttribute('aria-label') !== label) target.setAttribute('aria-describedby', id)
    document.addEventListener('keydown', onKey)
    window.addEventListener('scroll', onScroll, true)
    return () => {
      if (target.getAttribute('aria-describedby') === id) target.removeAttribute('aria-describedby')
      document.removeEventListener('keydown', onKey)
      window.removeEventListener('scroll', onScroll, true)
    }
  }, [open, id, label])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the span only observes events of its child
    <span
      ref={wrapperRef}
      className={classes.wrap}
      onPointerEnter={(event) => event.pointerType !== 'touch' && setOpenAfter(true, hoverDelayMs)}
      onPointerLeave={(event) => event.pointerType !== 'touch' && hide()}
      onPointerDown={(event) => (event.pointerType === 'touch' ? setOpenAfter(true, touchDelayMs) : hide())}
      onPointerUp={(event) => event.pointerType === 'touch' && (open ? setOpenAfter(false, touchHideDelayMs) : hide())}
      onPointerCancel={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && setOpenAfter(true, hoverDelayMs)}
      onBlur={hide}
    >
      {children}
      {open ? <Tip id={id} label={label} side={side} anchor={wrapperRef.current?.firstElementChild as HTMLElement | null} /> : null}
    </span>
  )
}

type TipSide = 'top' | 'right' | 'left'

/** Position without CSS anchors: beside the anchor, vertically centred, and not beyond the top of the window. */
const placeBeside = (tip: HTMLElement, anchorRect: DOMRect, side: 'right' | 'left') => {
  const { width, height } = tip.getBoundingClientRect()
  tip.style.top = `${Math.max(8, anchorRect.top + anchorRect.height / 2 - height / 2)}px`
  tip.style.left = `${side === 'right' ? anchorRect.right + 6 : anchorRect.left - width - 6}px`
}

/** Position without CSS anchors: centred above the anchor, or below it if there is no room above; between the sides of the window. */
const placeAbove = (tip: HTMLElement, anchorRect: DOMRect) => {
  const { width, height } = tip.getBoundingClientRect()
  const above = anchorRect.top - height - 6
  tip.style.top = `${above >= 4 ? above : anchorRect.bottom + 6}px`
  tip.style.left = `${Math.max(8, Math.min(anchorRect.left + anchorRect.width / 2 - width / 2, window.innerWidth - width - 8))}px`
}

function Tip({ id, label, side, anchor }: { id: string; label: string; side: TipSide; anchor: HTMLElement | null }) {
  const tip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = tip.current
    if (!box || !anchor) return
    // the top layer, so that it is visible above an open <dialog>
    box.showPopover?.()
    return positionAt(box, anchor, (rect) => (side === 'top' ? placeAbove(box, rect) : placeBeside(box, rect, side)))
  }, [anchor, side])
  return createPortal(
    <div ref={tip} id={id} role="tooltip" popover="manual" data-side={side} className={classes.tip}>
      {label}
    </div>,
    // the page below a modal dialog is inert
    anchor?.closest('dialog') ?? document.body,
  )
}
