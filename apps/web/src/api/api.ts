import type { ThunkDispatch, UnknownAction, WithSlice } from '@reduxjs/toolkit'
import { createApi, type EndpointBuilder } from '@reduxjs/toolkit/query/react'
import { type Endpoint, type Input, type Reply, type Tag, tags } from '@sukoyaka/wire/endpoint'
import { baseQuery } from './call.ts'
import { attach } from './store.ts'

const aMinute = 60
const anHour = 3600

export const api = createApi({ baseQuery, tagTypes: tags, keepUnusedDataFor: aMinute, endpoints: () => ({}) })
attach(api)

declare module './store.ts' {
  export interface LazySlices extends WithSlice<typeof api> {}
}

export type Build = EndpointBuilder<typeof baseQuery, Tag, 'api'>
/**
 * `background`: not caused by the user (such as polling), so it does not extend the session; excluded from the cache key. `meanwhile`:
 * fields of the optimistic update that are not sent, such as the name that belongs to a sent id.
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

/** Query endpoint with the cache tags it provides. */
export const read = <E extends Endpoint & { method: 'GET' }>(build: Build, endpoint: E, ...provides: Tag[]) =>
  build.query<Reply<E>, Ask<E>>({
    query: (ask) => ({ endpoint, ...sent(ask) }),
    serializeQueryArgs: ({ queryArgs }) => split(queryArgs).input,
    keepUnusedDataFor: endpoint.cache === 'reference' ? anHour : aMinute,
    providesTags: provides,
  })

/** Optimistic update: patches cached lists and returns the patches to undo. */
export type OptimisticUpdate<E extends Endpoint> = (input: Input<E>, dispatch: Patching, meanwhile?: object) => { undo: () => void }[]
// biome-ignore lint/suspicious/noExplicitAny: the thunk's state type depends on the injected api
type Patching = ThunkDispatch<any, any, UnknownAction>

/**
 * Mutation endpoint; the endpoint's `changes` are the tags to invalidate. With `foresee` the update is optimistic and rolled back on failure;
 * the lists are then refetched, because others may have changed them meanwhile.
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
