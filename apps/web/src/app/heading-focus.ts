import { useEffect, useRef } from 'react'

const longest = 5000

/** After a change of page the focus moves to its heading, so that a screen reader says where one is. A person who moved on meanwhile is left alone. */
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
      // An autofocused field of the new page, or where a person has gone meanwhile.
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
