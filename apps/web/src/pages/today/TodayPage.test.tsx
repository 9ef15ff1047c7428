import { getToday } from '@sukoyaka/wire/boards/today'
import { listTasks } from '@sukoyaka/wire/care/task'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paged } from '../../test/data/paged.ts'
import { network, reply, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { TodayPage } from './TodayPage.tsx'

setUpNetwork()

test('without patients, only the board of one’s own patients says how to show all patients', async () => {
  network.use(
    reply(listTasks, paged([])),
    reply(getToday, ({ scope = 'mine' }) => ({ scope, patient_count: 0, sections: [] })),
  )
  const { user } = show('doctor', <TodayPage />)
  expect(await screen.findByText(/「全員」に切り替える/)).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: '全員' }))
  expect(await screen.findByText('現在、該当する人はいません')).toBeTruthy()
  expect(screen.queryByText(/「全員」に切り替える/)).toBe(null)
})
