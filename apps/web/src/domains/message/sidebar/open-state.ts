import { useSyncExternalStore } from 'react'

const key = 'sukoyaka.ui.care_sidebar'
export const initialWidth = 320
type Kept = { width: number; open: boolean }

const readKept = (): Kept => {
  try {
    const { width, open } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Kept>
    return { width: typeof width === 'number' ? Math.min(600, Math.max(120, width)) : initialWidth, open: open !== false }
  } catch {
    return { width: initialWidth, open: true }
  }
}

let state = { ...readKept(), layer: false }
const listeners = new Set<() => void>()

const put = (change: Partial<typeof state>) => {
  state = { ...state, ...change }
  try {
    localStorage.setItem(key, JSON.stringify({ width: state.width, open: state.open } satisfies Kept))
  } catch {
    // without storage the state lasts as long as the page
  }
  for (const listener of listeners) listener()
}

export const setSidebarWidth = (width: number) => put({ width })
/** Sidebar beside the page on wide windows; remembered. */
export const setSidebarOpen = (open: boolean) => put({ open })
/** Sidebar over the page on narrower windows; initially closed. */
export const setSidebarLayer = (layer: boolean) => put({ layer })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
export const useSidebarState = () => useSyncExternalStore(subscribe, () => state)

export type Stand = 'beside' | 'over' | 'drawer'
const queries = { drawer: '(max-width: 767px)', over: '(max-width: 1199px)' }
const standNow = (): Stand => (matchMedia(queries.drawer).matches ? 'drawer' : matchMedia(queries.over).matches ? 'over' : 'beside')
const subscribeWidth = (listener: () => void) => {
  const lists = Object.values(queries).map((query) => matchMedia(query))
  for (const list of lists) list.addEventListener('change', listener)
  return () => {
    for (const list of lists) list.removeEventListener('change', listener)
  }
}
/** Placement of the list at the current window width. */
export const useStand = () => useSyncExternalStore(subscribeWidth, standNow)
