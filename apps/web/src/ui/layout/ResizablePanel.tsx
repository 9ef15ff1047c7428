import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Tooltip } from '../overlay/Tooltip.tsx'
import classes from './ResizablePanel.module.css'

type Props = {
  /** Side of the handle. */
  side: 'left' | 'right'
  width: number
  onWidthChange: (width: number) => void
  initial?: number
  min?: number
  max?: number
  open: boolean
  onOpenChange: (open: boolean) => void
  label: string
  children: ReactNode
}

const step = 16
const bigStep = 64
const throttleMs = 16

type ClosedPanelProps = Pick<Props, 'side' | 'label'> & { tab: RefObject<HTMLButtonElement | null>; onOpen: () => void }

function ClosedPanel({ tab, side, label, onOpen }: ClosedPanelProps) {
  const { t } = useTranslation('ui')
  return (
    <div className={clsx(classes.closed, classes[side])}>
      <Tooltip label={t('panel.open', { label })} side={side}>
        <button ref={tab} type="button" className={classes.tab} aria-expanded={false} aria-label={t('panel.open', { label })} onClick={onOpen}>
          {side === 'right' ? <IconChevronRight aria-hidden /> : <IconChevronLeft aria-hidden />}
        </button>
      </Tooltip>
    </div>
  )
}

/** Resizable side panel. Content can use `@container panel (min-width: 200px)`. */
export function ResizablePanel({ side, width, onWidthChange, initial = 320, min = 120, max = 600, open, onOpenChange, label, children }: Props) {
  const { t } = useTranslation('ui')
  const id = useId()
  const drag = useRef<{ from: number; width: number } | null>(null)
  const pending = useRef<{ width: number; timer: ReturnType<typeof setTimeout> } | null>(null)
  const handle = useRef<HTMLHRElement>(null)
  const tab = useRef<HTMLButtonElement>(null)
  const restoresFocus = useRef(false)
  useEffect(() => () => clearTimeout(pending.current?.timer), [])
  useEffect(() => {
    if (restoresFocus.current) (open ? handle : tab).current?.focus()
    restoresFocus.current = false
  }, [open])

  const clamp = (next: number) => Math.round(Math.min(max, Math.max(min, next)))
  const flush = () => {
    if (!pending.current) return
    clearTimeout(pending.current.timer)
    const next = pending.current.width
    pending.current = null
    onWidthChange(next)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    drag.current = { from: event.clientX, width }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return
    const moved = (event.clientX - drag.current.from) * (side === 'right' ? 1 : -1)
    const next = clamp(drag.current.width + moved)
    if (pending.current) pending.current.width = next
    else pending.current = { width: next, timer: setTimeout(flush, throttleMs) }
  }
  const onPointerEnd = () => {
    drag.current = null
    flush()
  }
  const toggle = (next: boolean) => {
    restoresFocus.current = true
    onOpenChange(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const [inward, outward] = side === 'right' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
    const delta = event.shiftKey ? bigStep : step
    if (event.key === 'Enter') toggle(false)
    else if (event.key === outward) onWidthChange(clamp(width + delta))
    else if (event.key === inward) onWidthChange(clamp(width - delta))
    else if (event.key === 'Home') onWidthChange(min)
    else if (event.key === 'End') onWidthChange(max)
    else return
    event.preventDefault()
  }

  if (!open) return <ClosedPanel tab={tab} side={side} label={label} onOpen={() => toggle(true)} />
  return (
    <aside className={clsx(classes.panel, classes[side])} style={{ width: clamp(width) }} aria-label={label}>
      <div id={id} className={classes.content}>
        {children}
      </div>
      <hr
        ref={handle}
        className={classes.handle}
        tabIndex={0}
        aria-orientation="vertical"
        aria-controls={id}
        aria-label={t('panel.resize', { label })}
        aria-valuenow={clamp(width)}
        aria-valuemin={min}
        aria-valuemax={max}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        onDoubleClick={() => onWidthChange(initial)}
        onKeyDown={onKeyDown}
      />
    </aside>
  )
}
