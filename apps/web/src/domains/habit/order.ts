import { useRef } from 'react'

type Item = { id: number }

/** Keeps the displayed order; a new item goes after the one that precedes it in the server's order. */
export const inShownOrder = <T extends Item>(shownIds: readonly number[], items: readonly T[]): T[] => {
  const byId = new Map(items.map((item) => [item.id, item]))
  const ordered = shownIds.filter((id) => byId.has(id))
  items.forEach(({ id }, at) => {
    if (ordered.includes(id)) return
    const before = items[at - 1]
    ordered.splice(before ? ordered.indexOf(before.id) + 1 : 0, 0, id)
  })
  return ordered.map((id) => byId.get(id)!)
}

/** Keeps a ticked goal in place until the page is opened again, so that rows do not move under the pointer. */
export const useShownOrder = <T extends Item>(items: readonly T[] | undefined): T[] | undefined => {
  const shownIds = useRef<readonly number[]>([])
  if (!items) return undefined
  const ordered = inShownOrder(shownIds.current, items)
  shownIds.current = ordered.map(({ id }) => id)
  return ordered
}
