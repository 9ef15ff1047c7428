import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { importCsv, ofHanako, openImports } from '../../../test/imports.ts'
import { bookOf, number, row, sheetOf, text } from '../../../test/xlsx.ts'
import { repackWorkbook } from './workbook.ts'

type ImportsFixture = Awaited<ReturnType<typeof openImports>>
let { upload, rows, runAction, results, everything, read, testApp }: ImportsFixture = {} as ImportsFixture

beforeAll(async () => {
  ;({ upload, rows, runAction, results, everything, read, testApp } = await openImports())
})

const day = (dayText: string) => ({ value: new Date(`${dayText}T00:00:00Z`), type: Date, format: 'yyyy/mm/dd' })
const textCells = (...values: string[]) => values.map((value) => ({ value }))

test('imports an Excel file with dates, numbers and full-width text', async () => {
  const content = await writeExcelFile([
    textCells('2026年度　定期健康診断'),
    textCells('氏名', 'カナ', '生年月日', '性別', '受診日', 'LDL-C(mg/dL)', 'HbA1c', '尿蛋白', '尿酸'),
    [
      ...textCells('山田　花子', 'ﾔﾏﾀﾞ ﾊﾅｺ'),
      day('1968-03-14'),
      ...textCells('女'),
      day('2026-11-01'),
      { value: 162, type: Number },
      ...textCells('５．５', '（－）'),
      { value: 5.1, type: Number },
    ],
    [
      ...textCells('佐藤 太郎', ''),
      day('1980-04-01'),
      ...textCells('男'),
      ...textCells('令和8年11月1日', '１１８ H'),
      { value: 6.1, type: Number },
      ...textCells('＋', ''),
    ],
  ] as never).toBuffer()
  const resultsImport = await upload(content, { file_name: '健診.xlsx' })
  expect(resultsImport).toMatchObject({ state: 'checked', encoding: 'Excel', counts: { new: 2, refused: 0, people: 2, values_new: 7 } })
  await runAction(resultsImport.id, 'apply')
  expect((await results()).map(({ name, value }) => [name, value])).toEqual([
    ['hba1c', 5.5],
    ['ldl_cholesterol', 162],
    ['uric_acid', 5.1],
    ['urine_protein', 0],
    ['hba1c', 6.1],
    ['ldl_cholesterol', 118],
    ['urine_protein', 2],
  ])
  await runAction(resultsImport.id, 'undo')
  expect(await everything()).toEqual([])
})

test('reads numbers as Excel shows them, not as the binary number in the file', async () => {
  const content = bookOf(
    sheetOf(
      row(1, text('A1', '氏名'), text('B1', '生年月日'), text('C1', '受診日'), text('D1', 'HbA1c'), text('E1', 'CRP(mg/dL)')),
      row(
        2,
        text('A2', '山田 花子'),
        text('B2', 'S43.3.14'),
        text('C2', '2026/11/1'),
        number('D2', '5.6999999999999993'),
        number('E2', '5.0999999999999997E-2'),
      ),
    ),
  )
  const resultsImport = await upload(content, { file_name: '健診.xlsx' })
  expect((await rows(resultsImport.id))[0].cells.slice(3)).toEqual(['5.7', '0.051'])
  expect(resultsImport.counts).toMatchObject({ new: 1, refused: 0, values_new: 2 })
})

test('rejects a small file that unpacks into a very large one, even if its stated size is small', async () => {
  const spaces = Buffer.alloc(100_000_000, 32)
  expect(await upload(bookOf(Buffer.alloc(1_000, 32), 500_000_000), { file_name: '健診.xlsx' })).toMatchObject({ state: 'failed', error: 'too_large' })
  expect(await upload(bookOf(spaces, 1_000), { file_name: '健診.xlsx' })).toMatchObject({ state: 'failed', error: 'not_a_table' })
})

test('unpacks no more than the directory of a workbook states, and at most 200 MB', async () => {
  const book = bookOf(Buffer.alloc(100_000_000, 32), 1_000)
  await expect(repackWorkbook(book)).rejects.toThrow(/too many bytes/)
  await expect(repackWorkbook(bookOf(Buffer.alloc(201_000_000, 32)))).rejects.toThrow('too_large')
  expect((await repackWorkbook(bookOf(sheetOf(row(1, text('A1', '氏名')))))).length).toBeLessThan(10_000)
})

test('a file that crashed the process in two reads fails instead of being read again', async () => {
  const content = Buffer.from(importCsv(ofHanako))
  const body = { file_name: '健診.csv', size: content.length, content: content.toString('base64') }
  const { id } = (await testApp.staff.nurse.request('POST', '/api/results_imports', { body })).body
  await testApp.context.db.execute(sql`update results_imports set read_count = 2 where id = ${id}`)
  await testApp.runJobs()
  expect(await read(id)).toMatchObject({ state: 'failed', error: 'too_large' })
})

test('stores a cell that is truncated in the middle of a character', async () => {
  const resultsImport = await upload(
    importCsv(ofHanako)
      .replace('尿蛋白', '尿蛋白,メモ')
      .replace('(-)', `(-),${'あ'.repeat(999)}😀`),
  )
  expect(resultsImport).toMatchObject({ state: 'checked', counts: { new: 1 } })
  expect((await rows(resultsImport.id))[0].cells[8]).toHaveLength(1_000)
})

test('rejects files without rows and reads a file with one row', async () => {
  expect(await upload(importCsv())).toMatchObject({ state: 'failed', error: 'not_a_table' })
  expect(await upload('氏名\n')).toMatchObject({ state: 'failed', error: 'not_a_table' })
  expect(await upload(importCsv(ofHanako))).toMatchObject({ state: 'checked', counts: { rows: 1 } })
})
