import type { Today, TodayItem } from '@sukoyaka/wire/boards/today'
import { addTodayReview, getToday, listTodaySection, removeTodayReview, todaySections } from '@sukoyaka/wire/boards/today'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { api } from '../../api/api.ts'
import { person } from '../../test/data/person.ts'
import { stopTimers } from '../../test/fake-timers.ts'
import { failure, network, reply, sent, settled, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { pollIntervalMs, useGetTodayQuery } from './api.ts'
import type { ViewerActions } from './Row.tsx'
import { SectionCard } from './SectionCard.tsx'
import { item, ldl } from './test-data.ts'
import { WriteToAll } from './WriteToAll.tsx'

setUpNetwork()

const board = (items: TodayItem[], counts: Partial<Today['sections'][number]> = {}): Today => ({
  scope: 'mine',
  patient_count: 2,
  sections: todaySections.map((section) => {
    const own = items.filter((entry) => entry.section === section)
    return { section, items: own, next_page: null, total_count: own.length, reviewed_count: 0, ...(own.length && counts) }
  }),
})
const review = { id: 77, reviewed_at: '2026-11-21T00:10:00.000Z', reviewed_by: person(3, '小林', 'nurse') }

const abnormal = item('newly_abnormal', 1, { findings: [ldl], count: 3 })
const urgent = item('newly_abnormal', 2, { findings: [{ ...ldl, previous_value: null, is_serious: true }], count: 1 })
const others = [
  item('needs_reply', 4, { at: '2026-11-19T00:00:00.000Z', excerpt: '血圧が高めです' }),
  item('interviews_today', 5, {
    subject_id: 9,
    at: '2026-11-21T05:00:00.000Z',
    ends_at: '2026-11-21T05:30:00.000Z',
    interview_kind: 'follow',
    meeting_type: 'online',
  }),
  item('checkup_overdue', 6, { at: '2026-08-20T15:00:00.000Z' }),
  // in Tokyo the evening of a day, while it is now morning
  item('no_data', 7, { at: '2026-11-01T12:00:00.000Z' }),
  item('doing_well', 8, { count: 42 }),
]

let stored: Today
/** Resolves when the server responds to a review. */
let response: Promise<void>
beforeEach(() => {
  response = Promise.resolve()
  stored = board([abnormal, urgent, ...others])
  network.use(
    reply(getToday, () => stored),
    reply(addTodayReview, async ({ section, user_id, version }) => {
      await response
      stored = board([urgent, ...others], { reviewed_count: 1 })
      return { id: 55, section, user_id, subject_id: null, version, reviewed_by: 1, reviewed_at: '2026-11-21T00:00:00.000Z' }
    }),
    reply(removeTodayReview, () => {
      stored = board([abnormal, urgent, ...others])
      return null
    }),
  )
})

function Board({ mayReview = true, onTask }: Partial<ViewerActions>) {
  const { data } = useGetTodayQuery({ scope: 'mine' })
  return data?.sections.map((section) => <SectionCard key={section.section} section={section} scope="mine" mayReview={mayReview} onTask={onTask} />)
}
const showBoard = async (acts: Partial<ViewerActions> = {}, role: 'doctor' | 'observer' = 'doctor') => {
  const shown = show(role, <Board {...acts} />)
  await screen.findByRole('region', { name: /^新たに異常/ })
  return shown
}
const rowsOf = (name: string | RegExp) =>
  within(screen.getByRole('region', { name }))
    .queryAllByRole('listitem')
    .map((row) => row.textContent?.replace(/\s+/g, ' ').trim())

test('shows the rule of a section and the reason of each row: the value with range and previous value, or the time', async () => {
  await showBoard()
  expect(within(screen.getByRole('region', { name: /^新たに異常/ })).getByRole('button', { name: /最新の値が異常または至急連絡の対象で/ })).toBeTruthy()
  const [first, second] = rowsOf(/^新たに異常/)
  expect(first).toMatch(/佐伯 恵子1さえき けいこ58歳 女性.*LDLコレステロール182 mg\/dL.*前回 118基準 60–119ほか2項目11\.10$/)
  expect(second).toMatch(/至急連絡.*初回/)
  expect(screen.getAllByRole('img', { name: 'LDLコレステロール、182 mg/dL、基準範囲60–119、異常' })).toHaveLength(2)
  expect(rowsOf(/^返信待ち/)[0]).toMatch(/血圧が高めです2日待ち$/)
  expect(rowsOf(/^今日の面談/)[0]).toMatch(/14:00–14:30佐伯 恵子5.*フォロー面談オンライン$/)
  expect(rowsOf(/^検査の時期/)[0]).toMatch(/目安 08\.213か月超過$/)
  expect(rowsOf(/^14日以上/)[0]).toMatch(/最後のデータ 11\.0120日間なし$/)
  expect(rowsOf(/^順調な人/)[0]).toMatch(/42項目すべて基準内習慣も継続中/)
  expect(rowsOf(/^悪化/)).toEqual([])
  expect(screen.getByRole('link', { name: '佐伯 恵子1' }).getAttribute('href')).toBe('/1/summary')
})

test('critical values that the patient was not told of open their section on phones, also when they arrive later; closed, it says so', async () => {
  const untold = (id: number) => item('worsened', id, { findings: [ldl], count: 1, serious_count: 2, untold_count: 2 })
  stored = board([item('newly_abnormal', 1, { findings: [ldl], serious_count: 1 }), untold(2)])
  const { user, store } = await showBoard()
  const toggle = (name: string) => screen.getByRole('button', { name: new RegExp(`「${name}」を(開く|閉じる)`) })
  const areOpen = () => ['新たに異常', '悪化', '返信待ち'].map((name) => toggle(name).getAttribute('aria-expanded') === 'true')
  expect(areOpen()).toEqual([false, true, false])
  expect(screen.queryByText('至急連絡 1')).toBeNull()
  await user.click(toggle('悪化'))
  expect(areOpen()).toEqual([false, false, false])
  expect(within(screen.getByRole('region', { name: /^悪化/ })).getByText('至急連絡 1')).toBeTruthy()
  stored = board([item('newly_abnormal', 1, { findings: [ldl], serious_count: 2, untold_count: 1 }), untold(2)])
  store.dispatch(api.util.invalidateTags(['today']))
  await waitFor(() => expect(areOpen()).toEqual([true, false, false]))
  // only the first rows are known
  stored = board([untold(2), untold(3)], { total_count: 7 })
  store.dispatch(api.util.invalidateTags(['today']))
  await waitFor(() => expect(areOpen()).toEqual([true, true, false]))
  await user.click(toggle('悪化'))
  expect(screen.getByText('至急連絡 2+')).toBeTruthy()
})

test('opens a new task for a patient from the row', async () => {
  const begun: number[] = []
  const { press } = await showBoard({ onTask: ({ id }) => begun.push(id) })
  await press('佐伯 恵子2のタスクを追加')
  expect(begun).toEqual([2])
})

test('a reviewed row disappears before the response and its version is sent; undo in the toast brings it back', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  response = promise
  const { press } = await showBoard()
  await press('佐伯 恵子1を確認済みにする')
  expect(rowsOf(/^新たに異常/)).toEqual([expect.stringContaining('佐伯 恵子2')])
  resolve()
  await screen.findByRole('button', { name: '元に戻す' })
  expect(sent(addTodayReview)).toEqual([{ section: 'newly_abnormal', user_id: 1, subject_id: null, version: '2026-11-10T00:00:00.000Z' }])
  await settled()
  expect(rowsOf(/^新たに異常/)).toHaveLength(1)
  await press('元に戻す')
  await waitFor(() => expect(rowsOf(/^新たに異常/)).toHaveLength(2))
  expect(sent(removeTodayReview)).toEqual([{ id: 55 }])
})

