import { changeLipidTarget, getLipidTarget, type PatientLipidRisk } from '@sukoyaka/wire/record/lipid-risk'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { invalidate } from '../../../api/api.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
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

describe('if somebody changes the risk while the dialog is open', () => {
  const strict = { ...medium, risk: 'high_strict' as const, updated_at: '2026-11-21T00:00:00Z' }
  /** Chooses low in a dialog opened with `before`, after somebody stored `after`; saves twice, because the first save is a conflict. */
  const saveTwice = async (before: PatientLipidRisk, after: PatientLipidRisk, shownRisk: RegExp) => {
    let stored = before
    network.use(
      reply(getLipidTarget, () => stored),
      reply(changeLipidTarget, ({ updated_at }) =>
        updated_at === after.updated_at ? { ...medium, risk: 'low' as const } : failure(409, 'conflict', 'ほかの人が先に変更しました。'),
      ),
    )
    const { user, press, store } = show('doctor', target(162))
    await press(before.risk ? 'リスク区分を変える' : 'リスク区分を選ぶ')
    await user.click(await screen.findByRole('radio', { name: /一次予防・低リスク/ }))
    const requests = sent(getLipidTarget).length
    stored = after
    act(() => void store.dispatch(invalidate(['lipid_risks'])))
    await waitFor(() => expect(sent(getLipidTarget)).toHaveLength(requests + 1))
    await screen.findByText(after.risk ? '管理目標 100 mg/dL未満' : /リスク区分が未設定のため、管理目標はありません/)
    await press('保存')
    expect(await screen.findByText(shownRisk)).toBeTruthy()
    await press('保存')
    await screen.findByText('リスク区分を保存しました')
    expect(sent(changeLipidTarget)).toEqual([before, after].map(({ updated_at }) => ({ user_id: 1, risk: 'low', updated_at })))
  }

  test.each([
    ['chooses another one', medium, strict, /^現在の区分：一次予防・高リスク/],
    ['chooses the first one', none, strict, /^現在の区分：一次予防・高リスク/],
    ['removes it', medium, none, /^現在の区分：未設定$/],
  ])('when somebody %s, the save is a conflict that shows it, and the next one overwrites it', (_, before, after, shownRisk) =>
    saveTwice(before, after, shownRisk),
  )
})
