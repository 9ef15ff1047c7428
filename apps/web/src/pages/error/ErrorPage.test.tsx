import { act, configure, render, screen, waitFor } from '@testing-library/react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { saveFormDraft } from '../../api/form-drafts.ts'
import { setUpNetwork } from '../../test/network.ts'
import { storeOf } from '../../test/store.ts'
import { ErrorPage } from './ErrorPage.tsx'

setUpNetwork()
// long enough for a slow machine: only a test that waits for a state that never comes reaches it
configure({ asyncUtilTimeout: 120_000 })

const goOnline = () =>
  act(async () => {
    dispatchEvent(new Event('online'))
    // the page loads this module, too, before it reloads
    await import('../../api/unsent/count.ts')
  })

test('reloads once there is a network, unless that deletes input', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  const loader = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  const router = createMemoryRouter([{ path: '/', loader, element: null, hydrateFallbackElement: <p />, ErrorBoundary: ErrorPage }])
  render(
    <Provider store={storeOf('nurse')}>
      <RouterProvider router={router} />
    </Provider>,
  )
  await screen.findByRole('button')
  saveFormDraft(1, 'tasks/1', { values: { content: '電話' }, base: { content: '' } })
  await goOnline()
  expect(reload).not.toHaveBeenCalled()
  saveFormDraft(1, 'tasks/1', undefined)
  await goOnline()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})
