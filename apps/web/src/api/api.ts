import type { ThunkDispatch, UnknownAction, WithSlice } from '@reduxjs/toolkit'
import { createApi, type EndpointBuilder } from '@reduxjs/toolkit/query/react'
import type { Tag } from '@sukoyaka/wire/all'
import type { Endpoint, Input, Reply } from '@sukoyaka/wire/endpoint'
import { baseQuery, type ClientEndpoint, newestEventOf } from './call.ts'
import { injectApi } from './store.ts'

const minuteSeconds = 60
const hourSeconds = 3600

/** A tag that every query has, to refetch all queries after missed events. */
export const everything = 'everything'
export type CacheTag = Tag | typeof everything

export const api = createApi({ baseQuery, tagTypes: [everything] as CacheTag[], keepUnusedDataFor: minuteSeconds, endpoints: () => ({}) })
injectApi(api)

declare module './store.ts' {
  export interface LazySlices extends WithSlice<typeof api> {}
}

export type Build = EndpointBuilder<typeof baseQuery, CacheTag, 'api'>
/**
 * `background`: not caused by the user, however recent the last input (`Call`). `optimisticFields`: fields of the optimistic
 * update that are not sent, such as the name that belongs to a sent id. Neither is part of the cache key.
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

/** Registers tags when they are first used, so that the first load needs no list of all tags; RTK Query warns of unknown tags in development. */
const registerTags = (tags: readonly CacheTag[]) => {
  api.enhanceEndpoints({ addTagTypes: tags })
  return tags
}
const changedTags = ({ changes = [], staffChanges = [] }: ClientEndpoint) => [...changes, ...staffChanges] as Tag[]

export const invalidate = (tags: readonly CacheTag[]) => api.util.invalidateTags([...registerTags(tags)])

/**
 * By tag: id of the event up to which its queries need no refetch. The tags that a call of this window changes are refetched after its response. Events are
 * numbered in the order of their commits, so this refetch also includes what others changed up to the event of the call.
 */
export const fetchedUpTo = new Map<CacheTag, number>()
/** Forgets the ids of events, because those of a restored database may start again from a lower number. */
export const forgetEventNumbers = () => {
  fetchedUpTo.clear()
  newestEventOf.clear()
}
/** Returns the tags that a call changed, and notes in `fetchedUpTo` up to which event their refetch reaches. A rejected or repeated call has no event. */
const noteRefetch = (endpoint: ClientEndpoint) => {
  const tags = changedTags(endpoint)
  const newest = newestEventOf.get(endpoint)
  newestEventOf.delete(endpoint)
  if (newest) for (const tag of tags) fetchedUpTo.set(tag, newest)
  return tags
}
/** Invalidates the tags that an endpoint changes, for calls outside of `mutationEndpoint`. */
export const invalidateChanges = (endpoint: ClientEndpoint) => invalidate(noteRefetch(endpoint))

type CachedQueries = Record<string, { status: string; endpointName?: string; originalArgs?: unknown } | undefined>

/** Refetches failed queries, so that pages recover when the connection is back. */
export const refetchFailed = ({ dispatch, getState }: { dispatch: (action: UnknownAction) => unknown; getState: () => unknown }) => {
  const { api: slice } = getState() as { api?: { queries: CachedQueries } }
  for (const { status, endpointName, originalArgs } of Object.values(slice?.queries ?? {}).filter((query) => query !== undefined)) {
    if (status !== 'rejected' || endpointName === undefined) continue
    const endpoints: Record<string, { initiate: (args: unknown, options: object) => UnknownAction }> = api.endpoints
    const { [endpointName]: endpoint } = endpoints
    if (endpoint) dispatch(endpoint.initiate(originalArgs, { subscribe: false, forceRefetch: true }))
  }
}

type Get = Endpoint & { method: 'GET' }

const queryOf = <E extends Get>(endpoint: E, provides: Tag[]) => ({
  query: (args: RequestArgs<E>) => ({ endpoint, ...callArgs(args) }),
  serializeQueryArgs: ({ queryArgs }: { queryArgs: RequestArgs<E> }) => splitArgs(queryArgs).input,
  keepUnusedDataFor: endpoint.cache === 'reference' ? hourSeconds : minuteSeconds,
  providesTags: registerTags([everything, ...provides]),
})

/** Query endpoint with the cache tags it provides. */
export const queryEndpoint = <E extends Get>(build: Build, endpoint: E, ...provides: Tag[]) =>
  build.query<Reply<E>, RequestArgs<E>>(queryOf(endpoint, provides))

/** Query endpoint that caches only a part of the reply. */
export const partialQueryEndpoint = <E extends Get, R>(build: Build, endpoint: E, transformResponse: (reply: Reply<E>) => R, ...provides: Tag[]) =>
  build.query<R, RequestArgs<E>>({ ...queryOf(endpoint, provides), transformResponse })

/** Query whose call also reports the state of this window, such as presence. `input` is called for each request, so a refetch reports the current state. */
export const reportEndpoint = <E extends Endpoint, A extends object>(build: Build, endpoint: E, input: (args: A) => Input<E> & object, ...provides: Tag[]) =>
  build.query<Reply<E>, A>({
    query: (args) => ({ endpoint, background: true, input: input(args) }),
    keepUnusedDataFor: 0,
    providesTags: registerTags([everything, ...provides]),
  })

/** Optimistic update: patches cached lists and returns the patches, so that they can be undone. */
export type OptimisticUpdate<E extends Endpoint> = (input: Input<E>, dispatch: PatchDispatch, optimisticFields?: object) => { undo: () => void }[]
// biome-ignore lint/suspicious/noExplicitAny: the thunk's state type depends on the injected api
type PatchDispatch = ThunkDispatch<any, any, UnknownAction>

/**
 * Mutation endpoint; it invalidates the tags that the endpoint changes. With `optimisticUpdate` the update is optimistic and rolled back on failure;
 * the lists are then refetched, because others may have changed them meanwhile.
 */
export const mutationEndpoint = <E extends Endpoint>(build: Build, endpoint: E, optimisticUpdate?: OptimisticUpdate<E>) =>
  build.mutation<Reply<E>, RequestArgs<E>>({
    query: (args) => ({ endpoint, ...callArgs(args) }),
    invalidatesTags: () => registerTags(noteRefetch(endpoint)),
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
