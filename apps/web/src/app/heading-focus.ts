import { useEffect, useRef } from 'react'

const longest = 5000

/** Moves focus to the heading after navigation, so that screen readers announce the page; not if the user has moved focus meanwhile. */
export const useHeadingFocus = (pathname: string) => {
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const before = document.activeElement
    const focus = () => {
      const heading = document.querySelector<HTMLElement>('main h1')
      if (!heading) return false
      const held = document.activeElement
      // skip if a field has autofocus or the user has moved focus
      if (held?.matches('main :is(input, textarea)') || (held !== before && held !== document.body)) return true
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
      return true
    }
    if (focus()) return
    const watch = new MutationObserver(() => {
      if (focus()) watch.disconnect()
    })
    watch.observe(document.body, { childList: true, subtree: true })
    const timer = setTimeout(() => watch.disconnect(), longest)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
    }
  }, [pathname])
}
