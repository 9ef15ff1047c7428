import type { Role } from '@sukoyaka/wire/access'
import { getDisease, listAssessments } from '@sukoyaka/wire/care/assessment'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CallError } from '../../../api/call-error.ts'
import { failure, network, reply, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { AssessmentsCard } from '../AssessmentsCard.tsx'
import { assessment, diabetes } from '../test-data.ts'
import type { Facts, PreventPlan } from './facts.ts'

setUpNetwork()

beforeEach(() => {
  network.use(reply(listAssessments, { items: [assessment(2, 2, 'high_risk')] }), reply(getDisease, diabetes))
})

const woman: Facts = {
  birthday: '1968-03-14',
  sex: 'female',
  family_disease_ids: new Set([2]),
  measured: [{ category_id: 11, name: 'HbA1c', value: '6.1', unit: '%', status: 2, direction: 'high', recorded_at: '2026-10-14T00:00:00Z' }],
}
const openPanel = async (role: Role, facts: Facts) => {
  const shown = show(role, <AssessmentsCard user_id={1} facts={facts} />)
  await shown.press('2型糖尿病')
  return { ...shown, panel: within(await screen.findByRole('dialog', { name: '2型糖尿病' })) }
}

test('a press on a disease name shows details of the disease with the data of this patient', async () => {
  const { panel } = await openPanel('observer', woman)
  await panel.findByText('危険度 3／5（中）')
  const rows = panel.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows.findIndex((row) => row?.includes('HbA1c'))).toBeLessThan(rows.findIndex((row) => row?.includes('空腹時血糖')))
  expect(rows.find((row) => row?.includes('HbA1c'))).toContain('6.1')
  expect(rows.find((row) => row?.includes('空腹時血糖'))).toContain('検査値なし')
  expect(rows.some((row) => row?.includes('喫煙'))).toBe(false)
  expect(rows.find((row) => row?.includes('40歳以上'))).toContain('該当')
  expect(rows.find((row) => row?.includes('運動不足'))).not.toContain('該当')
  // a recorded illness of a relative applies; the other sex is not listed
  expect(rows.find((row) => row?.includes('家族歴：2型糖尿病'))).toContain('該当')
  expect(rows.find((row) => row?.includes('家族歴：脂質異常症'))).not.toContain('該当')
  expect(rows.some((row) => row?.includes('男性'))).toBe(false)
  panel.getByText('印のない項目は、該当しないか、記録からは分からないものです。')
  expect(panel.queryByRole('button', { name: /目標/ })).toBeNull()
})

test('turns a prevention plan into a habit goal and shows the error on failure', async () => {
  let isGoal = false
  const add = vi.fn<(plan: PreventPlan) => Promise<CallError | undefined>>()
  add.mockResolvedValueOnce({ status: 500, error: 'サーバーで問題が起きました。' }).mockImplementationOnce(async () => {
    isGoal = true
    return undefined
  })
  const { press, panel } = await openPanel('doctor', { ...woman, goals: { has: () => isGoal, add } })
  await press('間食を減らすを習慣目標に追加')
  expect((await panel.findByRole('alert')).textContent).toBe('サーバーで問題が起きました。')
  expect(add).toHaveBeenCalledExactlyOnceWith(diabetes.prevent_plans?.[0])
  await press('間食を減らすを習慣目標に追加')
  await panel.findByRole('button', { name: '目標に追加済み' })
  expect(panel.queryByRole('alert')).toBeNull()
})

test('shows a load error in the dialog and retries', async () => {
  network.use(reply(getDisease, () => failure(403, 'forbidden', 'この操作を行う権限がありません。'), { once: true }))
  const { press, panel } = await openPanel('doctor', woman)
  await panel.findByText('病気の情報を読み込めませんでした')
  await press('もう一度読み込む')
  await panel.findByText('危険度 3／5（中）')
})
