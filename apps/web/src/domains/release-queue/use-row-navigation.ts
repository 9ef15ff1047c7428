import type { ReleaseItem } from '@sukoyaka/wire/boards/release-queue'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeys } from '../../ui/page/keys.ts'

/** The row in the pane: the chosen row, else the row at the position of the last chosen one (initially the first row). */
const useSelected = (rows: readonly ReleaseItem[]) => {
  const [id, setId] = useState<number>()
  const lastPosition = useRef(0)
  const at = rows.findIndex(({ checkup }) => checkup.id === id)
  if (at >= 0) lastPosition.current = at
  const selected = rows[at >= 0 ? at : Math.min(lastPosition.current, rows.length - 1)]
  return { selected, at: selected ? rows.indexOf(selected) : -1, isChosen: at >= 0, select: (item: ReleaseItem | undefined) => setId(item?.checkup.id) }
}

/** After `focusComment(true)`, the comment gets the focus once another row is selected. `showRow` scrolls to a row and returns its element. */
const useQueueFocus = (container: RefObject<HTMLElement | null>, selected: ReleaseItem | undefined) => {
  const goesToComment = useRef(false)
  useEffect(() => {
    if (!goesToComment.current || selected === undefined) return
    goesToComment.current = false
    container.current?.querySelector<HTMLElement>('[data-release-comment]')?.focus()
  }, [container, selected])
  return {
    focusComment: (isNeeded: boolean) => {
      goesToComment.current = isNeeded
    },
    showRow: ({ checkup }: ReleaseItem) => {
      const row = container.current?.querySelector<HTMLElement>(`[data-release-row="${checkup.id}"]`)
      row?.scrollIntoView({ block: 'nearest' })
      return row
    },
  }
}

/** The selected row and the moves between rows; j and k focus the next and the previous one. */
export const useRowNavigation = (container: RefObject<HTMLElement | null>, rows: readonly ReleaseItem[], isNarrow: boolean) => {
  const { t } = useTranslation('release_queue')
  const { selected, at, isChosen, select } = useSelected(rows)
  const { focusComment, showRow } = useQueueFocus(container, selected)
  const focusRow = (item: ReleaseItem | undefined) => {
    if (!item) return
    select(item)
    showRow(item)?.querySelector<HTMLElement>('button')?.focus()
  }
  useKeys([
    { key: 'j', label: t('keys.next'), run: () => focusRow(rows[isChosen ? at + 1 : Math.max(at, 0)]) },
    { key: 'k', label: t('keys.previous'), run: () => focusRow(rows[at - 1]) },
  ])
  /** Moves to the next row. Without one, a narrow window closes the dialog and a wide one keeps the row. */
  const moveOn = () => {
    const next = rows[at + 1]
    focusComment(next !== undefined)
    if (next) showRow(next)
    select(next ?? (isNarrow ? undefined : selected))
  }
  return {
    selected,
    isChosen,
    select,
    moveOn,
    skip: () => (rows[at + 1] ? moveOn() : isNarrow && select(undefined)),
    previous: at > 0 ? () => select(rows[at - 1]) : undefined,
  }
}
