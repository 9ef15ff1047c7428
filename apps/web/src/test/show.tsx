import type { Role } from '@sukoyaka/wire/access'
import { configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { Toasts } from '../ui/overlay/Toasts.tsx'
import { storeOf } from './store.ts'

// long enough for a slow machine: only a test that waits for a state that never comes reaches it
configure({ asyncUtilTimeout: 120_000 })

/**
 * Renders for a signed-in user of the role, with toasts. `user` types and presses keys like a person, without delays; `press` waits for a button and
 * clicks it. `store` shares one session between several renderings.
 */
export const show = (role: Role, element: ReactNode, { path = '/', store = storeOf(role) } = {}) => {
  const user = userEvent.setup({ delay: null })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
      <Toasts />
    </Provider>
  )
  const view = render(element, { wrapper })
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
  return { ...view, user, press, store }
}
