export type Place = { line: number; column: number }

type Size = { lines: number; columns: number; page: number }
type Press = { key: string; ctrl: boolean }

const steps: Record<string, (place: Place, size: Size, ctrl: boolean) => Place> = {
  ArrowUp: ({ line, column }, _, ctrl) => ({ line: ctrl ? 0 : line - 1, column }),
  ArrowDown: ({ line, column }, { lines }, ctrl) => ({ line: ctrl ? lines - 1 : line + 1, column }),
  ArrowLeft: ({ line, column }, _, ctrl) => ({ line, column: ctrl ? 0 : column - 1 }),
  ArrowRight: ({ line, column }, { columns }, ctrl) => ({ line, column: ctrl ? columns - 1 : column + 1 }),
  Home: ({ line }, _, ctrl) => ({ line: ctrl ? 0 : line, column: 0 }),
  End: ({ line }, { lines, columns }, ctrl) => ({ line: ctrl ? lines - 1 : line, column: columns - 1 }),
  PageUp: ({ line, column }, { page }) => ({ line: line - page, column }),
  PageDown: ({ line, column }, { page }) => ({ line: line + page, column }),
}

const clampIndex = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))

/** Where a key moves the focus in the grid; undefined for keys not in `steps`. */
export const targetOf = (place: Place, size: Size, { key, ctrl }: Press): Place | undefined => {
  const to = Object.hasOwn(steps, key) ? steps[key]!(place, size, ctrl) : undefined
  return to && { line: clampIndex(to.line, size.lines), column: clampIndex(to.column, size.columns) }
}