test('rolls back a rejected review and shows an error', async () => {
  network.use(reply(addTodayReview, () => failure(403, 'forbidden', 'できません')))
  const { press } = await showBoard()
  await press('佐伯 恵子1を確認済みにする')
  expect((await screen.findByRole('alert')).textContent).toContain('確認済みにできませんでした')
  await waitFor(() => expect(rowsOf(/^新たに異常/)).toHaveLength(2))
})

test('shows reviewed rows with reviewer and time, and undoes a review there', async () => {
  stored = board([abnormal], { reviewed_count: 1 })
  network.use(
    reply(listTodaySection, {
      items: [item('newly_abnormal', 3, { findings: [ldl], count: 1, review })],
      page: 1,
      next_page: null,
      total_count: 1,
      reviewed_count: 1,
    }),
  )
  const { press } = await showBoard()
  await press('確認済み 1')
  await screen.findByText(/小林 花子が11\.21 09:10に確認/)
  expect(rowsOf(/^新たに異常/)[1]).toMatch(/小林 花子が11\.21 09:10に確認/)
  expect(sent(listTodaySection)).toEqual([{ section: 'newly_abnormal', scope: 'mine', page: 1, reviewed: true }])
  await press('元に戻す：佐伯 恵子3の確認')
  await waitFor(() => expect(sent(removeTodayReview)).toEqual([{ id: 77 }]))
})

