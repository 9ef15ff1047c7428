import type { MouseEvent } from 'react'

/** A plain press on a link opens it here; with a key held the browser does with it what it does with links. */
export const opensHere = (event: MouseEvent, open: () => void) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  open()
}
