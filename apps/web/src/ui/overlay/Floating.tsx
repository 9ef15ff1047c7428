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
  const closing = useRef(onClose)
  closing.current = onClose
  // show before the effects of the content, which may set focus
  useLayoutEffect(() => {
    const own = box.current
    const field = anchor.current
    if (!own || !field) return
    own.showPopover?.()
    const place = () => {
      const at = field.getBoundingClientRect()
      if (fit) own.style.width = `${at.width}px`
      const size = own.getBoundingClientRect()
      const below = at.bottom + 4
      const top = below + size.height > window.innerHeight && at.top - size.height - 4 > 0 ? at.top - size.height - 4 : below
      own.style.top = `${top}px`
      own.style.left = `${Math.max(8, Math.min(at.left, window.innerWidth - size.width - 8))}px`
    }
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !own.contains(event.target) && !field.contains(event.target)) closing.current()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      closing.current()
    }
    place()
    const resized = new ResizeObserver(place)
    resized.observe(own)
    document.addEventListener('pointerdown', onPointerDown)
    document.addEventListener('keydown', onKey, true)
    window.addEventListener('scroll', place, true)
    return () => {
      resized.disconnect()
      document.removeEventListener('pointerdown', onPointerDown)
      document.removeEventListener('keydown', onKey, true)
      window.removeEventListener('scroll', place, true)
    }
  }, [anchor, fit])
  return (
    <div ref={box} popover="manual" {...(label && { role: 'dialog', 'aria-label': label })} className={`${classes.floating} ${fit ? classes.fit : ''}`}>
      {children}
    </div>
  )
}
