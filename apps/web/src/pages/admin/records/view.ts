import { useSearchParams } from 'react-router'
import type { AdminTable } from './table.ts'

export const filtersOf = ({ query }: AdminTable) => query.filter(({ name, kind }) => name !== 'sort' && (kind === 'choice' || kind === 'switch'))

/** Search, filters, order, page, hidden columns and the open record, which live in the URL. */
export const useView = (table: AdminTable) => {
  const [params, setParams] = useSearchParams()
  const put = (change: Record<string, string | undefined>, options?: { replace: boolean }) =>
    setParams((previous) => {
      const next = new URLSearchParams(previous)
      for (const [name, value] of Object.entries(change)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      return next
    }, options)
  const sorts = table.query.find(({ name }) => name === 'sort')?.values ?? []
  const sort = params.get('sort') ?? undefined
  const filters = filtersOf(table).flatMap(({ name, values, kind }) => {
    const value = params.get(name)
    const allowed = kind === 'switch' ? ['true', 'false'] : (values ?? [])
    return value !== null && allowed.includes(value) ? [[name, value] as const] : []
  })
  // page and open record are no part of a view
  const ofView = [...params].filter(([name, value]) => value && name !== 'page' && name !== 'id').sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    put,
    query: new URLSearchParams(ofView).toString(),
    apply: (query: string) => setParams(new URLSearchParams(query)),
    text: params.get('q') ?? '',
    sort: sort !== undefined && sorts.includes(sort) ? sort : undefined,
    filters: Object.fromEntries(filters),
    page: Math.max(1, Number(params.get('page')) || 1),
    hidden: params.get('hide')?.split(',') ?? [],
    openId: params.get('id'),
  }
}

export type View = ReturnType<typeof useView>
