import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useExistingPage } from './use-existing-page.ts'

const emptyPage = (page: number) => ({ items: [], page, total_count: 0 })

test('an empty page goes back one page, also if rendered twice before the page changes, and to the first page if the page before is empty too', () => {
  const onPage = vi.fn()
  const { rerender } = renderHook(
    ({ page }) =>
      useExistingPage(
        { currentData: page === 1 ? { ...emptyPage(1), items: [1] } : emptyPage(page), isError: false, isFetching: false, refetch: vi.fn() },
        page,
        onPage,
      ),
    { initialProps: { page: 900 } },
  )
  for (const page of [900, 899, 899, 1, 2, 2]) rerender({ page })
  expect(onPage.mock.calls).toEqual([[899], [1], [1]])
})
