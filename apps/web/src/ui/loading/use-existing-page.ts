import { useLayoutEffect, useRef } from 'react'
import type { Query } from './QueryView.tsx'

/** Rows on a page of a list. */
export const pageSize = 25

type Page = { items: readonly unknown[]; page: number; total_count: number }

/**
 * Query of a page that exists: goes back when the page is beyond the last one, such as after its only row was removed. Until the earlier page has loaded,
 * the list is loading, not empty.
 */
export const useExistingPage = <Data extends Page>(query: Query<Data>, page: number, onPage: (page: number) => void): Query<Data> => {
  const data = query.currentData
  const isBeyond = data !== undefined && data.page > 1 && data.items.length === 0
  const move = useRef<{ from: number; to: number }>(undefined)
  useLayoutEffect(() => {
    if (data && !isBeyond) move.current = undefined
    // while a page loads, `data` can still be another page than `page`; a render before the page has changed must not call `onPage` again
    if (!isBeyond || data.page !== page || move.current?.from === page) return
    // some lists have no total beyond their last page: go back one page, and to the first page if that one is empty too
    const last = data.total_count > 0 ? Math.ceil(data.total_count / pageSize) : move.current?.to === page ? 1 : page - 1
    move.current = { from: page, to: Math.min(last, page - 1) }
    onPage(move.current.to)
  })
  return isBeyond ? { ...query, currentData: undefined, isError: false, isFetching: true } : query
}
