import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** How often to look whether the first view is complete, and how long to wait for it. */
const lookMs = 50
const maxWaitMs = 2_000
/** After the first scrolling, elements up to one screen away in each direction count as near. */
const aheadMargin = '100% 0px'

const waiting = new Set<() => void>()

/** Shows all parts of the page that wait until they are near. */
export const showAll = () =>
  flushSync(() => {
    for (const show of waiting) show()
  })

const isFind = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'F3' || ((ctrlKey || metaKey) && /^[fg]$/i.test(key))
/** Searching in the page and stepping through it by Tab need the whole page, as printing does. */
const onKeyDown = (event: KeyboardEvent) => {
  if (event.key === 'Tab' || isFind(event)) showAll()
}

/** Calls `show` when the whole page is needed. Returns a function that stops this. */
const listen = (show: () => void) => {
  if (!waiting.size) {
    addEventListener('beforeprint', showAll)
    addEventListener('keydown', onKeyDown, true)
  }
  waiting.add(show)
  return () => {
    waiting.delete(show)
    if (waiting.size) return
    removeEventListener('beforeprint', showAll)
    removeEventListener('keydown', onKeyDown, true)
  }
}

/** The nearest ancestor that scrolls the element. The margin of an observer applies only to its `root`, which must be this ancestor. */
const scrollerOf = (element: Element): Element | null => {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  return null
}

const scrollSigns = ['scroll', 'wheel', 'touchmove'] as const
/** Whether the event scrolls the element. A `scroll` event counts only if the scroll position is not the top. */
const isScrolledBy = ({ type, target }: Event, element: Element, root: Element | null) =>
  target instanceof Node && (type === 'scroll' ? target.contains(element) && (root ?? document.documentElement).scrollTop > 0 : !root || root.contains(target))

/** Whether the observed element intersects now. A busy page reports several changes in one call, the oldest first. */
const isNowIn = (entries: IntersectionObserverEntry[]): boolean => entries.at(-1)?.isIntersecting ?? false

/**
 * Calls `show` once the element is near. Before the first scrolling: when it is in the window, and either nothing is loading any more, because loading
 * content can still move it, or `maxWaitMs` have passed. Afterwards: when it is at most one screen away.
 */
const watch = (element: Element, show: () => void) => {
  const root = scrollerOf(element)
  let isInView = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const began = performance.now()
  let wasComplete = false
  const look = () => {
    clearTimeout(timer)
    if (!isInView) return
    const isComplete = !(root ?? document).querySelector('[aria-busy="true"]')
    if ((isComplete && wasComplete) || performance.now() - began > maxWaitMs) return show()
    wasComplete = isComplete
    timer = setTimeout(look, lookMs)
  }
  let observer = new IntersectionObserver(
    (entries) => {
      isInView = isNowIn(entries)
      look()
    },
    { root },
  )
  observer.observe(element)
  const onScroll = (event: Event) => {
    if (!isScrolledBy(event, element, root)) return
    for (const sign of scrollSigns) removeEventListener(sign, onScroll, true)
    observer.disconnect()
    isInView = false
    observer = new IntersectionObserver((entries) => isNowIn(entries) && show(), { root, rootMargin: aheadMargin })
    observer.observe(element)
  }
  for (const sign of scrollSigns) addEventListener(sign, onScroll, { capture: true, passive: true })
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    for (const sign of scrollSigns) removeEventListener(sign, onScroll, true)
  }
}

/** Whether the element of `ref` was near, or the whole page was needed, at least once; always true with `now`. */
export const useIsNear = (ref: RefObject<Element | null>, now = false) => {
  const [wasNear, setNear] = useState(false)
  const isNear = wasNear || now
  useEffect(() => {
    const element = ref.current
    if (isNear || !element) return
    const show = () => setNear(true)
    const unlisten = listen(show)
    const unwatch = watch(element, show)
    return () => {
      unlisten()
      unwatch()
    }
  }, [isNear, ref])
  return isNear
}
