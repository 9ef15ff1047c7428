import { useSyncExternalStore } from 'react'
import { media } from '../../../theme/media.ts'
import { makeObservable, useObservable } from '../../../ui/page/observable.ts'

const storageKey = 'sukoyaka.ui.care_sidebar'
export const initialWidth = 320
type StoredState = { width: number; open: boolean }

const readStoredState = (): StoredState => {
  try {
    const { width, open } = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<StoredState>
    return { width: typeof width === 'number' ? Math.min(600, Math.max(120, width)) : initialWidth, open: open !== false }
  } catch {
    return { width: initialWidth, open: true }
  }
}

const sidebar = makeObservable({ ...readStoredState(), isOverlayOpen: false })

const setState = (change: Partial<ReturnType<typeof sidebar.read>>) => {
  const state = { ...sidebar.read(), ...change }
  try {
    localStorage.setItem(storageKey, JSON.stringify({ width: state.width, open: state.open } satisfies StoredState))
  } catch {
    // without storage the state lasts as long as the page
  }
  sidebar.set(state)
}

export const setSidebarWidth = (width: number) => setState({ width })
/** Whether the sidebar is open beside the page, on wide windows; remembered. */
export const setSidebarOpen = (open: boolean) => setState({ open })
/** Whether the sidebar is open over the page, on narrower windows and phones; initially closed. */
export const setSidebarOverlayOpen = (isOverlayOpen: boolean) => setState({ isOverlayOpen })

export const useSidebarState = () => useObservable(sidebar)

export type Placement = 'beside' | 'over' | 'drawer'
const queries = { drawer: media.phone, over: media.narrowDesk }
const currentPlacement = (): Placement => (matchMedia(queries.drawer).matches ? 'drawer' : matchMedia(queries.over).matches ? 'over' : 'beside')
const subscribeWidth = (listener: () => void) => {
  const lists = Object.values(queries).map((query) => matchMedia(query))
  for (const list of lists) list.addEventListener('change', listener)
  return () => {
    for (const list of lists) list.removeEventListener('change', listener)
  }
}
/** Placement of the sidebar at the current window width. */
export const usePlacement = () => useSyncExternalStore(subscribeWidth, currentPlacement)
