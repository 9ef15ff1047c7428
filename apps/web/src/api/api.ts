import type { ThunkDispatch, UnknownAction, WithSlice } from '@reduxjs/toolkit'
import { createApi, type EndpointBuilder } from '@reduxjs/toolkit/query/react'
import { type Endpoint, type Input, type Reply, type Tag, tags } from '@sukoyaka/wire/endpoint'
import { baseQuery } from './call.ts'
import { injectApi } from './store.ts'

const minuteSeconds = 60
const hourSeconds = 3600

export const api = createApi({ baseQuery, tagTypes: tags, keepUnusedDataFor: minuteSeconds, endpoints: () => ({}) })
injectApi(api)

declare module './store.ts' {
  export interface LazySlices extends WithSlice<typeof api> {}
}

export type Build = EndpointBuilder<typeof baseQuery, Tag, 'api'>
/**
 * `background`: not caused by the user (such as polling), so it does not extend the session; excluded from the cache key. `meanwhile`:
 * fields of the optimistic update that are not sent, such as the name that belongs to a sent id.
 */
export type RequestArgs<E extends Endpoint> = Input<E> & { background?: boolean; optimisticFields?: object }

const splitArgs = (args: object) => {
  const { background, optimisticFields, ...input } = args as { background?: boolean; optimisticFields?: object }
  return { background, optimisticFields, input }
}
const callArgs = (args: object) => {
  const { background, input } = splitArgs(args)
  return { background, input }
}

/** Query endpoint with the cache tags it provides. */
export const queryEndpoint = <E extends Endpoint & { method: 'GET' }>(build: Build, endpoint: E, ...provides: Tag[]) =>
  build.query<Reply<E>, RequestArgs<E>>({
    query: (args) => ({ endpoint, ...callArgs(args) }),
    serializeQueryArgs: ({ queryArgs }) => splitArgs(queryArgs).input,
    keepUnusedDataFor: endpoint.cache === 'reference' ? hourSeconds : minuteSeconds,
    providesTags: provides,
  })

/** Optimistic update: patches cached lists and returns the patches to undo. */
export type OptimisticUpdate<E extends Endpoint> = (input: Input<E>, dispatch: PatchDispatch, optimisticFields?: object) => { undo: () => void }[]
// biome-ignore lint/suspicious/noExplicitAny: the thunk's state type depends on the injected api
type PatchDispatch = ThunkDispatch<any, any, UnknownAction>

/**
 * Mutation endpoint; the endpoint's `changes` are the tags to invalidate. With `foresee` the update is optimistic and rolled back on failure;
 * the lists are then refetched, because others may have changed them meanwhile.
 */
export const mutationEndpoint = <E extends Endpoint>(build: Build, endpoint: E, optimisticUpdate?: OptimisticUpdate<E>) =>
  build.mutation<Reply<E>, RequestArgs<E>>({
    query: (args) => ({ endpoint, ...callArgs(args) }),
    invalidatesTags: () => [...(endpoint.changes ?? [])],
    ...(optimisticUpdate && {
      async onQueryStarted(args, { dispatch, queryFulfilled }) {
        const { input, optimisticFields } = splitArgs(args)
        const patches = optimisticUpdate(input as Input<E>, dispatch, optimisticFields)
        await queryFulfilled.catch(() => {
          for (const { undo } of patches.toReversed()) undo()
        })
      },
    }),
  })
