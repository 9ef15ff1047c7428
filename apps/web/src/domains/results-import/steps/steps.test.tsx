import { listImportRows } from '@sukoyaka/wire/boards/import-row'
import { applyResultsImport, changeResultsImport, getResultsImport, removeResultsImport, undoResultsImport } from '@sukoyaka/wire/boards/results-import'
import { listNumericTestResultCategories } from '@sukoyaka/wire/record/checkup'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '../../../api/api.ts'
import { category } from '../../../test/data/checkup.ts'
import { paged } from '../../../test/data/paged.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { ImportDetail } from '../ImportDetail.tsx'
import { oneImport, rejectedRow } from '../test-data.ts'

setUpNetwork()
beforeEach(() => {
  network.use(
    reply(getResultsImport, oneImport()),
    reply(listImportRows, paged([rejectedRow])),
    reply(listNumericTestResultCategories, { items: [category(7, 'ldl_cholesterol', 'LDLコレステロール')] }),
  )
})

const conflict = () => failure(409, 'conflict', 'ほかの人が先に変更しました。')
const onRemoved = vi.fn()
const open = () => show('nurse', <ImportDetail id={3} onRemoved={onRemoved} />)
const ldlCell = () => screen.findByRole<HTMLInputElement>('textbox', { name: '脂質エル' })

test('keeps what is typed into a row while the rows are judged again after somebody else changed a column', async () => {
  const { user, store } = open()
  await user.type(await ldlCell(), '9')
  const judged = async (state: 'uploaded' | 'checked') => {
    network.use(reply(getResultsImport, oneImport({ state })))
    await act(async () => void store.dispatch(api.util.invalidateTags(['imports'])))
  }
  await judged('uploaded')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: '脂質エル' })).toBeNull())
  await judged('checked')
  expect((await ldlCell()).value).toBe('12O9')
})

test('applies what is shown: if somebody else changed the import since, it is shown anew and not applied', async () => {
  let updated_at = oneImport().updated_at
  network.use(
    reply(getResultsImport, () => oneImport({ updated_at, name: `版 ${updated_at}` })),
    reply(applyResultsImport, (input) => (input.updated_at === updated_at ? oneImport({ state: 'applying' }) : conflict())),
  )
  const { press } = open()
  await ldlCell()
  const [seen, changed] = [updated_at, '2026-11-20T00:05:00Z']
  updated_at = changed
  await press('1人分を取り込む')
  expect(await screen.findByText('ほかの人が先に変更しました。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '再試行' })).toBeNull()
  await screen.findByRole('heading', { name: `版 ${changed}` })
  await press('1人分を取り込む')
  await waitFor(() =>
    expect(sent(applyResultsImport)).toEqual([
      { id: 3, updated_at: seen },
      { id: 3, updated_at: changed },
    ]),
  )
})

const stopped = { updated_at: '2026-11-20T23:49:59Z' }

test('an upload that stopped can be removed after ten minutes without progress', async () => {
  const part = { state: 'uploaded' as const, received: 5, columns: [], mapping: [], total: 0 }
  network.use(reply(getResultsImport, oneImport({ ...part, updated_at: '2026-11-20T23:50:01Z' })), reply(removeResultsImport, null))
  const { unmount } = open()
  expect(await screen.findByRole('progressbar')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '削除' })).toBeNull()
  unmount()
  network.use(reply(getResultsImport, oneImport({ ...part, ...stopped })))
  const { press } = open()
  expect(await screen.findByText(/もう一度ファイルを送信してください/)).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
  await press('削除')
  await press('取込を削除')
  await waitFor(() => expect(sent(removeResultsImport)).toEqual([{ id: 3 }]))
})

test('an import that stopped while it was applied or undone can be applied again or undone', async () => {
  network.use(
    reply(getResultsImport, oneImport({ state: 'applying', ...stopped })),
    reply(applyResultsImport, oneImport({ state: 'applying' })),
    reply(undoResultsImport, oneImport({ state: 'undoing' })),
  )
  const { press, unmount } = open()
  await press('もう一度取り込む')
  await waitFor(() => expect(sent(applyResultsImport)).toEqual([{ id: 3, updated_at: stopped.updated_at }]))
  await press('取込を取り消す')
  expect(await screen.findByRole('dialog', { name: '取込の取消' })).toBeTruthy()
  unmount()
  network.use(reply(getResultsImport, oneImport({ state: 'undoing', ...stopped })))
  open()
  await press('もう一度取り消す')
  expect(await screen.findByRole('dialog', { name: '取込の取消' })).toBeTruthy()
  expect(screen.getByText('取消中（進行なし）')).toBeTruthy()
  expect(screen.getByText('取消が10分以上進んでいません。もう一度取り消すと、続きから再開します。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'もう一度取り込む' })).toBeNull()
  cleanup()
  show('concierge', <ImportDetail id={3} onRemoved={onRemoved} />)
  expect(await screen.findByText(/看護師・医師・管理者が再開できます/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'もう一度取り消す' })).toBeNull()
})

test('changed settings are saved before the step of the rows opens, and the step stays if they cannot be saved', async () => {
  const doubtful = oneImport().mapping.map((each) => (each.at === 3 ? { ...each, category_id: 7, unit: 'mg/dL', source: 'guess' as const } : each))
  const shown = oneImport({ facility: '', mapping: doubtful })
  network.use(reply(getResultsImport, shown), reply(changeResultsImport, conflict))
  const { user, press } = open()
  const facility = await screen.findByLabelText<HTMLInputElement>('健診機関')
  await user.type(facility, '北町ヘルスケアセンター')
  await press('行の確認へ')
  await screen.findByText(/設定を反映できませんでした/)
  expect(facility.value).toBe('北町ヘルスケアセンター')
  network.use(reply(changeResultsImport, () => ({ ...shown, facility: '北町ヘルスケアセンター', updated_at: '2026-11-22T00:00:00Z' })))
  await press('行の確認へ')
  await screen.findByRole('button', { name: '列の対応に戻る' })
  const { updated_at } = shown
  expect(sent(changeResultsImport).at(-1)).toEqual({ id: 3, updated_at, name: '2026年度健診', facility: '北町ヘルスケアセンター', tested_on: null })
})

test('an import with settings that were typed but not saved opens at their step', async () => {
  const doubtful = oneImport().mapping.map((each) => (each.at === 3 ? { ...each, category_id: 7, unit: 'mg/dL', source: 'guess' as const } : each))
  network.use(reply(getResultsImport, oneImport({ facility: '', mapping: doubtful })))
  const { user, unmount } = open()
  await user.type(await screen.findByLabelText('健診機関'), '北町ヘルスケアセンター')
  unmount()
  // a colleague has decided the columns meanwhile
  network.use(reply(getResultsImport, oneImport({ facility: '', updated_at: '2026-11-22T00:00:00Z' })))
  open()
  expect((await screen.findByLabelText<HTMLInputElement>('健診機関')).value).toBe('北町ヘルスケアセンター')
  expect(screen.queryByRole('button', { name: '1人分を取り込む' })).toBeNull()
})

test('an import that was undone by mistake is checked again with the same settings', async () => {
  const shown = oneImport({ state: 'undone' })
  network.use(reply(getResultsImport, shown), reply(changeResultsImport, { ...shown, state: 'uploaded' }))
  const { press } = open()
  await press('もう一度確認')
  const settings = { name: '2026年度健診', facility: '北町ヘルスケアセンター', tested_on: null }
  await waitFor(() => expect(sent(changeResultsImport)).toEqual([{ id: 3, updated_at: shown.updated_at, ...settings }]))
})
