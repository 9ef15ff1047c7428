import { combineReducers, configureStore, createAction } from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import { api } from './api.ts'
import { session } from './session.ts'

/** Everything in the store goes back to its beginning. */
export const wiped = createAction('wiped')

const all = combineReducers({ session, [api.reducerPath]: api.reducer })
export type State = ReturnType<typeof all>

export const makeStore = () =>
  configureStore({
    reducer: (state: State | undefined, action) => all(wiped.match(action) ? undefined : state, action),
    middleware: (ready) => ready().concat(api.middleware),
    devTools: import.meta.env?.DEV ?? false,
  })

export type Store = ReturnType<typeof makeStore>
export type Dispatch = Store['dispatch']
export const useAppDispatch = useDispatch.withTypes<Dispatch>()
export const useAppSelector = useSelector.withTypes<State>()
