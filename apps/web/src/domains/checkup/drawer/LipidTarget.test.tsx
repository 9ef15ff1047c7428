import { changeLipidTarget, getLipidTarget } from '@sukoyaka/wire/record/lipid-risk'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { sample } from '../test-data.ts'
import { LipidTarget } from './LipidTarget.tsx'

setUpNetwork()
const none = { user_id: 1, risk: null, set_by: null, updated_at: null }
const medium = { ...none, risk: 'medium' as const, updated_at: '2026-11-20T00:00:00Z' }
const target = (value: number, comparator: '<' | null = null) => <LipidTarget user_id={1} category={sample.categories[0]!} newest={{ value, comparator }} />

test('without a risk there is no target; a doctor chooses a risk, and its target is shown with the source', async () => {
  network.use(
    reply(getLipidTarget, none),
    reply(changeLipidTarget, () => {
      network.use(reply(getLipidTarget, medium))
      return medium
    }),
  )
  const { user, press } = show('doctor', target(162))
  await screen.findByText(/リスク区分が未設定のため、管理目標はありません/)
  await press('リスク区分を選ぶ')
  await user.click(await screen.findByRole('radio', { name: /一次予防・中リスク/ }))
  await press('保存')
  await screen.findByText('管理目標 140 mg/dL未満')
  expect(screen.getByText('最新の値は目標に届いていません')).toBeTruthy()
  expect(screen.getAllByText(/動脈硬化性疾患予防ガイドライン 2022年版/).length).toBeGreaterThan(0)
  expect(sent(changeLipidTarget)).toEqual([{ user_id: 1, risk: 'medium', updated_at: null }])
})

test('a trainer sees the target and cannot change it', async () => {
  network.use(reply(getLipidTarget, medium))
  show('trainer', target(139))
  await screen.findByText('最新の値は目標の範囲です')
  expect(screen.queryByRole('button')).toBe(null)
})

test('the value “<140” reaches the target “below 140”', async () => {
  network.use(reply(getLipidTarget, medium))
  show('trainer', target(140, '<'))
  await screen.findByText('最新の値は目標の範囲です')
})
