import type { Tag } from '@sukoyaka/wire/all'
import { api } from './api.ts'

type CachedQuery<A> = { endpointName: string; originalArgs: A }

/** The cache functions of RTK Query for endpoints of any domain. */
type CacheUtil = {
  selectInvalidatedBy: <A = unknown>(state: unknown, tags: readonly Tag[]) => CachedQuery<A>[]
  updateQueryData: <T>(name: string, args: unknown, edit: (cached: T) => void) => never
}

// the base api's types do not include endpoints that domains inject
export const cacheUtil = api.util as unknown as CacheUtil
