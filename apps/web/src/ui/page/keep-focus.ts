import { useEffect } from 'react'

const focusable =
  'a[href], button:not([disabled]), input:not([disabled], [type="hidden"]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex]:not([tabindex="-1"])'
/** The search for a neighbour stops at these: a removed child of one of them was a page, not a row of a list. */
const outerParts = 'main, body, html, #root'

type Position = { parent: Element; index: number }

/** The ancestors of an element, each with the index of the child that holds the element. */
const positionsOf = (element: Element) => {
  const positions: Position[] = []
  for (let child = element; child.parentElement; child = child.parentElement)
    positions.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) })
  return positions
}

const isVisible = (element: HTMLElement) => element.checkVisibility?.({ visibilityProperty: true }) ?? true
/** Outside a form, a shortcut pressed next would be typed into these. */
const typedFields = 'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), select, textarea, [contenteditable]'
const focusableIn = (element: Element, isInForm: boolean) => {
  const candidates = [element, ...element.querySelectorAll(focusable)].filter((item) => item.matches(focusable)) as HTMLElement[]
  return candidates.find((item) => isVisible(item) && (isInForm || !item.matches(typedFields)))
}

/** The control nearest to a removed one: in the row that took its place or one after, else in a row before, else further out. */
const neighbourOf = (positions: readonly Position[]) => {
  for (const { parent, index } of positions) {
    if (!parent.isConnected) continue
    if (parent.matches(outerParts)) return undefined
    const isInForm = parent.closest('form') !== null
    const firstIn = (elements: Element[]) => elements.map((element) => focusableIn(element, isInForm)).find(Boolean)
    const children = [...parent.children]
    const next = firstIn(children.slice(index))
    const previous = firstIn(children.slice(0, index).reverse())
    if (next ?? previous) return next ?? previous
  }
  return undefined
}

/**
 * Keeps the keyboard focus where it was when the focused element is removed, such as a row that is marked as done; browsers move it to the body,
 * from where a keyboard user would start again at the top of the page.
 */
export const keepFocus = () => {
  let positions: readonly Position[] = []
  let last: Element | null = null
  const onFocusIn = ({ target }: FocusEvent) => {
    last = target instanceof Element && target !== document.body ? target : null
    positions = last ? positionsOf(last) : []
  }
  const observer = new MutationObserver(() => {
    if (!last) return
    if (last.isConnected) {
      // rows before the focused one may have been added or removed
      if (document.activeElement === last) positions = positionsOf(last)
      return
    }
    last = null
    if (document.activeElement === document.body || document.activeElement === null) neighbourOf(positions)?.focus({ preventScroll: true })
  })
  document.addEventListener('focusin', onFocusIn)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', onFocusIn)
    observer.disconnect()
  }
}

export const useKeepFocus = () => useEffect(keepFocus, [])
