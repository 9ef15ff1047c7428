import { type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject, useState } from 'react'
import { type Place, targetOf } from './keyboard.ts'
import type { Line } from './lines.ts'
import type { Row } from './model.ts'
import type { Sizes } from './window/sizes.ts'
import type { Layout } from './window/use-layout.ts'
import { useCellFocus } from './window/use-scroll.ts'

const placeOf = (target: EventTarget): Place | undefined => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  const line = cell?.closest<HTMLElement>('[data-line]')
  return cell && line ? { line: Number(line.dataset.line), column: Number(cell.dataset.column) } : undefined
}

type Options = {
  box: RefObject<HTMLElement | null>
  lines: readonly Line[]
  layout: Layout
  sizes: Sizes
  /** Number of columns, including those before the value columns. */
  columnCount: number
  covered: number
  onOpen: (row: Row) => void
  onWalk: (row: Row) => void
}

/** The focused cell, and the handlers of the table that move and use it. */
export const useGridNavigation = ({ box, lines, layout, sizes, columnCount, covered, onOpen, onWalk }: Options) => {
  const [place, setPlace] = useState<Place>({ line: 0, column: 0 })
  const active: Place = { line: Math.min(place.line, lines.length - 1), column: Math.min(place.column, columnCount - 1) }
  const requestFocus = useCellFocus(box, layout, active, covered)

  const go = (to: Place) => {
    requestFocus()
    setPlace(to)
    const row = lines[to.line]?.row
    if (row) onWalk(row)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.altKey || event.nativeEvent.isComposing) return
    const at = placeOf(event.target)
    if (!at) return
    const page = Math.max(1, Math.floor(((box.current?.clientHeight ?? 0) - sizes.head) / sizes.row) - 1)
    const from = { line: at.line, column: lines[at.line]?.row ? at.column : active.column }
    const to = targetOf(from, { lines: lines.length, columns: columnCount, page }, { key: event.key, ctrl: event.ctrlKey || event.metaKey })
    const row = lines[at.line]?.row
    if (to) go(to)
    else if (row && (event.key === 'Enter' || event.key === ' ')) onOpen(row)
    else return
    event.preventDefault()
  }
  const onFocus = (event: FocusEvent<HTMLTableElement>) => {
    const at = placeOf(event.target)
    if (at && (at.line !== place.line || at.column !== place.column)) setPlace(lines[at.line]?.row ? at : { line: at.line, column: place.column })
  }
  const onClick = (event: MouseEvent<HTMLTableElement>) => {
    const at = placeOf(event.target)
    const row = at && lines[at.line]?.row
    if (row) onOpen(row)
  }
  return { active, handlers: { onKeyDown, onFocus, onClick } }
}
