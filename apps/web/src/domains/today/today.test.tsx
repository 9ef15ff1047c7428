// @vitest-environment happy-dom

import type { Today, TodayItem, TodaySection } from '@sukoyaka/wire/boards/today'
import { todaySections } from '@sukoyaka/wire/boards/today'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeNetwork, press, setUpCardTests, showCard, text, wait } from '../../test/render.tsx'
import { toasts } from '../../ui/overlay/toast.ts'
import { useGetTodayQuery } from './api.ts'
import type { Acts } from './Row.tsx'
import { SectionCard } from './SectionCard.tsx'
import './SectionRows.tsx'

const item = (section: TodaySection, id: number, more: Partial<TodayItem> = {}): TodayItem => ({
  section,
  patient: {
    id,
    last_name: '佐伯',
    first_name: `恵子${id}`,
    last_name_kana: 'サエキ',
    first_name_kana: 'ケイコ',
    icon: null,
    birthday: '1968-03-14',
    sex: 'female',
  },
  subject_id: null,
  version: '2026-11-10T00:00:00.000Z',
  at: '2026-11-10T00:00:00.000Z',
  findings: [],
  count: 0,
  serious_count: 0,
  name: '',
  interview_kind: null,
  ends_at: null,
  meeting_type: null,
  excerpt: null,
  review: null,
  ...more,
})
const ldl: TodayItem['findings'][number] = {
  category_id: 1,
  display_name: 'LDLコレステロール',
  unit_display: 'mg/dL',
  decimals: 0,
  value: 182,
  status: 1,
  is_serious: false,
  recorded_at: '2026-11-10T00:00:00.000Z',
  previous_value: 118,
  previous_at: '2025-11-10T00:00:00.000Z',
  healthy: { min: 60, max: 120 },
}
const board = (items: TodayItem[], counts: Partial<Today['sections'][number]> = {}): Today => ({
  scope: 'mine',
  patient_count: 2,
  sections: todaySections.map((section) => {
    const own = items.filter((entry) => entry.section === section)
    return { section, items: own, next_page: null, total_count: own.length, reviewed_count: 0, ...(own.length && counts) }
  }),
})
const reviewer = { id: 3, role: 'nurse' as const, last_name: '小林', first_name: '美咲', last_name_kana: '', first_name_kana: '', icon: null }

setUpCardTests(() => ({
  '/api/today': board([
    item('newly_abnormal', 1, { findings: [ldl], count: 3 }),
    item('newly_abnormal', 2, { findings: [{ ...ldl, previous_value: null, is_serious: true }], count: 1 }),
    item('needs_reply', 4, { at: '2026-11-19T00:00:00.000Z', excerpt: '血圧が高めです' }),
    item('interviews_today', 5, {
      subject_id: 9,
      at: '2026-11-21T05:00:00.000Z',
      ends_at: '2026-11-21T05:30:00.000Z',
      interview_kind: 'follow',
      meeting_type: 'online',
    }),
    item('checkup_overdue', 6, { at: '2026-08-20T15:00:00.000Z' }),
    item('no_data', 7, { at: '2026-11-01T00:00:00.000Z' }),
    item('doing_well', 8, { count: 42 }),
  ]),
  '/api/today/newly_abnormal': {
    items: [item('newly_abnormal', 3, { findings: [ldl], count: 1, review: { id: 77, reviewed_at: '2026-11-21T00:10:00.000Z', reviewed_by: reviewer } })],
    page: 1,
    next_page: null,
    total_count: 1,
    reviewed_count: 1,
  },
  'POST /api/today_reviews': { id: 55 },
}))

function Board({ mayReview = true, onTask }: Partial<Acts>) {
  const { data } = useGetTodayQuery({ scope: 'mine' })
  return data?.sections.map((section) => <SectionCard key={section.section} section={section} scope="mine" mayReview={mayReview} onTask={onTask} />)
}
const rowsOf = (name: string | RegExp) =>
  within(screen.getByRole('region', { name }))
    .queryAllByRole('listitem')
    .map((row) => row.textContent?.replace(/\s+/g, ' ').trim())

