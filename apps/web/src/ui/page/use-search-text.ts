import { useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * The text of a search field whose search is in the URL as `text`: the URL follows typing at once, by `put`, which replaces the history entry. A navigation
 * that does not replace it, such as back or a link, brings its own text.
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