test('all rows of a section are loaded again at the interval of the board and after a change of a contract', async () => {
  const { advance, until } = stopTimers()
  stored = board([abnormal], { total_count: 2 })
  const rows = { page: 1, next_page: null, total_count: 2, reviewed_count: 0 }
  let ids = [1, 3]
  network.use(reply(listTodaySection, () => ({ ...rows, items: ids.map((id) => item('newly_abnormal', id)) })))
  const { user, store } = show('doctor', <Board />)
  const isListed = (id: number) => until(() => void screen.getByRole('link', { name: `佐伯 恵子${id}` }))
  await isListed(1)
  await user.click(screen.getByRole('button', { name: 'すべて表示（2件）' }))
  await isListed(3)
  ids = [1, 4]
  await advance(pollIntervalMs)
  await isListed(4)
  ids = [1, 5]
  store.dispatch(api.util.invalidateTags(['contracts']))
  await isListed(5)
})

test('read-only roles cannot review', async () => {
  await showBoard({ mayReview: false }, 'observer')
  expect(screen.queryByRole('button', { name: /確認済みにする/ })).toBeNull()
})

test('a row that waits for a reply links to the conversation; results say how long they have waited for their release', async () => {
  stored = board([
    ...others,
    item('waiting_release', 9, { subject_id: 3, name: '人間ドック', at: '2026-10-01T00:00:00.000Z', version: '2026-11-11T00:00:00.000Z', count: 4 }),
  ])
  await showBoard()
  expect((await screen.findByRole('link', { name: '佐伯 恵子4' })).getAttribute('href')).toBe('/messages/4')
  expect(rowsOf(/^公開待ちの結果/)[0]).toMatch(/結果 4項目10日待ち$/)
})

function NavigationState() {
  return <pre>{JSON.stringify(useLocation().state)}</pre>
}

test('a bulk message gets all patients whose checkup is overdue, from all pages of the section', async () => {
  network.use(
    reply(listTodaySection, ({ page = 1 }) => ({
      items: [item('checkup_overdue', page)],
      page,
      next_page: page === 1 ? 2 : null,
      total_count: 2,
      reviewed_count: 0,
    })),
  )
  const { press } = show(
    'nurse',
    <Routes>
      <Route path="/" element={<WriteToAll section="checkup_overdue" scope="all" />} />
      <Route path="/messages/bulk" element={<NavigationState />} />
    </Routes>,
  )
  await press('一斉送信を作成')
  await screen.findByText(/"name":"佐伯 恵子1","detail":"さえき けいこ.1968.03.14".*"name":"佐伯 恵子2"/)
  expect(sent(listTodaySection).map(({ page }) => page)).toEqual([1, 2])
})
