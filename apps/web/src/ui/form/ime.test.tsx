import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { stopTimers } from '../../test/fake-timers.ts'
import { useImeSafeEnter } from './ime.ts'

const onEnter = vi.fn()
const onSubmit = vi.fn()

function Field() {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <input {...useImeSafeEnter(onEnter)} />
    </form>
  )
}
const field = () => {
  render(<Field />)
  return screen.getByRole('textbox')
}
/** Presses Enter without user-event, which can neither confirm a composition nor hold a key. */
const enter = (input: HTMLElement, init: KeyboardEventInit = {}) => {
  const event = createEvent.keyDown(input, { key: 'Enter', keyCode: 13, ...init })
  fireEvent(input, event)
  return event
}

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('Enter on plain text calls `onEnter` once', () => {
  enter(field())
  expect(onEnter).toHaveBeenCalledTimes(1)
})

test('the Enter that confirms a composition in Chromium neither calls `onEnter` nor submits the form', () => {
  const input = field()
  fireEvent.compositionStart(input)
  const event = enter(input, { isComposing: true, keyCode: 229 })
  fireEvent.compositionEnd(input)
  expect(onEnter).not.toHaveBeenCalled()
  expect(event.defaultPrevented).toBe(true)
})

test('the Enter that confirms a composition in Safari, after compositionend, does not call `onEnter`', () => {
  const input = field()
  fireEvent.compositionStart(input)
  fireEvent.compositionEnd(input)
  enter(input, { keyCode: 229 })
  expect(onEnter).not.toHaveBeenCalled()
})

test('a plain Enter in the same tick as compositionend does not call `onEnter`', () => {
  const input = field()
  fireEvent.compositionStart(input)
  fireEvent.compositionEnd(input)
  enter(input)
  expect(onEnter).not.toHaveBeenCalled()
})

test('Enter after a confirmed composition calls `onEnter` once', async () => {
  const { advance } = stopTimers()
  const input = field()
  fireEvent.compositionStart(input)
  enter(input, { isComposing: true, keyCode: 229 })
  fireEvent.compositionEnd(input)
  // the next tick
  await advance(0)
  enter(input)
  expect(onEnter).toHaveBeenCalledTimes(1)
})

test('holding Enter calls `onEnter` once', () => {
  const input = field()
  enter(input)
  enter(input, { repeat: true })
  expect(onEnter).toHaveBeenCalledTimes(1)
})
