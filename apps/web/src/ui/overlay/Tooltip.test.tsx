import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stopTimers } from '../../test/fake-timers.ts'
import { setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { Tooltip } from './Tooltip.tsx'

setUpNetwork()

const showTarget = () => {
  const { advance } = stopTimers()
  const { user } = show(
    'nurse',
    <Tooltip label="長い施設名のすべて">
      <button type="button">施設</button>
    </Tooltip>,
  )
  const target = screen.getByRole('button')
  // not with user-event: it focuses what was touched, and happy-dom then matches `:focus-visible`, which browsers do not for a touched button
  const touch = () => fireEvent.pointerDown(target, { pointerType: 'touch' })
  const lift = () => fireEvent.pointerUp(target, { pointerType: 'touch' })
  return { advance, user, target, touch, lift }
}

test('hovering a button shows its tooltip after 100 ms, and Escape hides it', async () => {
  const { advance, user, target } = showTarget()
  await user.hover(target)
  await advance(99)
  expect(screen.queryByRole('tooltip')).toBeNull()
  await advance(1)
  const tip = screen.getByRole('tooltip')
  expect(tip.textContent).toBe('長い施設名のすべて')
  expect(target.getAttribute('aria-describedby')).toBe(tip.id)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).toBeNull()
  expect(target.hasAttribute('aria-describedby')).toBe(false)
})

test('a long press shows the tooltip after 700 ms and keeps it for another 1.5 seconds', async () => {
  const { advance, touch, lift } = showTarget()
  touch()
  await advance(699)
  expect(screen.queryByRole('tooltip')).toBeNull()
  await advance(1)
  expect(screen.queryByRole('tooltip')).not.toBeNull()
  lift()
  await advance(1499)
  expect(screen.queryByRole('tooltip')).not.toBeNull()
  await advance(1)
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('a quick tap shows no tooltip', async () => {
  const { advance, touch, lift } = showTarget()
  touch()
  await advance(100)
  lift()
  await advance(5000)
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('keyboard focus announces the name of an icon button once', async () => {
  const { advance } = stopTimers()
  const { user } = show('nurse', <IconButton label="編集" icon={<svg aria-hidden="true" />} />)
  const button = screen.getByRole('button', { name: '編集' })
  await user.tab()
  expect(document.activeElement).toBe(button)
  await advance(100)
  expect(screen.getByRole('tooltip').textContent).toBe('編集')
  expect(button.hasAttribute('aria-describedby')).toBe(false)
})
