import { combineSlices, configureStore, createAction, createDynamicMiddleware, type WithSlice } from '@reduxjs/toolkit'
import { useDispatch, useSelector, useStore } from 'react-redux'
import type { api } from './api.ts'
import { sessionSlice } from './session.ts'

/** Everything in the store goes back to its beginning. */
export const wiped = createAction('wiped')
/** RTK Query's own reset, by name: signing in knows it without loading RTK Query, which attaches itself when the first page needs it. */
export const forgotten = createAction('api/resetApiState')

const late = createDynamicMiddleware()
const all = combineSlices(sessionSlice).withLazyLoadedSlices<WithSlice<typeof api>>()
export type State = ReturnType<typeof all>

export const attach = (part: typeof api) => {
  all.inject(part)
  late.addMiddleware(part.middleware)
}

export const makeStore = () =>
  configureStore({
    reducer: (state: State | undefined, action) => all(wiped.match(action) ? undefined : state, action),
    middleware: (ready) => ready().concat(late.middleware),
    devTools: import.meta.env?.DEV ?? false,
  })

export type Store = ReturnType<typeof makeStore>
export type Dispatch = Store['dispatch']
export const useAppDispatch = useDispatch.withTypes<Dispatch>()
export const useAppSelector = useSelector.withTypes<State>()
/** For what is asked when it happens, not when it is drawn. */
export const useAppStore = useStore.withTypes<Store>()
