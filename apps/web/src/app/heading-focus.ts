import { useEffect, useRef } from 'react'

const maxWaitMs = 5000

/** Moves focus to the heading after navigation, so that screen readers announce the page; not if the user has moved focus meanwhile. */
export const useHeadingFocus = (pathname: string) => {
  const lastPathname = useRef(pathname)
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    const previousFocus = document.activeElement
    const focus = () => {
      const heading = document.querySelector<HTMLElement>('main h1')
      if (!heading) return false
      const focused = document.activeElement
      // skip if a field has autofocus or the user has moved focus
      if (focused?.matches('main :is(input, textarea)') || (focused !== previousFocus && focused !== document.body)) return true
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
      return true
    }
    if (focus()) return
    const observer = new MutationObserver(() => {
      if (focus()) observer.disconnect()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    const timer = setTimeout(() => observer.disconnect(), maxWaitMs)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [pathname])
}
