import type { TestPackage } from '@sukoyaka/wire/record/checkup'
import {
  listNumericTestResultCategories,
  listTestPackageResults,
  listTestPackages,
  releaseTestPackage,
  withdrawTestPackageRelease,
} from '@sukoyaka/wire/record/checkup'
import { listImageTestResults } from '@sukoyaka/wire/record/imaging'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { api } from '../../../api/api.ts'
import { i18n } from '../../../i18n/i18n.ts'
import { category, checkup, range, result } from '../../../test/data/checkup.ts'
import { failure, network, reply, sent, settled, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { imageResult } from '../../imaging/test-data.ts'
import { ReleaseCard } from './ReleaseCard.tsx'

const testedAt = '2026-10-14T00:00:00Z'
const unreleased = (id: number, more: Partial<TestPackage> = {}) =>
  checkup(id, testedAt, { name: `人間ドック${id}`, released_at: null, result_count: 2, ...more })
const measured = (id: number, name: string, value: number, status: number, is_serious = false) =>
  result(id, id, value, testedAt, {
    category: category(id, `c${id}`, name, { unit_display: 'mmol/L', decimals: 1 }),
    test_package_id: 5,
    status,
    range_id: id,
    is_serious,
  })
const rangeOf = (category_id: number) => range(category_id, category_id, { healthy: { min: 3.6, max: 4.9 }, warning: [], unhealthy: { below: 3, above: 5.5 } })

const packages = (...items: TestPackage[]) => reply(listTestPackages, { items })
setUpNetwork()
beforeEach(() => {
  network.use(
    packages(unreleased(4), unreleased(5, { serious_count: 1 }), unreleased(6, { status: 2 }), unreleased(7, { result_count: 0 })),
    reply(listTestPackageResults, ({ id }) => ({
      items: id === 5 ? [measured(1, '尿酸', 6, 1), measured(2, 'カリウム', 7.2, 1, true), measured(3, 'ナトリウム', 4, 0)] : [],
      ranges: [rangeOf(1), rangeOf(2), rangeOf(3)],
    })),
    reply(listImageTestResults, { items: [] }),
    reply(listNumericTestResultCategories, { items: [category(2, 'c2', 'カリウム', { serious: { below: 2.5, above: 6 } })] }),
    reply(releaseTestPackage, unreleased(5, { released_at: '2026-11-21T00:00:00Z' })),
    reply(withdrawTestPackageRelease, unreleased(8)),
  )
})

const openDialog = async () => {
  const { user, press } = show('nurse', <ReleaseCard user_id={1} />)
  await press('人間ドック5（2026.10.14）を確認して公開')
  const dialog = within(await screen.findByRole('dialog'))
  const release = () => user.click(dialog.getByRole('button', { name: '公開' }))
  return { user, dialog, release, comment: dialog.getByLabelText<HTMLTextAreaElement>('患者へのコメント') }
}

test('lists results awaiting release, those requiring a phone call first', async () => {
  show('nurse', <ReleaseCard user_id={1} />)
  expect((await screen.findAllByRole('listitem')).map((row) => row.textContent)).toEqual([
    '人間ドック52026.10.14 2項目電話連絡が必要 1項目確認して公開',
    '人間ドック42026.10.14 2項目確認して公開',
  ])
  expect(screen.getByText('公開待ち 2')).toBeTruthy()
})

test('values that nobody judged do not count as in range, for staff and in the preview; findings of images are shown in both', async () => {
  const unjudged = { ...measured(1, '尿酸', 6, 0), status: null, range_id: null }
  network.use(
    reply(listTestPackageResults, { items: [unjudged], ranges: [] }),
    reply(listImageTestResults, {
      items: [imageResult(1, 1, testedAt, { test_package_id: 5, status: 1, finding: '肝腫瘤疑い' }), imageResult(2, 2, testedAt, { test_package_id: 4 })],
    }),
  )
  const { dialog } = await openDialog()
  expect(await dialog.findAllByText('肝腫瘤疑い')).toHaveLength(2)
  expect(dialog.getAllByText('腹部超音波')).toHaveLength(2)
  expect(dialog.queryByText('胸部X線')).toBeNull()
  expect([dialog.getByText('要精査'), dialog.getByText('担当医がくわしくご説明します')]).toHaveLength(2)
  dialog.getByText('判定した値はありません')
  dialog.getByText(/^未判定の1項目は/)
  dialog.getByText(/基準と比べた検査結果はありません/)
  expect(dialog.queryByText(/基準から外れたものはありません/)).toBeNull()
})

test('lists a checkup that has judgements of its provider only', async () => {
  network.use(packages(unreleased(7, { result_count: 0, provider_judgements: [{ name: '総合判定', text: '要精密検査', is_overall: true }] })))
  show('nurse', <ReleaseCard user_id={1} />)
  expect((await screen.findAllByRole('listitem')).map((row) => row.textContent)).toEqual(['人間ドック72026.10.14 確認して公開'])
})

test('hides the card without write permission, and when nothing awaits release or was released lately', async () => {
  const { container, unmount } = show('nutritionist', <ReleaseCard user_id={1} />)
  await settled()
  expect([container.textContent, sent(listTestPackages)]).toEqual(['', []])
  unmount()
  network.use(packages(unreleased(6, { status: 2 }), unreleased(8, { released_at: '2026-10-21T00:00:00Z' })))
  show('nurse', <ReleaseCard user_id={1} />)
  await waitFor(() => expect(sent(listTestPackages)).toHaveLength(1))
  await settled()
  expect(document.body.textContent).toBe('')
})

test('shows critical values first, requires the phone call before release and previews the patient wording', async () => {
  const { user, dialog, release, comment } = await openDialog()
  await dialog.findByRole('heading', { name: /電話で伝える値/ })
  const sections = dialog.getAllByRole('heading', { level: 3 }).map((heading) => heading.parentElement!.textContent)
  expect(sections[0]).toContain('電話で伝える値カリウム 7.2 mmol/L異常')
  expect(sections[1]).toContain('尿酸 6.0 mmol/L異常')
  expect(sections[1]).not.toContain('ナトリウム')
  const preview = sections[2]!
  expect(preview).toContain('基準より高い')
  expect(preview).not.toContain('異常')
  await user.type(comment, '次の面談でお話ししましょう。')
  await release()
  expect(dialog.getByText('電話で伝えた日を入力してください')).toBeTruthy()
  expect(sent(releaseTestPackage)).toEqual([])
  await user.type(dialog.getByLabelText(/^電話で伝えた日/), '2026.11.20')
  await user.tab()
  await release()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(releaseTestPackage)).toEqual([{ id: 5, comment: '次の面談でお話ししましょう。', called_on: '2026-11-20', updated_at: testedAt }])
})

