import { createApi, type EndpointBuilder } from '@reduxjs/toolkit/query/react'
import { type Endpoint, type Input, type Reply, type Tag, tags } from '@sukoyaka/wire/kit'
import { baseQuery } from './call.ts'
import { attach } from './store.ts'

const aMinute = 60
const anHour = 3600

export const api = createApi({ baseQuery, tagTypes: tags, keepUnusedDataFor: aMinute, endpoints: () => ({}) })
attach(api)

export type Build = EndpointBuilder<typeof baseQuery, Tag, 'api'>
/** `background`: no person caused this call (a poll), so it does not prolong the session. It is no part of the cache key. */
export type Ask<E extends Endpoint> = Input<E> & { background?: boolean }

const split = (ask: object) => {
  const { background, ...input } = ask as { background?: boolean }
  return { background, input }
}

/** A call that reads, and the lists it is part of. */
export const read = <E extends Endpoint & { method: 'GET' }>(build: Build, endpoint: E, ...provides: Tag[]) =>
  build.query<Reply<E>, Ask<E>>({
    query: (ask) => ({ endpoint, ...split(ask) }),
    serializeQueryArgs: ({ queryArgs }) => split(queryArgs).input,
    keepUnusedDataFor: endpoint.cache === 'reference' ? anHour : aMinute,
    providesTags: provides,
  })

/**
 * A call that changes something; the endpoint says what must be read again after it.
 * @public
 */
export const write = <E extends Endpoint>(build: Build, endpoint: E) =>
  build.mutation<Reply<E>, Ask<E>>({
    query: (ask) => ({ endpoint, ...split(ask) }),
    invalidatesTags: (_, error) => (error ? [] : (endpoint.changes ?? [])),
  })
