import type { Role } from '@sukoyaka/wire/access'
import { type Assessment, changeAssessment, listAssessments } from '@sukoyaka/wire/care/assessment'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { AssessmentsCard } from './AssessmentsCard.tsx'
import { assessment } from './test-data.ts'

setUpNetwork()

let stored: Assessment[]
beforeEach(() => {
  stored = [assessment(1, 1, 'problem', { memo: '3か月後に再検' }), assessment(2, 2, 'high_risk'), assessment(3, 3, 'suspect', { conducted_on: '2026-10-28' })]
  network.use(
    reply(listAssessments, () => ({ items: stored })),
    reply(changeAssessment, ({ id, solved_on = null }) => Object.assign(stored.find((item) => item.id === id)!, { solved_on })),
  )
})

const card = <AssessmentsCard user_id={1} facts={{ birthday: null, sex: null, family_disease_ids: new Set(), measured: [] }} />
const showCard = async (role: Role = 'doctor') => {
  const shown = show(role, card)
  await screen.findByRole('region', { name: '問題' })
  return shown
}
const names = (column: string) =>
  within(screen.getByRole('region', { name: column }))
    .queryAllByRole('listitem')
    .map((row) => row.querySelector('button')?.textContent)
const refusal = () => failure(403, 'forbidden', 'この操作を行う権限がありません。')

test('lists problems and high risks with counts and start dates, newest first', async () => {
  await showCard()
  expect(screen.getByRole('heading', { name: '問題 1' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: '高リスク 2' })).toBeTruthy()
  expect(names('問題')).toEqual(['脂質異常症'])
  expect(names('高リスク')).toEqual(['睡眠時無呼吸症候群（疑い）', '2型糖尿病'])
  expect(screen.getByText('3か月後に再検')).toBeTruthy()
  expect(screen.getByText('2026.10.28–')).toBeTruthy()
})

test('shows an observer the problems read-only', async () => {
  await showCard('observer')
  expect(names('問題')).toEqual(['脂質異常症'])
  expect(screen.queryByRole('button', { name: /解決|追加/ })).toBeNull()
})

test('shows a problem as solved before the server replies; undo in the toast reopens it', async () => {
  const { press } = await showCard()
  const response = Promise.withResolvers<void>()
  network.use(
    reply(
      changeAssessment,
      async ({ solved_on = null }) => {
        await response.promise
        return Object.assign(stored[0]!, { solved_on })
      },
      { once: true },
    ),
  )
  await press('脂質異常症を解決')
  await screen.findByRole('button', { name: '解決済み 1件' })
  expect(names('問題')).toEqual([])
  expect(screen.queryByText('「脂質異常症」を解決済みにしました')).toBeNull()
  response.resolve()
  await screen.findByText('「脂質異常症」を解決済みにしました')
  await press('元に戻す')
  await waitFor(() => expect(names('問題')).toEqual(['脂質異常症']))
  await screen.findByText('「脂質異常症」を再開しました')
  expect(names('問題')).toEqual(['脂質異常症'])
  expect(sent(changeAssessment)).toEqual([
    { id: 1, solved_on: '2026-11-21' },
    { id: 1, solved_on: null, updated_at: stored[0]!.updated_at },
  ])
})

test('rolls back a failed save with the reason and succeeds on retry', async () => {
  const { press } = await showCard()
  network.use(reply(changeAssessment, refusal, { once: true }))
  await press('脂質異常症を解決')
  expect((await screen.findByRole('alert')).textContent).toBe('「脂質異常症」を解決済みにできませんでしたこの操作を行う権限がありません。')
  expect(names('問題')).toEqual(['脂質異常症'])
  await press('再試行')
  await screen.findByText('「脂質異常症」を解決済みにしました')
  expect(names('問題')).toEqual([])
})

test('solved problems are collapsed and can be reopened', async () => {
  stored = [assessment(1, 1, 'problem', { solved_on: '2026-11-01' })]
  const { press } = await showCard()
  expect(screen.getByText('2025.06.12–2026.11.01')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '脂質異常症を再開' })).toBeNull()
  await press('解決済み 1件')
  await press('脂質異常症を再開')
  await screen.findByText('「脂質異常症」を再開しました')
  expect(names('問題')).toEqual(['脂質異常症'])
  expect(sent(changeAssessment)).toEqual([{ id: 1, solved_on: null }])
})

test('shows an empty state and a load error', async () => {
  stored = []
  const { unmount } = show('doctor', card)
  await screen.findByText('評価はまだありません')
  unmount()
  network.use(reply(listAssessments, refusal, { once: true }))
  const { press } = show('doctor', card)
  await screen.findByText('評価を読み込めませんでした')
  await press('もう一度読み込む')
  await screen.findByText('評価はまだありません')
})
