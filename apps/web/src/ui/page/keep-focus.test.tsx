import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useKeepFocus } from './keep-focus.ts'

afterEach(cleanup)

function Rows({ names }: { names: readonly string[] }) {
  useKeepFocus()
  const [rows, setRows] = useState(names)
  return (
    <main>
      <section>
        <button type="button">added</button>
        <ul>
          {rows.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => setRows(rows.filter((other) => other !== name))}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      </section>
      {rows.length ? <a href="/">page</a> : null}
    </main>
  )
}
const focusedText = () => waitFor(() => expect(document.activeElement).not.toBe(document.body)).then(() => document.activeElement?.textContent)

test('when the focused row is removed, the focus moves to the next row, else to the previous row, else to a control beside the list', async () => {
  const user = userEvent.setup({ delay: null })
  render(<Rows names={['a', 'b', 'c']} />)
  await user.click(screen.getByText('b'))
  expect(await focusedText()).toBe('c')
  await user.keyboard('{Enter}')
  expect(await focusedText()).toBe('a')
  await user.keyboard('{Enter}')
  expect(await focusedText()).toBe('added')
})

function Notes({ isForm }: { isForm: boolean }) {
  useKeepFocus()
  const [hasMore, setHasMore] = useState(true)
  const Group = isForm ? 'form' : 'div'
  return (
    <main>
      <Group>
        {hasMore ? (
          <button type="button" onClick={() => setHasMore(false)}>
            more
          </button>
        ) : null}
        <textarea aria-label="note" />
        <button type="button">save</button>
      </Group>
    </main>
  )
}

test.each([
  { isForm: false, label: 'button', reason: 'shortcuts would be typed into a text field' },
  { isForm: true, label: 'textarea', reason: 'the person fills in a form' },
])('the focus moves to the next $label, because $reason', async ({ isForm, label }) => {
  render(<Notes isForm={isForm} />)
  await userEvent.setup({ delay: null }).click(screen.getByText('more'))
  await focusedText()
  expect(document.activeElement?.localName).toBe(label)
})

function Page() {
  useKeepFocus()
  const [isNext, setNext] = useState(false)
  return (
    <main>
      {isNext ? (
        <section key="next">
          <button type="button">next</button>
        </section>
      ) : (
        <section key="first">
          <button type="button" onClick={() => setNext(true)}>
            go
          </button>
        </section>
      )}
    </main>
  )
}

test('when the page changes, the focus is not moved, because the navigation moves it', async () => {
  render(<Page />)
  await userEvent.setup({ delay: null }).click(screen.getByText('go'))
  expect(await screen.findByText('next')).toBeTruthy()
  await new Promise(setImmediate)
  expect(document.activeElement).toBe(document.body)
})
