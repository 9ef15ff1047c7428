import type { MouseEvent } from 'react'

/** A plain click opens the link in place; modified clicks keep the browser's behaviour. */
export const openOnPlainClick = (event: MouseEvent, open: () => void) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  open()
}