test('shows every critical value, also before a newer value of the same item', async () => {
  const pressure = (id: number, value: number, time: string, is_serious: boolean) => ({
    ...measured(4, '収縮期血圧', value, is_serious ? 1 : 0, is_serious),
    ...{ id, recorded_at: `2026-10-14T${time}Z` },
  })
  const values = [pressure(12, 128, '00:20:00', false), pressure(11, 190, '00:10:00', true), pressure(10, 196, '00:00:00', true)]
  network.use(reply(listTestPackageResults, { items: values, ranges: [rangeOf(4)] }))
  const { dialog } = await openDialog()
  const told = (await dialog.findByRole('heading', { name: /電話で伝える値/ })).parentElement!
  expect(
    within(told)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual([expect.stringMatching(/^収縮期血圧 2026\.10\.14 09:10.*190\.0/), expect.stringMatching(/^収縮期血圧 2026\.10\.14 09:00.*196\.0/)])
})

test('asks for the date of the call about a value that became critical after the release', async () => {
  network.use(packages(unreleased(5, { released_at: '2026-11-20T00:00:00Z', serious_count: 1 })))
  const { user, press } = show('nurse', <ReleaseCard user_id={1} />)
  await press('人間ドック5（2026.10.14）の公開内容')
  await screen.findByText(/結果はすでに公開されています/)
  await user.type(screen.getByLabelText(/^電話で伝えた日/), '2026.11.21')
  await user.tab()
  await press('更新')
  await waitFor(() => expect(sent(releaseTestPackage)).toEqual([{ id: 5, comment: null, called_on: '2026-11-21', updated_at: testedAt }]))
})

test('says when the patient was told critical values of a released checkup, and records a later call', async () => {
  network.use(packages(unreleased(5, { released_at: '2026-11-20T00:00:00Z', serious_count: 1, called_on: '2026-11-19' })))
  const { user, press } = show('nurse', <ReleaseCard user_id={1} />)
  await press('人間ドック5（2026.10.14）の公開内容')
  await screen.findByText(/^2026\.11\.19 に伝えました。その後に出た値があれば/)
  expect(screen.queryByText(/公開する前に/)).toBeNull()
  await user.clear(screen.getByLabelText(/^電話で伝えた日/))
  await user.type(screen.getByLabelText(/^電話で伝えた日/), '2026.11.21')
  await user.tab()
  await press('更新')
  await waitFor(() => expect(sent(releaseTestPackage)).toEqual([{ id: 5, comment: null, called_on: '2026-11-21', updated_at: testedAt }]))
})

test('an open dialog follows a release and a withdrawal in another window', async () => {
  const later = { updated_at: '2026-11-20T01:00:00Z' }
  network.use(packages(unreleased(5, { released_at: '2026-11-20T00:00:00Z', serious_count: 1, called_on: '2026-11-19', comment: '良い結果でした。' })))
  const { user, press, store } = show('nurse', <ReleaseCard user_id={1} />)
  await press('人間ドック5（2026.10.14）の公開内容')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('button', { name: '更新' })
  const change = async (checkup: TestPackage) => {
    network.use(packages(checkup))
    await act(async () => void store.dispatch(api.util.invalidateTags(['test_packages'])))
  }
  await change(unreleased(5, { serious_count: 1, comment: '良い結果でした。', ...later }))
  await user.click(await dialog.findByRole('button', { name: '公開' }))
  expect(dialog.getByText('電話で伝えた日を入力してください')).toBeTruthy()
  expect(sent(releaseTestPackage)).toEqual([])
  await change(unreleased(5, { released_at: '2026-11-20T02:00:00Z', comment: '見ました。', updated_at: '2026-11-20T02:00:00Z' }))
  await user.click(await dialog.findByRole('button', { name: '更新' }))
  await waitFor(() => expect(sent(releaseTestPackage)).toEqual([{ id: 5, comment: '見ました。', updated_at: '2026-11-20T02:00:00Z' }]))
})

test('if the critical value is the only one out of range, says that no other value is', async () => {
  network.use(reply(listTestPackageResults, { items: [measured(2, 'カリウム', 7.2, 1, true), measured(3, 'ナトリウム', 4, 0)] }))
  const { dialog } = await openDialog()
  await dialog.findByText('ほかに基準から外れた値はありません')
  // the patient reads of its side, although it has no range
  await dialog.findByText('基準より高い')
})

test('keeps the comment and shows the reason when a release fails', async () => {
  network.use(
    packages(unreleased(5)),
    reply(releaseTestPackage, () => failure(403, 'forbidden', 'できません')),
  )
  const { user, dialog, release, comment } = await openDialog()
  await user.type(comment, '良い結果でした。')
  await release()
  expect((await dialog.findByRole('alert')).textContent).toContain('保存できませんでした。できません')
  expect(comment.value).toBe('良い結果でした。')
})

test('withdraws a recent release after confirmation', async () => {
  network.use(packages(unreleased(8, { released_at: '2026-11-20T00:00:00Z', comment: '良い結果でした。' })))
  const { press } = show('doctor', <ReleaseCard user_id={1} />)
  await press('人間ドック8（2026.10.14）の公開内容')
  await press('公開を取り消す')
  expect(await screen.findByText(/患者には結果とコメントが表示されなくなります/)).toBeTruthy()
  expect(sent(withdrawTestPackageRelease)).toEqual([])
  await press('公開を取り消す')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(withdrawTestPackageRelease)).toEqual([{ id: 8 }])
})

test('says that withdrawing a release failed', async () => {
  network.use(
    packages(unreleased(8, { released_at: '2026-11-20T00:00:00Z' })),
    reply(withdrawTestPackageRelease, () => failure(403, 'forbidden', 'できません')),
  )
  const { press } = show('doctor', <ReleaseCard user_id={1} />)
  await press('人間ドック8（2026.10.14）の公開内容')
  await press('公開を取り消す')
  await screen.findByText(/患者には結果とコメントが表示されなくなります/)
  await press('公開を取り消す')
  expect((await screen.findByRole('alert')).textContent).toBe('公開を取り消せませんでした。できません。')
})

test('shows units in the language of the page', async () => {
  const pulse = result(1, 1, 130, testedAt, { category: category(1, 'pulse', '心拍数', { unit_display: '回/分' }), status: 1 })
  network.use(reply(listTestPackageResults, { items: [pulse] }))
  const { dialog } = await openDialog()
  expect((await dialog.findAllByText('回/分')).length).toBeGreaterThan(0)
  await act(() => i18n.changeLanguage('en'))
  try {
    expect((await dialog.findAllByText('/min')).length).toBeGreaterThan(0)
  } finally {
    await act(() => i18n.changeLanguage('ja'))
  }
})
