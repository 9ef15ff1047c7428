import { useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { AdminTable } from './table.ts'

export const filtersOf = ({ query }: AdminTable) => query.filter(({ name, kind }) => name !== 'sort' && (kind === 'choice' || kind === 'switch'))

/** The last page that a request may name. */
const maxPage = 100_000

/** Search, filters, order, page, hidden columns and the open record, which are stored in the URL. */
export const useView = (table: AdminTable) => {
  const [params, setParams] = useSearchParams()
  /** The current parameters, for callbacks of an older render. Undefined after the list is unmounted. */
  const latest = useRef<URLSearchParams>(undefined)
  useLayoutEffect(() => {
    latest.current = params
    return () => {
      latest.current = undefined
    }
  }, [params])
  const put = (change: Record<string, string | undefined>, options?: { replace: boolean }) => {
    if (!latest.current) return
    const next = new URLSearchParams(latest.current)
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    latest.current = next
    setParams(next, options)
  }
  /** Closes the record `from`, and opens `to` instead if given. Does nothing if `from` is no longer open: the reply to a save or removal may be late. */
  const moveFrom = (from: string, to: string | undefined, options?: { replace: boolean }) => {
    if (latest.current?.get('id') === from) put({ id: to }, options)
  }
  const sorts = table.query.find(({ name }) => name === 'sort')?.values ?? []
  const sort = params.get('sort') ?? undefined
  const filters = filtersOf(table).flatMap(({ name, values, kind }) => {
    const value = params.get(name)
    const allowed = kind === 'switch' ? ['true', 'false'] : (values ?? [])
    return value !== null && allowed.includes(value) ? [[name, value] as const] : []
  })
  // a saved view has neither the page nor the open record
  const savedParams = [...params].filter(([name, value]) => value && name !== 'page' && name !== 'id').sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    put,
    moveFrom,
    query: new URLSearchParams(savedParams).toString(),
    apply: (query: string) => setParams(new URLSearchParams(query)),
    text: params.get('q') ?? '',
    sort: sort !== undefined && sorts.includes(sort) ? sort : undefined,
    filters: Object.fromEntries(filters),
    page: Math.min(maxPage, Math.max(1, Math.floor(Number(params.get('page'))) || 1)),
    hidden: params.get('hide')?.split(',') ?? [],
    openId: params.get('id'),
  }
}

export type View = ReturnType<typeof useView>
