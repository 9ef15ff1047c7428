import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

type Props = {
  label: string
  head?: ReactNode
  rows: readonly (readonly (string | null)[])[]
  /** Day of the tab stop. */
  active: string
  /** Day to which a key moves the focus; undefined if the key does nothing. */
  after: (key: string, withShift: boolean) => string | undefined
  onMove: (day: string) => void
  isSelected?: (day: string) => boolean
  /** Focuses the tab stop on mount. */
  takesFocus?: boolean
  className?: string | undefined
  /** A button with `tabIndex` 0 for the active day, else -1. */
  children: (day: string, tabIndex: 0 | -1) => ReactNode
}

/** Grid of days, months or years after the grid pattern of the ARIA practices: one tab stop, moved by keys. */
export function KeyGrid({ label, head, rows, active, after, onMove, isSelected, takesFocus = false, className, children }: Props) {
  const table = useRef<HTMLTableElement>(null)
  const focusesNext = useRef(takesFocus)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the active day
  useEffect(() => {
    if (focusesNext.current) table.current?.querySelector<HTMLElement>('tbody [tabindex="0"]')?.focus()
    focusesNext.current = false
  }, [active])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : after(event.key, event.shiftKey)
    if (next === undefined) return
    event.preventDefault()
    if (next === active) return
    focusesNext.current = true
    onMove(next)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern of ARIA on a table
    <table ref={table} role="grid" aria-label={label} className={className} onKeyDown={onKeyDown}>
      {head}
      <tbody>
        {rows.map((row) => (
          <tr key={row.find(Boolean)}>
            {row.map((day, column) =>
              day ? (
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid, not of a table
                <td key={day} aria-selected={isSelected?.(day)}>
                  {children(day, day === active ? 0 : -1)}
                </td>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell is identified by its column
                <td key={column} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
