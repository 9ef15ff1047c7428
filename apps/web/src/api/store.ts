import { useDispatch, useSelector, useStore } from 'react-redux'
import { applyMiddleware, combineReducers, legacy_createStore as createStore, type Middleware, type Reducer, type UnknownAction } from 'redux'
import { type ThunkDispatch, thunk } from 'redux-thunk'
import { type SessionState, sessionReducer } from './session.ts'

// Redux without its toolkit: sign-in loads neither the toolkit nor Immer. RTK Query comes with the first page and is injected here.

const resetType = 'wiped'
export const storeReset = () => ({ type: resetType }) as const
/** The reset action of RTK Query, written out so that RTK Query is not part of the first load. */
export const apiStateReset = () => ({ type: 'api/resetApiState' }) as const
/** Refetches all queries on the page and drops the others; running mutations go on. Written out for the same reason. */
export const apiStateOutdated = () => ({ type: 'api/invalidateTags', payload: ['everything'] }) as const

/** Slices that are injected later; api.ts declares the slice of RTK Query here. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface LazySlices {}
export type State = { session: SessionState } & Partial<LazySlices>

let rootReducer: Reducer = combineReducers({ session: sessionReducer })
let apiMiddleware: Middleware | undefined

/** Injects RTK Query. Its slice has state only after the next action. */
export const injectApi = ({ reducerPath, reducer, middleware }: { reducerPath: string; reducer: Reducer; middleware: Middleware }) => {
  rootReducer = combineReducers({ session: sessionReducer, [reducerPath]: reducer })
  apiMiddleware = middleware
}

/** Passes actions to the middleware of RTK Query once it is injected; before that, passes them on. */
const lazyApiMiddleware: Middleware = (store) => (next) => {
  let handle: ((action: unknown) => unknown) | undefined
  return (action) => {
    handle ??= apiMiddleware?.(store)(next)
    return (handle ?? next)(action)
  }
}

const reduce = (state: State | undefined, action: UnknownAction): State => rootReducer(action.type === resetType ? undefined : state, action)

export const makeStore = () => {
  const store = createStore(reduce, applyMiddleware(thunk, lazyApiMiddleware))
  return store as typeof store & { dispatch: Dispatch }
}

export type Dispatch = ThunkDispatch<State, undefined, UnknownAction>
export type Store = ReturnType<typeof makeStore>
export const useAppDispatch = useDispatch.withTypes<Dispatch>()
export const useAppSelector = useSelector.withTypes<State>()
/** For reads in event handlers rather than during render. */
export const useAppStore = useStore.withTypes<Store>()
