import { combineSlices, configureStore, createAction, createDynamicMiddleware, type Middleware, type Reducer } from '@reduxjs/toolkit'
import { useDispatch, useSelector, useStore } from 'react-redux'
import { sessionSlice } from './session.ts'

/** Resets the whole store. */
export const storeReset = createAction('wiped')
/** RTK Query's reset action by type, so that sign-in works without loading RTK Query, which is injected with the first page. */
export const apiStateReset = createAction('api/resetApiState')

/** Slices that are injected later; api.ts declares its own. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface LazySlices {}

const dynamicMiddleware = createDynamicMiddleware()
const rootReducer = combineSlices(sessionSlice).withLazyLoadedSlices<LazySlices>()
export type State = ReturnType<typeof rootReducer>

export const injectApi = (slice: { reducerPath: string; reducer: Reducer; middleware: Middleware }) => {
  rootReducer.inject(slice)
  dynamicMiddleware.addMiddleware(slice.middleware)
}

export const makeStore = () =>
  configureStore({
    reducer: (state: State | undefined, action) => rootReducer(storeReset.match(action) ? undefined : state, action),
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(dynamicMiddleware.middleware),
    devTools: import.meta.env?.DEV ?? false,
  })

export type Store = ReturnType<typeof makeStore>
export type Dispatch = Store['dispatch']
export const useAppDispatch = useDispatch.withTypes<Dispatch>()
export const useAppSelector = useSelector.withTypes<State>()
/** For reads in event handlers rather than during render. */
export const useAppStore = useStore.withTypes<Store>()
