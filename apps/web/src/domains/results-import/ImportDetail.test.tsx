import { fixImportRow, type ImportRow, listImportRows } from '@sukoyaka/wire/boards/import-row'
import { changeResultsImport, getResultsImport, removeResultsImport, undoResultsImport } from '@sukoyaka/wire/boards/results-import'
import { listPatients } from '@sukoyaka/wire/people/patient'
import { listNumericTestResultCategories } from '@sukoyaka/wire/record/checkup'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { countUnsent } from '../../api/unsent/count.ts'
import { category } from '../../test/data/checkup.ts'
import { paged, pageOf } from '../../test/data/paged.ts'
import { patient } from '../../test/data/patient.ts'
import { stopTimers } from '../../test/fake-timers.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { ImportDetail, pollIntervalMs } from './ImportDetail.tsx'
import { importRow, oneImport, rejectedRow } from './test-data.ts'

const partialRow = importRow(5, { cells: ['山田 花子', 'S43.3.14', 'R8.11.2', '溶血'], new_count: 8, reasons: [{ at: 3, reason: 'value_unreadable' }] })
const rows: ImportRow[] = [importRow(3), rejectedRow]
const conflict = () => failure(409, 'conflict', 'ほかの人が先に変更しました。')
setUpNetwork()
beforeEach(() => {
  network.use(
    reply(getResultsImport, oneImport()),
    reply(listImportRows, ({ outcome, open: isOpen }) => {
      const items = rows.filter((row) => (!outcome || row.outcome === outcome) && (!isOpen || row.reasons.length > 0))
      return { items, page: 1, next_page: null, total_count: items.length }
    }),
    reply(listNumericTestResultCategories, { items: [category(7, 'ldl_cholesterol', 'LDLコレステロール')] }),
    reply(fixImportRow, importRow(4)),
  )
})

const onRemoved = vi.fn()
const open = () => show('nurse', <ImportDetail id={3} onRemoved={onRemoved} />)
const ldlCell = () => screen.findByRole<HTMLInputElement>('textbox', { name: '脂質エル' })

test('shows what will be written and the reason at each invalid cell', async () => {
  open()
  const cell = await ldlCell()
  expect(screen.getByText(/1人の 1項目を取り込みます。患者にはまだ公開されません。/)).toBeTruthy()
  expect(screen.getByText(/取り込めない 1行は除きます。/)).toBeTruthy()
  expect(screen.getByText('該当する患者が見つかりません')).toBeTruthy()
  expect([cell.value, cell.getAttribute('aria-invalid')]).toEqual(['12O', 'true'])
})

test('if only the grades of the provider are new or differ, the summaries and the rows say so', async () => {
  const rowsWithGrades = [importRow(3, { outcome: 'changed', new_count: 0, same_count: 8 }), importRow(4, { outcome: 'new', new_count: 0 })]
  const counts = { ...oneImport().counts, new: 0, changed: 1, refused: 0, values_new: 0 }
  network.use(reply(getResultsImport, oneImport({ counts })), reply(listImportRows, paged(rowsWithGrades)))
  const { unmount } = open()
  for (const text of ['1人の健診機関の判定を取り込みます。', '変更なし 8項目・健診機関の判定を更新', '健診機関の判定のみ']) await screen.findByText(text)
  unmount()
  network.use(reply(getResultsImport, oneImport({ counts, state: 'applied' })))
  open()
  expect(await screen.findByText('1人の健診機関の判定を取り込みました。')).toBeTruthy()
})

