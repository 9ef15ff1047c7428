import { listOpenings } from '@sukoyaka/wire/people/facility'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { invalidate } from '../../../api/api.ts'
import { failure, network, reply, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { useOpenings } from './use-days.ts'

setUpNetwork()

const Openings = () => {
  const { openings, reload } = useOpenings(3, '2099-01')
  return (
    <button type="button" onClick={reload}>
      {reload ? 'reload' : openings?.map(({ left }) => `${left} left`)}
    </button>
  )
}

test.each(['facilities', 'checkup_waitlist', 'test_packages'] as const)('the openings of a month are loaded again after a change of %s', async (tag) => {
  let left = 0
  network.use(reply(listOpenings, () => ({ items: [{ starts_at: '2099-01-05T00:00:00Z', left }] })))
  const { store } = show('doctor', <Openings />)
  await screen.findByText('0 left')
  left = 1
  act(() => void store.dispatch(invalidate([tag])))
  expect(await screen.findByText('1 left')).toBeTruthy()
})

test('openings that could not be loaded can be loaded again', async () => {
  network.use(
    reply(listOpenings, () => failure(403, 'forbidden', 'できません'), { once: true }),
    reply(listOpenings, { items: [{ starts_at: '2099-01-05T00:00:00Z', left: 2 }] }),
  )
  const { press } = show('doctor', <Openings />)
  await press('reload')
  expect(await screen.findByText('2 left')).toBeTruthy()
})
