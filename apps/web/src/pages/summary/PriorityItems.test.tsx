import { listInterviews } from '@sukoyaka/wire/care/interview'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { interview } from '../../test/data/interview.ts'
import { stopTimers } from '../../test/fake-timers.ts'
import { emptyLists, network, reply, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { PriorityItems } from './PriorityItems.tsx'

setUpNetwork()

test('the link to an online interview appears ten minutes before its start without a reload', async () => {
  const { advance } = stopTimers()
  network.use(reply(listInterviews, { items: [interview(1, '2026-11-21T00:15:00Z', { meeting_url: 'https://meet.example.com/1' })] }), emptyLists)
  show('patient', <PriorityItems user_id={1} />)
  await screen.findByText(/ここで参加できます/)
  await advance(4 * 60_000)
  expect(screen.queryByRole('link')).toBeNull()
  await advance(60_000)
  expect(screen.getByRole('link', { name: /参加する/ }).getAttribute('href')).toBe('https://meet.example.com/1')
})
