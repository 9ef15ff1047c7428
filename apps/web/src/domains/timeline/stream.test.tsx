import { listTimeline, type TimelineItem } from '@sukoyaka/wire/boards/timeline'
import { screen } from '@testing-library/react'
import { createRef } from 'react'
import { expect, test } from 'vitest'
import { network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { StreamList } from './StreamList.tsx'

setUpNetwork()

test.each([
  ['#habit_goal-5', 'added'],
  ['#habit_goal-5-achieved', 'achieved'],
])('%s marks the event “%s” of the record', async (hash, marked) => {
  const event = (name: 'added' | 'achieved', at: string) => ({ kind: 'habit_goal', event: name, id: 5, at, is_day: false }) as TimelineItem
  const items = [event('achieved', '2026-11-05T01:00:00Z'), event('added', '2026-10-05T01:00:00Z')]
  network.use(reply(listTimeline, { items, older: null, newer: null }))
  show(
    'doctor',
    <StreamList
      user_id={1}
      filter={{ kinds: [], q: '', month: undefined }}
      place={{ key: 'first', hash }}
      scroller={createRef()}
      empty=""
      onMonth={() => undefined}
      onClear={() => undefined}
    >
      {(item) => <p>{item.event}</p>}
    </StreamList>,
  )
  await screen.findByText('achieved')
  expect(sent(listTimeline)).toEqual([{ user_id: 1, item: 'habit_goal-5' }])
  expect([...document.querySelectorAll('[data-named]')].map(({ textContent }) => textContent)).toEqual([marked])
})
