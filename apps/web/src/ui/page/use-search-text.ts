import { useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * The text of a search field. `text` is the search text in the URL. Typing calls `put` at once, which must replace the history entry. After a navigation
 * that does not replace the entry, such as Back or a link, the field shows the `text` of the new URL.
 */
export const useSearchText = (text: string, put: (next: string) => void) => {
  const [typed, setTyped] = useState(text)
  const { key } = useLocation()
  const isTyped = useNavigationType() === 'REPLACE'
  const [shownKey, setShownKey] = useState(key)
  if (key !== shownKey) {
    setShownKey(key)
    if (!isTyped) setTyped(text)
  }
  const onType = (next: string) => {
    setTyped(next)
    put(next)
  }
  return { typed, onType }
}