test('shows the rule of a section and the reason of each row: the value with range and previous value, or the time', async () => {
  await showCard(<Board />)
  expect(text()).toContain('最新の値が異常で、前回は異常でなかった項目')
  const [first, second] = rowsOf(/^新たに異常/)
  expect(first).toMatch(/佐伯 恵子1サエキ ケイコ58歳 女性.*LDLコレステロール182 mg\/dL.*前回 118基準 60–119ほか2項目11\.10$/)
  expect(second).toMatch(/至急連絡.*初回/)
  expect(screen.getAllByRole('img', { name: 'LDLコレステロール、182 mg/dL、基準範囲60–119、異常' })).toHaveLength(2)
  expect(rowsOf(/^返信待ち/)[0]).toMatch(/血圧が高めです2日待ち$/)
  expect(rowsOf(/^今日の面談/)[0]).toMatch(/14:00–14:30フォロー面談オンライン$/)
  expect(rowsOf(/^検査の時期/)[0]).toMatch(/目安 08\.213か月超過$/)
  expect(rowsOf(/^14日以上/)[0]).toMatch(/最後のデータ 11\.0120日間なし$|最後のデータ 11\.0119日間なし$/)
  expect(rowsOf(/^順調な人/)[0]).toMatch(/42項目すべて基準内習慣も継続中/)
  expect(rowsOf(/^悪化/)).toEqual([])
  expect(screen.getByRole('link', { name: '佐伯 恵子1' }).getAttribute('href')).toBe('/1/summary')
})

test('opens a new task for a patient from the row', async () => {
  const begun: number[] = []
  await showCard(<Board onTask={(id) => begun.push(id)} />)
  await press('佐伯 恵子2のタスクを追加')
  expect(begun).toEqual([2])
})

test('a reviewed row disappears at once and its version is sent; undo in the toast removes the review', async () => {
  await showCard(<Board />)
  // without a response the board keeps the optimistic state
  delete fakeNetwork.responses['/api/today']
  await press('佐伯 恵子1を確認済みにする', 50)
  expect(rowsOf(/^新たに異常/)).toHaveLength(1)
  await wait(800)
  expect(fakeNetwork.requests.at(-1)).toEqual({
    method: 'POST',
    path: '/api/today_reviews',
    body: { section: 'newly_abnormal', user_id: 1, subject_id: null, version: '2026-11-10T00:00:00.000Z' },
  })
  fakeNetwork.responses['DELETE /api/today_reviews/55'] = {}
  toasts.read().at(-1)!.onUndo!()
  await wait(300)
  expect(fakeNetwork.requests.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/today_reviews/55' })
})

test('rolls back a rejected review and shows an error', async () => {
  await showCard(<Board />)
  fakeNetwork.rejectsWrites = true
  await press('佐伯 恵子1を確認済みにする')
  expect(rowsOf(/^新たに異常/)).toHaveLength(2)
  expect(toasts.read().at(-1)).toMatchObject({ kind: 'error', title: '確認済みにできませんでした' })
})

test('shows reviewed rows with reviewer and time, and undoes a review there', async () => {
  fakeNetwork.responses['/api/today'] = board([item('newly_abnormal', 1, { findings: [ldl], count: 1 })], { reviewed_count: 1 })
  await showCard(<Board />)
  await press('確認済み 1')
  expect(rowsOf(/^新たに異常/)[1]).toMatch(/小林 美咲が11\.21 09:10に確認/)
  fakeNetwork.responses['DELETE /api/today_reviews/77'] = {}
  await press('佐伯 恵子3の確認を取り消す')
  expect(fakeNetwork.requests.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/today_reviews/77' })
})

test('read-only roles cannot review', async () => {
  await showCard(<Board mayReview={false} />, 'observer')
  expect(screen.queryByRole('button', { name: /確認済みにする/ })).toBeNull()
})
