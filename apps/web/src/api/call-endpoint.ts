import type { Endpoint, Input, Reply } from '@sukoyaka/wire/endpoint'
import { useState } from 'react'
import { performCall } from './call.ts'
import type { CallError } from './call-error.ts'
import { type Dispatch, type State, useAppDispatch } from './store.ts'

export type EndpointResult<E extends Endpoint> = { data: Reply<E>; error?: undefined } | { data?: undefined; error: CallError }

/** Uncached call without RTK Query, for code that also runs before RTK Query is loaded, such as sign-in and sign-out. */
export const callEndpoint =
  <E extends Endpoint>(endpoint: E, input: Input<E>, background = false) =>
  async (dispatch: Dispatch, getState: () => State) =>
    (await performCall({ endpoint, input: input as object, background }, { getState, dispatch, signal: new AbortController().signal })) as EndpointResult<E>

export const useCall = <E extends Endpoint>(endpoint: E) => {
  const dispatch = useAppDispatch()
  const [isLoading, setLoading] = useState(false)
  const run = async (input: Input<E>) => {
    setLoading(true)
    const result = await dispatch(callEndpoint(endpoint, input))
    setLoading(false)
    return result
  }
  return [run, isLoading] as const
}
