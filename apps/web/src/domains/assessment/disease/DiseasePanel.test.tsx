// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { advanceTimers, detail, press, setUpAssessmentTests, show } from '../test-render.tsx'
import type { Facts } from './facts.ts'

setUpAssessmentTests()

const woman: Facts = {
  birthday: '1968-03-14',
  sex: 'female',
  measured: [{ category_id: 11, name: 'HbA1c', value: '6.1', unit: '%', status: 2, direction: 'high', recorded_at: '2026-10-14T00:00:00Z' }],
}

test('shows the disease details for this patient behind the name', async () => {
  await show('observer', woman)
  press('2型糖尿病')
  await advanceTimers()
  const panel = within(screen.getByRole('dialog', { name: '2型糖尿病' }))
  const rows = panel.getAllByRole('listitem').map((row) => row.textContent)
  expect(panel.getByText('危険度 3／5（中）')).toBeTruthy()
  expect(rows.findIndex((row) => row?.includes('HbA1c'))).toBeLessThan(rows.findIndex((row) => row?.includes('空腹時血糖')))
  expect(rows.find((row) => row?.includes('HbA1c'))).toContain('6.1')
  expect(rows.find((row) => row?.includes('空腹時血糖'))).toContain('検査値なし')
  expect(rows.some((row) => row?.includes('喫煙'))).toBe(false)
  expect(rows.find((row) => row?.includes('40歳以上'))).toContain('該当')
  expect(rows.find((row) => row?.includes('運動不足'))).not.toContain('該当')
  expect(panel.queryByRole('button', { name: /目標/ })).toBeNull()
})

test('turns a prevention plan into a habit goal and shows the error on failure', async () => {
  let isGoal = false
  const add = vi.fn(async () => ({ status: 500, error: 'サーバーで問題が起きました。' }) as const)
  await show('doctor', { ...woman, goals: { has: () => isGoal, add } })
  press('2型糖尿病')
  await advanceTimers()
  press('間食を減らすを習慣目標に追加')
  await advanceTimers(100)
  expect(add).toHaveBeenCalledExactlyOnceWith(detail.prevent_plans[0])
  expect(screen.getByRole('alert').textContent).toBe('サーバーで問題が起きました。')
  isGoal = true
  press('間食を減らすを習慣目標に追加')
  await advanceTimers(100)
  expect(screen.getByRole('button', { name: '目標に追加済み' })).toBeTruthy()
})