test('opens the first row that needs attention; after its correction the next row has the focus', async () => {
  const problems = [rejectedRow, partialRow]
  network.use(
    reply(listImportRows, () => ({ items: problems, page: 1, next_page: null, total_count: problems.length })),
    reply(fixImportRow, () => {
      problems.shift()
      return importRow(4)
    }),
  )
  const { user, press } = open()
  const toggle = (line: number) => screen.findByRole('button', { name: `${line}行目を修正` })
  expect((await toggle(4)).getAttribute('aria-expanded')).toBe('true')
  expect((await toggle(5)).getAttribute('aria-expanded')).toBe('false')
  expect(screen.getByText(/「溶血」.*値として読めません/)).toBeTruthy()
  await user.click(await toggle(5))
  expect((await screen.findAllByRole('textbox', { name: '脂質エル' })).map((field) => field.getAttribute('value'))).toEqual(['12O', '溶血'])
  const [cell, next] = screen.getAllByRole('textbox', { name: '脂質エル' })
  await user.type(next!, '1')
  await user.click(await toggle(5))
  expect(screen.getAllByRole('textbox', { name: '脂質エル' })).toEqual([cell])
  await user.click(await toggle(5))
  expect(screen.getAllByRole<HTMLInputElement>('textbox', { name: '脂質エル' }).map(({ value }) => value)).toEqual(['12O', '溶血1'])
  await user.clear(cell!)
  await user.type(cell!, '120')
  await user.click(screen.getAllByRole('button', { name: '反映' })[0]!)
  await waitFor(() => expect(screen.queryByRole('button', { name: '4行目を修正' })).toBeNull())
  await waitFor(async () => expect(document.activeElement).toBe(await toggle(5)))
  await press('5行目を修正')
  expect((await toggle(5)).getAttribute('aria-expanded')).toBe('false')
})

test('edits an invalid cell inline and sends the changed cells only', async () => {
  const { user, press } = open()
  await user.clear(await ldlCell())
  await user.type(await ldlCell(), '120')
  await press('反映')
  expect(await screen.findByText('修正を反映しました')).toBeTruthy()
  expect(sent(fixImportRow)).toEqual([{ id: 3, line: 4, cells: [{ at: 3, text: '120' }] }])
})

test('signing out asks about a corrected cell until its text is the original again', async () => {
  const { user } = open()
  await user.type(await ldlCell(), '1')
  expect(countUnsent({ id: 1, role: 'nurse' })?.forms).toHaveLength(1)
  await user.type(await ldlCell(), '{Backspace}')
  expect((await ldlCell()).value).toBe('12O')
  expect(countUnsent({ id: 1, role: 'nurse' })).toBeUndefined()
})

test('shows how many cells of a row are imported despite an unreadable cell, which can be corrected after the import', async () => {
  const { counts } = oneImport()
  network.use(
    reply(getResultsImport, oneImport({ state: 'applied', counts: { ...counts, new: 2, refused: 0, partial: 1, cells_open: 1 } })),
    reply(listImportRows, { items: [partialRow], page: 1, next_page: null, total_count: 1 }),
  )
  const { user, press } = open()
  const row = (await ldlCell()).closest('tr')!.previousElementSibling!
  expect(row.textContent).toContain('1項目を除く')
  expect(row.textContent).toContain('新規 8項目')
  expect((await ldlCell()).value).toBe('溶血')
  expect(screen.getByText(/読めない値・まれな値など 1項目は、まだ取り込んでいません。/)).toBeTruthy()
  await user.clear(await ldlCell())
  await user.type(await ldlCell(), '120')
  await press('反映')
  await waitFor(() => expect(sent(fixImportRow)).toEqual([{ id: 3, line: 5, cells: [{ at: 3, text: '120' }] }]))
})

