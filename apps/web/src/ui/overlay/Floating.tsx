import { clsx } from 'clsx'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import classes from './Floating.module.css'

type FloatingProps = {
  anchor: RefObject<HTMLElement | null>
  /** Omitted if the content has its own role. */
  label?: string
  /** As wide as its anchor. */
  fit?: boolean
  onClose: () => void
  children: ReactNode
}

/** Popover below its anchor, in the top layer so that dialogs and scroll containers do not clip it. Closes on Escape and outside clicks. */
export function Floating({ anchor, label, fit, onClose, children }: FloatingProps) {
  const box = useRef<HTMLDivElement>(null)
  const latestOnClose = useRef(onClose)
  latestOnClose.current = onClose
  // show before the effects of the content, which may set focus
  useLayoutEffect(() => {
    const popover = box.current
    const anchorElement = anchor.current
    if (!popover || !anchorElement) return
    popover.showPopover?.()
    const updatePosition = () => {
      const anchorRect = anchorElement.getBoundingClientRect()
      if (fit) popover.style.width = `${anchorRect.width}px`
      const size = popover.getBoundingClientRect()
      const below = anchorRect.bottom + 4
      const top = below + size.height > window.innerHeight && anchorRect.top - size.height - 4 > 0 ? anchorRect.top - size.height - 4 : below
      popover.style.top = `${top}px`
      popover.style.left = `${Math.max(8, Math.min(anchorRect.left, window.innerWidth - size.width - 8))}px`
    }
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !popover.contains(event.target) && !anchorElement.contains(event.target)) latestOnClose.current()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      latestOnClose.current()
    }
    updatePosition()
    const resizeObserver = new ResizeObserver(updatePosition)
    resizeObserver.observe(popover)
    document.addEventListener('pointerdown', onPointerDown)
    document.addEventListener('keydown', onKey, true)
    window.addEventListener('scroll', updatePosition, true)
    return () => {
      resizeObserver.disconnect()
      document.removeEventListener('pointerdown', onPointerDown)
      document.removeEventListener('keydown', onKey, true)
      window.removeEventListener('scroll', updatePosition, true)
    }
  }, [anchor, fit])
  return (
    <div ref={box} popover="manual" {...(label && { role: 'dialog', 'aria-label': label })} className={clsx(classes.floating, fit && classes.fit)}>
      {children}
    </div>
  )
}
