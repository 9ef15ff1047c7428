import { IconGripVertical } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './OrderedRows.module.css'

type Props<T> = {
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  /** Name of a row, for its handle and for announcements of the order. */
  nameOf: (item: T, index: number) => string
  /** Undefined disables reordering and hides the handles. */
  onMove: ((from: number, to: number) => void) | undefined
  children: (item: T, index: number) => ReactNode
}

/** Reorderable rows: drag the handle of a row, or focus it and press the arrow keys. */
export function OrderedRows<T>({ label, items, keyOf, nameOf, onMove, children }: Props<T>) {
  const { t } = useTranslation('ui')
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<string>()
  const [announcement, setAnnouncement] = useState('')

  const move = (from: number, to: number) => {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length || to === from) return
    onMove?.(from, to)
    setAnnouncement(t('order.moved', { name: nameOf(item, to), at: to + 1, of: items.length }))
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    move(index, index + step)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (dragged === undefined) return
    const from = items.findIndex((item) => keyOf(item) === dragged)
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const to = rows.findIndex((row) => event.clientY >= row.top && event.clientY < row.bottom)
    const source = rows[from]
    const target = rows[to]
    if (!source || !target) return
    // swap only past the neighbour's middle, or rows of different height would swap back and forth
    const isPast = to > from ? event.clientY > target.top + target.height / 2 : event.clientY < target.top + target.height / 2
    if (isPast) move(from, to)
  }
  return (
    <>
      <ol
        ref={list}
        className={classes.rows}
        aria-label={label}
        onPointerMove={onPointerMove}
        onPointerUp={() => setDragged(undefined)}
        onPointerCancel={() => setDragged(undefined)}
      >
        {items.map((item, index) => (
          <li key={keyOf(item)} className={clsx(classes.row, !onMove && classes.alone)} data-dragged={dragged === keyOf(item) || undefined}>
            {onMove ? (
              <button
                type="button"
                className={classes.grip}
                aria-label={t('order.grip', { name: nameOf(item, index) })}
                onKeyDown={(event) => onKeyDown(event, index)}
                onPointerDown={(event) => {
                  // capture the pointer on the list, because React may insert the row again at its new place, which would end a capture on the row
                  list.current?.setPointerCapture?.(event.pointerId)
                  setDragged(keyOf(item))
                }}
                disabled={items.length < 2}
              >
                <IconGripVertical aria-hidden />
              </button>
            ) : null}
            {children(item, index)}
          </li>
        ))}
      </ol>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </>
  )
}