test('a concierge can correct rows but neither import nor undo, and sees who can import', async () => {
  show('concierge', <ImportDetail id={3} onRemoved={onRemoved} />)
  expect(await ldlCell()).toBeTruthy()
  expect(screen.getByText('取り込みは、看護師・医師・管理者が行います。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /取り込む/ })).toBeNull()
  cleanup()
  network.use(reply(getResultsImport, oneImport({ state: 'applied' })))
  show('concierge', <ImportDetail id={3} onRemoved={onRemoved} />)
  expect(await screen.findByRole('heading', { name: '取り込みました' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /取り消|元に戻す/ })).toBeNull()
  expect(screen.queryByRole('link', { name: /公開/ })).toBeNull()
  expect(screen.getByText('1行は、まだ取り込んでいません。')).toBeTruthy()
  expect(screen.queryByText(/直すか|公開してください/)).toBeNull()
})

test('the steps are columns, rows and release; an undecided column is named before and after the import', async () => {
  const mapping = oneImport().mapping.map((item) => (item.at === 3 ? { ...item, category_id: 7, unit: 'mg/dL', source: 'guess' as const } : item))
  network.use(reply(getResultsImport, oneImport({ mapping })), reply(changeResultsImport, oneImport({ mapping })))
  const { press, unmount } = open()
  expect(await screen.findByText(/^要確認の列が1つあります。このまま進むと、表示している項目として取り込みます。/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: /取込の内容/ })).toBeNull()
  await press('行の確認へ')
  expect(await screen.findByText('要確認のまま取り込む列：脂質エル→LDLコレステロール')).toBeTruthy()
  expect(screen.getByRole('button', { name: '1人分を取り込む' })).toBeTruthy()
  await press('列の対応に戻る')
  await press('この項目でよい：脂質エル→LDLコレステロール')
  await waitFor(() => expect(sent(changeResultsImport)).toEqual([{ id: 3, mapping: [{ at: 3, field: null, category_id: 7, unit: 'mg/dL' }] }]))
  unmount()
  network.use(reply(getResultsImport, oneImport({ mapping, state: 'applied' })))
  open()
  expect(await screen.findByText('未確認のまま取込')).toBeTruthy()
  expect(screen.getByText('4列中 4列を取り込みました')).toBeTruthy()
  expect(screen.getByRole('link', { name: '1人を確認して公開' }).getAttribute('href')).toBe('/imports/3/release')
})

test('compares a row with each possible patient and assigns one, which can be undone', async () => {
  const { press } = open()
  const table = await screen.findByRole('table', { name: '4行目の患者の候補' })
  const lines = within(table)
    .getAllByRole('row')
    .map((line) => [...line.children].map((cell) => cell.textContent))
  expect(lines).toEqual([
    ['', 'ファイル 行 4', '候補1 一致 1/2', '候補2 一致 0/2'],
    ['氏名', '山田 花代', '山田 花子違う', '山田 華子違う'],
    ['カナ', '記載なし', 'やまだ はなこ', 'やまだ はなこ'],
    ['生年月日', '1968.03.14 S43.3.14', '1968.03.14一致', '1974.09.14違う'],
    ['性別', '記載なし', '女性', '女性'],
    ['前回の健診', '–', `2025.11.12 ${oneImport().facility}同じ健診機関`, 'なし'],
    ['', '', '候補1にする', '候補2にする'],
  ])
  expect(screen.getByText('候補 2人')).toBeTruthy()
  expect(screen.queryByText('該当する患者なし')).toBeNull()
  await press('候補1にする：山田 花子')
  expect(await screen.findByText('4行目を山田 花子さんの結果にしました')).toBeTruthy()
  await press('元に戻す')
  await waitFor(() =>
    expect(sent(fixImportRow)).toEqual([
      { id: 3, line: 4, patient_id: 12 },
      { id: 3, line: 4, patient_id: null },
    ]),
  )
})

test('a row without a likely patient is assigned to a patient found by name', async () => {
  network.use(
    reply(listImportRows, { items: [{ ...rejectedRow, candidates: [] }], page: 1, next_page: null, total_count: 1 }),
    reply(listPatients, paged([patient(44)])),
  )
  const { user } = open()
  expect(await screen.findByText('該当する患者なし')).toBeTruthy()
  await user.type(await screen.findByRole('combobox', { name: '患者を検索して指定' }), '佐伯')
  await user.click(await screen.findByRole('option', { name: /佐伯 恵子/ }))
  await waitFor(() => expect(sent(fixImportRow)).toEqual([{ id: 3, line: 4, patient_id: 44 }]))
})

test('keeps a rejected correction in its field, with the reason and a retry', async () => {
  network.use(reply(fixImportRow, conflict))
  const { user, press } = open()
  await user.clear(await ldlCell())
  await user.type(await ldlCell(), '119')
  await press('反映')
  expect((await screen.findByRole('alert')).textContent).toContain('ほかの人が先に変更しました。')
  expect((await ldlCell()).value).toBe('119')
  await press('反映')
  await waitFor(() => expect(sent(fixImportRow)).toHaveLength(2))
})

test('finds the meaning of a header by kana, applies it optimistically and rolls back on failure', async () => {
  const response = Promise.withResolvers<Response>()
  network.use(reply(changeResultsImport, () => response.promise))
  const { user, press } = open()
  await press('列の対応に戻る')
  await press('取り込まない 変更：脂質エル')
  const dialog = within(await screen.findByRole('dialog', { name: '脂質エル' }))
  await user.type(dialog.getByRole('combobox'), 'これすて')
  await user.click(await dialog.findByRole('option', { name: /LDLコレステロール/ }))
  expect(await screen.findByRole('button', { name: 'LDLコレステロール 変更：脂質エル' })).toBeTruthy()
  response.resolve(conflict())
  expect(await screen.findByRole('button', { name: '取り込まない 変更：脂質エル' })).toBeTruthy()
  expect(await screen.findByText('対応を変更できませんでした')).toBeTruthy()
  expect(sent(changeResultsImport)).toEqual([{ id: 3, mapping: [{ at: 3, field: null, category_id: 7 }] }])
})

test('asks for columns with the patient and the date if there are none', async () => {
  network.use(reply(getResultsImport, oneImport({ mapping: oneImport().mapping.map((item) => ({ ...item, field: null, source: 'none' as const })) })))
  open()
  expect(await screen.findByText(/患者を特定できる列がありません/)).toBeTruthy()
  expect(screen.getByText(/検査日の列がありません/)).toBeTruthy()
  expect(screen.queryByText(/すべて決まっています/)).toBeNull()
})

test('polls and shows progress while the server works', async () => {
  const { advance } = stopTimers()
  network.use(reply(getResultsImport, oneImport({ state: 'applying', done: 40, total: 160 })))
  open()
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('25')
  network.use(reply(getResultsImport, oneImport({ state: 'applied', done: 160, total: 160 })))
  await advance(pollIntervalMs)
  expect(await screen.findByRole('heading', { name: '取り込みました' })).toBeTruthy()
  const requests = sent(getResultsImport).length
  await advance(2 * pollIntervalMs)
  expect(sent(getResultsImport)).toHaveLength(requests)
})

test('an import that was not checked for ten minutes may still wait for the server, and can be deleted', async () => {
  network.use(reply(getResultsImport, oneImport({ state: 'uploaded', columns: [], mapping: [], updated_at: '2026-11-01T00:00:00.000Z' })))
  open()
  await screen.findByRole('heading', { name: '処理が進んでいません' })
  expect(screen.getByRole('alert').textContent).toContain('順番が来ると自動的に始まります')
  expect(screen.queryByText('処理が止まっています')).toBeNull()
  expect(screen.getByRole('button', { name: '削除' })).toBeTruthy()
})

test('undoes an import after a confirmation that says which values stay', async () => {
  network.use(reply(getResultsImport, oneImport({ state: 'applied' })), reply(undoResultsImport, oneImport({ state: 'undoing' })))
  const { user, press } = open()
  await press('取込を取り消す')
  const dialog = within(await screen.findByRole('dialog', { name: '取込の取消' }))
  expect(dialog.getByText(/取込のあとに編集された値と、.*残ります/)).toBeTruthy()
  expect(sent(undoResultsImport)).toEqual([])
  await user.click(dialog.getByRole('button', { name: '取込を取り消す' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(undoResultsImport)).toEqual([{ id: 3 }])
})

test('an unreadable file shows what to do and can be deleted', async () => {
  network.use(reply(getResultsImport, oneImport({ state: 'failed', error: 'old_excel', columns: [], mapping: [] })), reply(removeResultsImport, null))
  const { user, press } = open()
  expect(await screen.findByText(/\.xlsx形式で保存し直してください/)).toBeTruthy()
  expect(screen.getAllByText('ファイルを読み取れませんでした')).toHaveLength(1)
  expect(screen.getByRole('button', { name: '別のファイルを選ぶ' })).toBeTruthy()
  await press('削除')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '取込を削除' }))
  await waitFor(() => expect(onRemoved).toHaveBeenCalledTimes(1))
  expect(sent(removeResultsImport)).toEqual([{ id: 3 }])
})

test('goes back a page when the only row of the last page is corrected, and focuses the first row there', async () => {
  const pages = [[{ ...partialRow, line: 3 }, partialRow], [rejectedRow]]
  network.use(
    reply(listImportRows, ({ page }) => pageOf(pages, page)),
    reply(fixImportRow, () => {
      pages.pop()
      return importRow(4)
    }),
  )
  const { user, press } = open()
  await press('次のページ')
  await waitFor(() => expect(screen.getAllByRole('textbox', { name: '脂質エル' })).toHaveLength(1))
  await user.clear(await ldlCell())
  await user.type(await ldlCell(), '120')
  await press('反映')
  const first = await screen.findByRole('button', { name: '3行目を修正' })
  expect(screen.queryByRole('button', { name: '4行目を修正' })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(first))
})
