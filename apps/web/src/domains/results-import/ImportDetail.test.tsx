// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show, wait } from '../../test/render-ui.tsx'
import { ImportDetail } from './ImportDetail.tsx'
import { fakeServer, oneImport, openImports } from './test-render.tsx'

openImports()

const removed = vi.fn()
const open = () => show('nurse', <ImportDetail id={3} onRemoved={removed} />)
const press = async (name: string | RegExp, ms = 500) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await wait(ms)
}

test('shows what will be written and the reason at each invalid cell', async () => {
  await open()
  expect(document.body.textContent).toContain('1人の 1項目を取り込みます。患者にはまだ公開されません。')
  expect(document.body.textContent).toContain('取り込めない 1行は除きます。')
  expect(screen.getByText('該当する患者が見つかりません')).toBeTruthy()
  const cell = screen.getByRole<HTMLInputElement>('textbox', { name: '脂質エル' })
  expect([cell.value, cell.getAttribute('aria-invalid')]).toEqual(['12O', 'true'])
})

test('edits an invalid cell inline and sends the changed cells only', async () => {
  await open()
  fireEvent.change(screen.getByRole('textbox', { name: '脂質エル' }), { target: { value: '120' } })
  await press('反映')
  expect(fakeServer.requests).toEqual([{ method: 'PUT', path: '/api/results_imports/3/rows/4', body: { cells: [{ at: 3, text: '120' }] } }])
  expect(document.body.textContent).toContain('修正を反映しました')
})

test('assigns a patient to a row with one click', async () => {
  await open()
  await press('山田 花子（1968.03.14）にする')
  expect(fakeServer.requests).toEqual([{ method: 'PUT', path: '/api/results_imports/3/rows/4', body: { patient_id: 12 } }])
})

test('keeps a rejected correction in its field, with the reason and a retry', async () => {
  await open()
  fakeServer.errorResponse = { status: 409, body: { error: 'ほかの人が先に変更しました。', code: 'conflict' } }
  fireEvent.change(screen.getByRole('textbox', { name: '脂質エル' }), { target: { value: '119' } })
  await press('反映')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '脂質エル' }).value).toBe('119')
  expect(document.body.textContent).toContain('ほかの人が先に変更しました。')
  expect(screen.getByRole('button', { name: '再試行' })).toBeTruthy()
})

test('finds the meaning of a header by kana, applies it optimistically and rolls back on failure', async () => {
  await open()
  await press('取り込まない 変更：脂質エル')
  const dialog = within(screen.getByRole('dialog', { name: '脂質エル' }))
  fireEvent.change(dialog.getByRole('combobox'), { target: { value: 'これすて' } })
  await wait(100)
  fakeServer.errorResponse = { status: 409, body: { error: 'ほかの人が先に変更しました。', code: 'conflict' } }
  let respondNow = () => {}
  fakeServer.delay = new Promise((resolve) => {
    respondNow = resolve
  })
  fireEvent.click(dialog.getByRole('option', { name: /LDLコレステロール/ }))
  await wait(100)
  expect(screen.getByRole('button', { name: 'LDLコレステロール 変更：脂質エル' })).toBeTruthy()
  respondNow()
  await wait(300)
  expect(screen.getByRole('button', { name: '取り込まない 変更：脂質エル' })).toBeTruthy()
  expect(document.body.textContent).toContain('対応を変更できませんでした')
  expect(fakeServer.requests).toEqual([{ method: 'PUT', path: '/api/results_imports/3', body: { mapping: [{ at: 3, field: null, category_id: 7 }] } }])
})

test('asks for a column that identifies the patient or the date if none does', async () => {
  fakeServer.resultsImport = oneImport({ mapping: oneImport().mapping.map((item) => ({ ...item, field: null, source: 'none' })) })
  await open()
  expect(document.body.textContent).toContain('患者を特定できる列がありません')
  expect(document.body.textContent).toContain('検査日の列がありません')
})

test('polls and shows progress while the server works', async () => {
  fakeServer.resultsImport = oneImport({ state: 'applying', done: 40, total: 160 })
  await open()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  fakeServer.resultsImport = oneImport({ state: 'applied', done: 160, total: 160 })
  await wait(1_500)
  expect(screen.getByRole('heading', { name: '取り込みました' })).toBeTruthy()
})

test('undoes an import after a confirmation that says what stays', async () => {
  fakeServer.resultsImport = oneImport({ state: 'applied' })
  await open()
  await press('取込を取り消す')
  const dialog = within(screen.getByRole('dialog', { name: '取込の取消' }))
  expect(dialog.getByText(/編集された値は残ります/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: '取込を取り消す' }))
  await wait(500)
  expect(fakeServer.requests).toEqual([{ method: 'POST', path: '/api/results_imports/3/undo', body: {} }])
})

test('an unreadable file shows what to do and can be deleted', async () => {
  fakeServer.resultsImport = oneImport({ state: 'failed', error: 'old_excel', columns: [], mapping: [] })
  await open()
  expect(document.body.textContent).toContain('.xlsx 形式で保存し直してください')
  await press('削除')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '取込を削除' }))
  await wait(500)
  expect(fakeServer.requests[0]).toMatchObject({ method: 'DELETE', path: '/api/results_imports/3' })
  expect(removed).toHaveBeenCalled()
})
