// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IconButton } from '../button/IconButton.tsx'
import { Tooltip } from './Tooltip.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const target = () => {
  render(
    <Tooltip label="長い施設名のすべて">
      <button type="button">施設</button>
    </Tooltip>,
  )
  return screen.getByRole('button')
}

test('hovering a button shows its tooltip after 100 ms, and Escape hides it', () => {
  const button = target()
  fireEvent.pointerEnter(button, { pointerType: 'mouse' })
  wait(90)
  expect(screen.queryByRole('tooltip')).toBeNull()
  wait(20)
  const tip = screen.getByRole('tooltip')
  expect(tip.textContent).toBe('長い施設名のすべて')
  expect(button.getAttribute('aria-describedby')).toBe(tip.id)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(screen.queryByRole('tooltip')).toBeNull()
  expect(button.hasAttribute('aria-describedby')).toBe(false)
})

test('a long press shows the tooltip after 700 ms and keeps it for another 1.5 seconds', () => {
  const button = target()
  fireEvent.pointerDown(button, { pointerType: 'touch' })
  wait(690)
  expect(screen.queryByRole('tooltip')).toBeNull()
  wait(20)
  expect(screen.queryByRole('tooltip')).not.toBeNull()
  fireEvent.pointerUp(button, { pointerType: 'touch' })
  wait(1490)
  expect(screen.queryByRole('tooltip')).not.toBeNull()
  wait(20)
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('a quick tap shows no tooltip', () => {
  const button = target()
  fireEvent.pointerDown(button, { pointerType: 'touch' })
  wait(100)
  fireEvent.pointerUp(button, { pointerType: 'touch' })
  wait(5000)
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('keyboard focus announces the name of an icon button once', () => {
  render(<IconButton label="編集" icon={<svg aria-hidden="true" />} />)
  const button = screen.getByRole('button', { name: '編集' })
  act(() => button.focus())
  wait(110)
  expect(screen.getByRole('tooltip').textContent).toBe('編集')
  expect(button.hasAttribute('aria-describedby')).toBe(false)
})
