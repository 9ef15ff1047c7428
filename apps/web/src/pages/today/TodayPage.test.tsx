import { getToday, todaySections } from '@sukoyaka/wire/boards/today'
import { listTasks, type Task } from '@sukoyaka/wire/care/task'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { item } from '../../domains/today/test-data.ts'
import { paged, pageOf } from '../../test/data/paged.ts'
import { person } from '../../test/data/person.ts'
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

test('the row of a patient shows a task that the viewer gave to somebody, on whichever page of the tasks it is', async () => {
  const given = (id: number, user_id: number): Task => ({
    id,
    user_id,
    user: person(user_id, '佐伯', 'patient'),
    content: `依頼${id}`,
    due_on: null,
    assignee_id: 3,
    assignee: person(3, '小林', 'nurse'),
    interview_id: null,
    message: null,
    source: 'person',
    created_by: 1,
    done_at: null,
    done_by: null,
    created_at: '2026-11-20T00:00:00Z',
    updated_at: '2026-11-20T00:00:00Z',
  })
  const pages = [[given(1, 5)], [given(2, 6)], [given(3, 4)]]
  const section = 'needs_reply'
  const items = [item(section, 4)]
  network.use(
    reply(listTasks, ({ given_by, page }) => (given_by ? pageOf(pages, page) : paged([]))),
    reply(getToday, ({ scope = 'mine' }) => ({
      scope,
      patient_count: 1,
      sections: todaySections.map((name) => {
        const own = name === section ? items : []
        return { section: name, items: own, next_page: null, total_count: own.length, reviewed_count: 0 }
      }),
    })),
  )
  show('doctor', <TodayPage />)
  expect(await screen.findByText('依頼3')).toBeTruthy()
  expect(screen.queryByText('依頼2')).toBeNull()
})

test('a section with a critical value of which the patient was not told comes first', async () => {
  const rows = { newly_abnormal: [item('newly_abnormal', 4)], worsened: [item('worsened', 5, { serious_count: 1, untold_count: 1 })] }
  network.use(
    reply(listTasks, paged([])),
    reply(getToday, ({ scope = 'mine' }) => ({
      scope,
      patient_count: 2,
      sections: todaySections.map((section) => {
        const items = section === 'newly_abnormal' || section === 'worsened' ? rows[section] : []
        return { section, items, next_page: null, total_count: items.length, reviewed_count: 0 }
      }),
    })),
  )
  const { container } = show('doctor', <TodayPage />)
  await screen.findByText(/恵子5/)
  const shown = [...container.querySelectorAll<HTMLElement>('[data-section]')].map(({ dataset }) => dataset.section)
  expect(shown.slice(0, 2)).toEqual(['worsened', 'newly_abnormal'])
})
