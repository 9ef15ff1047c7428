import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { createApi, type EndpointBuilder } from '@reduxjs/toolkit/query/react'
import { type Endpoint, type Input, type Reply, type Tag, tags } from '@sukoyaka/wire/endpoint'
import { baseQuery } from './call.ts'
import { attach } from './store.ts'

const aMinute = 60
const anHour = 3600

export const api = createApi({ baseQuery, tagTypes: tags, keepUnusedDataFor: aMinute, endpoints: () => ({}) })
attach(api)

export type Build = EndpointBuilder<typeof baseQuery, Tag, 'api'>
/**
 * `background`: no person caused this call (a poll), so it does not prolong the session. It is no part of the cache key. `meanwhile`: what a
 * write shows until the answer and does not send, such as the name of what it sends by its number.
 */
export type Ask<E extends Endpoint> = Input<E> & { background?: boolean; meanwhile?: object }

const split = (ask: object) => {
  const { background, meanwhile, ...input } = ask as { background?: boolean; meanwhile?: object }
  return { background, meanwhile, input }
}
const sent = (ask: object) => {
  const { background, input } = split(ask)
  return { background, input }
}

/** A call that reads, and the lists it is part of. */
export const read = <E extends Endpoint & { method: 'GET' }>(build: Build, endpoint: E, ...provides: Tag[]) =>
  build.query<Reply<E>, Ask<E>>({
    query: (ask) => ({ endpoint, ...sent(ask) }),
    serializeQueryArgs: ({ queryArgs }) => split(queryArgs).input,
    keepUnusedDataFor: endpoint.cache === 'reference' ? anHour : aMinute,
    providesTags: provides,
  })

/** What is shown before the server has answered: changes the kept lists and says how to take that back. */
export type OptimisticUpdate<E extends Endpoint> = (input: Input<E>, dispatch: Patching, meanwhile?: object) => { undo: () => void }[]
// biome-ignore lint/suspicious/noExplicitAny: a patch is a thunk over the state of its own injected api, whose type is its own
type Patching = ThunkDispatch<any, any, UnknownAction>

/**
 * A call that changes something; the endpoint says what must be read again after it. With `foresee` the page shows the change at
 * once and takes it back when the call fails; the lists are then read again too, for others may have changed them meanwhile.
 */
export const write = <E extends Endpoint>(build: Build, endpoint: E, foresee?: OptimisticUpdate<E>) =>
  build.mutation<Reply<E>, Ask<E>>({
    query: (ask) => ({ endpoint, ...sent(ask) }),
    invalidatesTags: () => [...(endpoint.changes ?? [])],
    ...(foresee && {
      async onQueryStarted(ask, { dispatch, queryFulfilled }) {
        const { input, meanwhile } = split(ask)
        const patches = foresee(input as Input<E>, dispatch, meanwhile)
        await queryFulfilled.catch(() => {
          for (const { undo } of patches.toReversed()) undo()
        })
      },
    }),
  })
