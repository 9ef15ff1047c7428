import { render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSkeleton } from './Skeleton.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Lets 150 ms pass in the commit in which the load ends, as on a busy device, where effects run later. */
function Slow({ isLoading }: { isLoading: boolean }) {
  const isShown = useSkeleton(isLoading)
  useLayoutEffect(() => {
    if (!isLoading) vi.advanceTimersByTime(150)
  }, [isLoading])
  return isShown ? 'skeleton' : isLoading ? 'nothing' : 'data'
}

test('data that is shown is not replaced by a skeleton whose time comes in the same moment', () => {
  const { rerender } = render(<Slow isLoading />)
  expect(screen.queryByText('nothing')).not.toBeNull()
  rerender(<Slow isLoading={false} />)
  expect(screen.queryByText('data')).not.toBeNull()
})
