// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { advanceTimers, assessment, changes, fakeServer, json, names, press, respond, setUpAssessmentTests, show } from './test-render.tsx'

setUpAssessmentTests()

test('lists problems and high risks with counts and start dates, newest first', async () => {
  await show()
  expect(screen.getByRole('heading', { name: '問題 1' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: '高リスク 2' })).toBeTruthy()
  expect(names('問題')).toEqual(['脂質異常症'])
  expect(names('高リスク')).toEqual(['睡眠時無呼吸症候群（疑い）', '2型糖尿病'])
  expect(screen.getByText('3か月後に再検')).toBeTruthy()
  expect(screen.getByText('2026.10.28–')).toBeTruthy()
})

test('shows an observer the problems read-only', async () => {
  await show('observer')
  expect(names('問題')).toEqual(['脂質異常症'])
  expect(screen.queryByRole('button', { name: /解決|追加/ })).toBeNull()
})

test('solves a problem optimistically and restores it from the toast', async () => {
  await show()
  let release: () => void = () => undefined
  fakeServer.override = ({ method }) =>
    method === 'PUT'
      ? new Promise<Response>((resolve) => {
          release = () => resolve(respond(fakeServer.requests.findLast((entry) => entry.method === 'PUT')!))
        })
      : undefined
  press('脂質異常症を解決')
  await advanceTimers(50)
  expect(names('問題')).toEqual([])
  expect(screen.getByRole('button', { name: '解決済み 1件' })).toBeTruthy()
  expect(changes()).toEqual([{ method: 'PUT', path: '/api/assessments/1', body: { solved_on: '2026-11-21' } }])
  release()
  fakeServer.override = () => undefined
  await advanceTimers()
  expect(screen.getByRole('status').textContent).toBe('「脂質異常症」を解決済みにしました')
  press('元に戻す')
  await advanceTimers()
  expect(names('問題')).toEqual(['脂質異常症'])
  expect(changes().at(-1)?.body).toEqual({ solved_on: null })
})

test('rolls back a failed save with the reason and succeeds on retry', async () => {
  await show()
  fakeServer.override = ({ method }) => (method === 'PUT' ? json({ error: 'この操作を行う権限がありません。', code: 'forbidden' }, 403) : undefined)
  press('脂質異常症を解決')
  await advanceTimers()
  expect(names('問題')).toEqual(['脂質異常症'])
  expect(screen.getByRole('alert').textContent).toBe('「脂質異常症」を解決済みにできませんでしたこの操作を行う権限がありません。')
  fakeServer.override = () => undefined
  press('再試行')
  await advanceTimers()
  expect(names('問題')).toEqual([])
})

test('collapses solved problems and reopens them', async () => {
  fakeServer.assessments = [assessment(1, 1, 'problem', { solved_on: '2026-11-01' })]
  await show()
  expect(screen.queryByText('2025.06.12–2026.11.01')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '脂質異常症を再開' })).toBeNull()
  press('解決済み 1件')
  press('脂質異常症を再開')
  await advanceTimers()
  expect(names('問題')).toEqual(['脂質異常症'])
  expect(changes()).toEqual([{ method: 'PUT', path: '/api/assessments/1', body: { solved_on: null } }])
})

test('shows an empty state and a load error', async () => {
  fakeServer.assessments = []
  await show()
  expect(screen.getByText('評価はまだありません')).toBeTruthy()
  cleanup()
  fakeServer.override = () => json({ error: 'x' }, 403)
  await show()
  expect(screen.getByText('評価を読み込めませんでした')).toBeTruthy()
  fakeServer.override = () => undefined
  press('もう一度読み込む')
  await advanceTimers(900)
  expect(screen.getByText('評価はまだありません')).toBeTruthy()
})
