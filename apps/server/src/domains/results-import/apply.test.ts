import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkupLines, csvOf, type Examinee, headers, shiftJis } from '../../../test/checkup-file.ts'
import { facility, importCsv, ofHanako, ofTaro, openImports } from '../../../test/imports.ts'
import type { Member, TestApp } from '../../../test/test-app.ts'

type ImportsFixture = Awaited<ReturnType<typeof openImports>>
let { upload, read, rows, fix, runAction, idOf, results, everything }: ImportsFixture = {} as ImportsFixture
let testApp: TestApp
let nurse: Member, doctor: Member, hanako: Member, taro: Member

beforeAll(async () => {
  ;({ testApp, upload, read, rows, fix, runAction, idOf, results, everything } = await openImports())
  ;({ nurse, doctor } = testApp.staff)
  ;({ hanako, taro } = testApp)
})

describe('an import', () => {
  test('writes judged, unreleased results, changes nothing when repeated, updates what differs and can be undone completely', async () => {
    const first = await upload(importCsv(ofHanako, ofTaro, ofTaro.replace('佐藤 太郎', '誰も 知らず').replace('サトウ タロウ', 'ダレモ シラズ')), {
      name: '2026年度健診',
    })
    const applied = await runAction(first.id, 'apply')
    expect(applied).toMatchObject({ state: 'applied', counts: { new: 2, refused: 1, values_new: 6, people: 2 } })
    const { body } = await doctor.get(`/api/test_packages?user_id=${hanako.id}`)
    expect(body.items).toMatchObject([{ kind: 'general', name: '2026年度健診', location: facility, status: 0, released_at: null }])
    expect((await hanako.get(`/api/test_results?user_id=${hanako.id}`)).body.items).toEqual([])
    expect((await results()).filter(({ user_id }) => user_id === taro.id)).toMatchObject([
      { name: 'hba1c', value: 6.1, status: 1, origin: facility },
      { name: 'ldl_cholesterol', value: 118, status: 0 },
      { name: 'urine_protein', value: 2, status: 1 },
    ])
    const before = await everything()
    expect((await upload(importCsv(ofHanako, ofTaro))).counts).toMatchObject({ same: 2, new: 0, changed: 0 })
    const second = await upload(importCsv(ofHanako.replace('5.5', '5.7'), ofTaro))
    expect(second.counts).toMatchObject({ same: 1, changed: 1, values_changed: 1 })
    expect((await rows(second.id, '?outcome=changed'))[0].changes).toEqual([
      { at: 6, category_id: idOf.get('hba1c'), before: 5.5, after: 5.7, before_comparator: null, after_comparator: null },
    ])
    await runAction(second.id, 'apply')
    expect(await everything()).not.toEqual(before)
    expect(await runAction(second.id, 'undo')).toMatchObject({ state: 'undone', counts: { kept: 0 } })
    expect(await everything()).toEqual(before)
    expect(await runAction(first.id, 'undo')).toMatchObject({ state: 'undone', counts: { kept: 0 } })
    expect(await everything()).toEqual([])
  })

  test('keeps values that were edited afterwards when undone, and lists them', async () => {
    const { id } = await upload(importCsv(ofHanako, ofTaro))
    await runAction(id, 'apply')
    await testApp.context.db.execute(
      sql`update test_results set value = 150, updated_at = now() + interval '1 second' where user_id = ${hanako.id} and category_id = ${idOf.get('ldl_cholesterol')}`,
    )
    expect(await runAction(id, 'undo')).toMatchObject({ state: 'undone', counts: { kept: 1 } })
    expect((await nurse.get(`/api/results_imports/${id}/kept`)).body.items).toMatchObject([
      { patient: { id: hanako.id }, category_id: idOf.get('ldl_cholesterol'), value: 150 },
    ])
    expect((await results()).map(({ value }) => value)).toEqual([150])
    await testApp.context.db.execute(sql`delete from test_packages`)
  })

  test('does not restore a critical value when it is undone after the release, even if a call about other values was recorded', async () => {
    const person = ofHanako.split(',').slice(0, 5).join(',')
    const uploadValues = (values: string) => upload(`氏名,カナ,生年月日,性別,受診日,HbA1c,尿酸\r\n${person},${values}\r\n`)
    await runAction((await uploadValues('12.5,4.5')).id, 'apply')
    const { id } = await uploadValues('5.5,5.0')
    await runAction(id, 'apply')
    await testApp.context.db.execute(sql`update test_packages set released_at = now(), called_on = '2026-11-10'`)
    expect(await runAction(id, 'undo')).toMatchObject({ state: 'undone', counts: { kept: 1 } })
    expect((await nurse.get(`/api/results_imports/${id}/kept`)).body.items).toMatchObject([{ category_id: idOf.get('hba1c'), value: 5.5 }])
    const { items } = (await hanako.get(`/api/test_results?user_id=${hanako.id}`)).body
    expect(new Map(items.map((item: { category_id: number; value: number }) => [item.category_id, item.value]))).toEqual(
      new Map([
        [idOf.get('hba1c'), 5.5],
        [idOf.get('uric_acid'), 4.5],
      ]),
    )
    await testApp.context.db.execute(sql`delete from test_packages`)
  })

  test('withdraws the release when undone if a derived value becomes critical', async () => {
    const uploadCreatinine = (value: string) => upload(`氏名,カナ,生年月日,性別,受診日,クレアチニン\r\n山田　花子,ﾔﾏﾀﾞ ﾊﾅｺ,S43.3.14,女,2026/11/1,${value}\r\n`)
    await runAction((await uploadCreatinine('3.2')).id, 'apply')
    const { id } = await runAction((await uploadCreatinine('0.8')).id, 'apply')
    const [checkup] = (await doctor.get(`/api/test_packages?user_id=${hanako.id}`)).body.items
    expect((await doctor.request('POST', `/api/test_packages/${checkup.id}/release`, { body: {} })).status).toBe(200)
    const shownTo = async (member: Member) => (await member.get(`/api/test_results?user_id=${hanako.id}`)).body.items
    expect(await shownTo(hanako)).toHaveLength(2)
    expect(await runAction(id, 'undo')).toMatchObject({ state: 'undone', counts: { kept: 0 } })
    expect(await shownTo(hanako)).toEqual([])
    expect(await shownTo(doctor)).toContainEqual(expect.objectContaining({ category_id: idOf.get('egfr'), is_derived: true, is_serious: true }))
    expect((await doctor.get('/api/releases')).body.items).toMatchObject([{ group: 'urgent', checkup: { id: checkup.id }, board_row: { untold_count: 1 } }])
    await testApp.context.db.execute(sql`delete from test_packages`)
  })

  test('does not change a checkup that was released to the patient', async () => {
    const { id } = await upload(importCsv(ofHanako))
    await runAction(id, 'apply')
    await testApp.context.db.execute(sql`update test_packages set released_at = now()`)
    const repeated = await upload(importCsv(ofHanako.replace('5.5', '5.7')))
    expect((await rows(repeated.id))[0]).toMatchObject({ outcome: 'refused', reasons: [{ at: null, reason: 'package_released' }] })
    await runAction(id, 'undo')
  })

  test('when undone after the release, keeps the emptied checkup with a comment but withdraws its release, and deletes the notifications', async () => {
    const { id } = await upload(importCsv(ofHanako, ofTaro))
    await runAction(id, 'apply')
    for (const [member, comment] of [[hanako, '良い結果でした。'] as const, [taro, null] as const]) {
      const [checkup] = (await doctor.get(`/api/test_packages?user_id=${member.id}`)).body.items
      expect((await doctor.request('POST', `/api/test_packages/${checkup.id}/release`, { body: { comment } })).status).toBe(200)
      expect((await member.get('/api/notifications')).body.items).toMatchObject([{ kind: 'results_released', record_id: checkup.id }])
    }
    expect(await runAction(id, 'undo')).toMatchObject({ state: 'undone', counts: { kept: 0 } })
    for (const member of [hanako, taro]) {
      expect((await member.get('/api/notifications')).body.items).toEqual([])
      expect((await member.get('/api/user_unread_records')).body.items).toEqual([])
    }
    const [kept] = (await doctor.get(`/api/test_packages?user_id=${hanako.id}`)).body.items
    expect(kept).toMatchObject({ comment: '良い結果でした。', released_at: null, result_count: 0 })
    expect((await doctor.get(`/api/test_packages?user_id=${taro.id}`)).body.items).toEqual([])
    await testApp.context.db.execute(sql`delete from test_packages`)
  })

  test('writes a left-out cell and a rejected row once they are corrected after it was applied, and the undo removes them too', async () => {
    const { id } = await upload(importCsv(ofHanako.replace('5.5', '溶血'), ofTaro.replace('1980', '1981')))
    expect((await runAction(id, 'apply')).counts).toMatchObject({ new: 1, refused: 1, partial: 1, values_new: 2 })
    expect((await fix(id, 2, { patient_id: taro.id })).body.fields).toHaveProperty('patient_id')
    expect((await fix(id, 2, { cells: [{ at: 5, text: '90' }] })).body.fields).toHaveProperty('cells')
    expect((await fix(id, 2, { cells: [{ at: 6, text: '5.5' }] })).body).toMatchObject({ outcome: 'new', new_count: 3, reasons: [] })
    expect((await fix(id, 3, { patient_id: taro.id })).body).toMatchObject({ outcome: 'new', patient: { id: taro.id }, reasons: [] })
    expect((await read(id)).counts).toMatchObject({ new: 2, refused: 0, partial: 0, cells_open: 0, values_new: 6, people: 2 })
    expect((await results()).map(({ name, value }) => [name, value])).toEqual([
      ['hba1c', 5.5],
      ['ldl_cholesterol', 162],
      ['urine_protein', 0],
      ['hba1c', 6.1],
      ['ldl_cholesterol', 118],
      ['urine_protein', 2],
    ])
    expect((await doctor.get(`/api/test_packages?user_id=${hanako.id}`)).body.items).toHaveLength(1)
    await runAction(id, 'undo')
    expect(await everything()).toEqual([])
  })

  test('accepts no other day for a row that was written, even if the day was corrected before', async () => {
    const { id } = await upload(importCsv(ofTaro.replace('R8.11.1', '不明')))
    expect((await fix(id, 2, { cells: [{ at: 4, text: '2026-11-01' }] })).body).toMatchObject({ outcome: 'new' })
    await runAction(id, 'apply')
    expect((await fix(id, 2, { cells: [{ at: 4, text: '2026-11-02' }] })).body.fields).toHaveProperty('cells')
    expect(await results()).toHaveLength(3)
    await runAction(id, 'undo')
    expect(await everything()).toEqual([])
  })

  test('accepts no other patient for a row that was written, even if the patient id was corrected before', async () => {
    const { id } = await upload('すこやかID,受診日,LDL-C\n999999999,2026/11/1,120\n')
    expect((await fix(id, 2, { cells: [{ at: 0, text: String(hanako.id) }] })).body).toMatchObject({ outcome: 'new' })
    await runAction(id, 'apply')
    expect((await fix(id, 2, { cells: [{ at: 0, text: String(taro.id) }] })).body.fields).toHaveProperty('cells')
    expect(await results()).toMatchObject([{ user_id: hanako.id, value: 120 }])
    await runAction(id, 'undo')
    expect(await everything()).toEqual([])
  })

  test('does not add a corrected cell to a checkup that was released meanwhile', async () => {
    const { id } = await upload(importCsv(ofHanako.replace('5.5', '溶血')))
    await runAction(id, 'apply')
    await testApp.context.db.execute(sql`update test_packages set released_at = now()`)
    expect((await fix(id, 2, { cells: [{ at: 6, text: '5.5' }] })).body).toMatchObject({
      outcome: 'new',
      new_count: 2,
      reasons: [{ at: null, reason: 'package_released' }],
    })
    expect(await results()).toHaveLength(2)
    await testApp.context.db.execute(sql`update test_packages set released_at = null`)
    expect((await fix(id, 2, {})).body).toMatchObject({ new_count: 3, reasons: [] })
    expect(await results()).toHaveLength(3)
    await runAction(id, 'undo')
  })

  test('continues after a crash where it stopped and writes nothing twice', async () => {
    const people = Array.from({ length: 90 }, (_, i) => i)
    for (const i of people)
      await testApp.add({
        role: 'patient',
        last_name: '中断',
        first_name: `第${i}`,
        last_name_kana: 'チュウダン',
        first_name_kana: 'ダイ'.padEnd(3 + i, 'ア'),
        birthday: '1970-01-01',
      })
    const content = ['氏名,生年月日,受診日,LDL-C,尿酸', ...people.map((i) => `中断 第${i},1970/1/1,2026/11/1,${100 + i},5.${i % 10}`), ''].join('\n')
    const { id } = await upload(content)
    await nurse.request('POST', `/api/results_imports/${id}/apply`, { body: {} })
    const { transaction } = testApp.context.db
    let count = 0
    testApp.context.db.transaction = (async (...args: Parameters<typeof transaction>) => {
      if (++count === 4) throw new Error('simulated crash')
      return transaction(...args)
    }) as typeof transaction
    const { rows: jobs } = await testApp.context.db.execute<{ data: object }>(
      sql`select data from pgboss.job where name = 'results_import' and state = 'created'`,
    )
    await expect(testApp.runJobs()).rejects.toThrow('simulated crash')
    testApp.context.db.transaction = transaction
    const halfCount = (await results()).length
    expect(halfCount).toBeGreaterThan(0)
    expect(halfCount).toBeLessThan(180)
    expect((await read(id)).state).toBe('applying')
    const { importJobs } = await import('./jobs.ts')
    await importJobs[0]!.work(testApp.context, jobs[0]!.data, new AbortController().signal)
    await importJobs[0]!.work(testApp.context, jobs[0]!.data, new AbortController().signal)
    expect(await read(id)).toMatchObject({ state: 'applied', done: 90, counts: { new: 90, values_new: 180 } })
    expect(await results()).toHaveLength(180)
    expect((await nurse.request('POST', `/api/results_imports/${id}/apply`, { body: {} })).body.code).toBe('conflict')
    expect((await nurse.request('DELETE', `/api/results_imports/${id}`)).body.code).toBe('conflict')
    await runAction(id, 'undo')
    expect(await everything()).toEqual([])
  })

  test('is recorded in the audit log of the patient it writes to', async () => {
    const { id } = await upload(importCsv(ofHanako))
    const countAuditLogs = async () =>
      (
        await testApp.context.db.execute(
          sql`select from audit_logs where action = 'POST /api/results_imports/:id/apply' and patient_id = ${hanako.id} and user_id = ${nurse.id}`,
        )
      ).rowCount!
    const before = await countAuditLogs()
    await runAction(id, 'apply')
    expect(await countAuditLogs()).toBe(before + 1)
    await runAction(id, 'undo')
  })

  test('with 81 columns and mistyped cells can be corrected and applied', async () => {
    const people: Examinee[] = [
      { last_name: '山田', first_name: '花子', last_name_kana: 'ヤマダ', first_name_kana: 'ハナコ', birthday: '1968-03-14', sex: 'female' },
      { last_name: '佐藤', first_name: '太郎', last_name_kana: 'サトウ', first_name_kana: 'タロウ', birthday: '1980-04-01', sex: 'male' },
    ]
    const resultsImport = await upload(shiftJis(csvOf(checkupLines(people, { day: '2026-11-01', wrongEvery: 2 }))))
    expect(resultsImport.columns).toHaveLength(headers.length)
    const unmapped = resultsImport.mapping
      .filter(({ source }: { source: string }) => source === 'none')
      .map(({ at }: { at: number }) => resultsImport.columns[at].header)
    expect(unmapped).toEqual(['社員番号', '所属', '医師所見', '前回LDL-C'])
    expect(resultsImport.mapping.filter(({ category_id, unit }: { category_id: number; unit: string }) => category_id && unit === null)).toEqual([])
    expect(resultsImport.counts).toMatchObject({ new: 2, refused: 0, partial: 1 })
    const [row] = await rows(resultsImport.id, '?open=true')
    expect(row.reasons).toMatchObject([{ reason: 'value_unreadable' }])
    expect((await fix(resultsImport.id, row.line, { cells: [{ at: row.reasons[0].at, text: '120' }] })).body.outcome).toBe('new')
    expect((await runAction(resultsImport.id, 'apply')).counts).toMatchObject({ new: 2, people: 2 })
    expect((await results()).length).toBeGreaterThan(100)
    await runAction(resultsImport.id, 'undo')
  })
})

test('the file of refused rows has their cells and reasons, can be uploaded again and contains no formulas', async () => {
  const hostileCells = ['=HYPERLINK("http://x")', '+cmd|calc', '-1+1', '@SUM(A1)', "'=quoted", '＝1+1', 'a"b', 'c\r\nd', ' x', '-12.5']
  const header = ['氏名', '生年月日', '受診日', 'LDL-C', ...hostileCells.map((_, i) => `メモ${i}`)]
  const cells = ['=山田 花子', 'S43.13.14', '2026/11/1', '16O', ...hostileCells.map((text) => text.trim())]
  const resultsImport = await upload(csvOf([header, cells]), { name: '北町\r\n"健診"; 2026'.replace(/[\r\n]/g, ' ') })
  const { text, headers: responseHeaders, status } = await nurse.get(`/api/results_imports/${resultsImport.id}/errors.csv`)
  expect(status).toBe(200)
  expect(responseHeaders['content-type']).toBe('text/csv; charset=utf-8')
  expect(responseHeaders['content-disposition']).toMatch(/^attachment; filename="[^"]*\.csv"; filename\*=UTF-8''[\w%.~-]+$/)
  expect(text.startsWith('\ufeff')).toBe(true)
  const [headerCells, line] = parse(text, { bom: true }) as string[][]
  expect(headerCells).toEqual([...header, '取り込めなかった理由'])
  expect(line!.filter((cell) => /^[=+\-@＝\t\r]/.test(cell))).toEqual(['-12.5'])
  expect(line!.at(-1)).toContain('生年月日：日付として読めません')
  const reimported = await upload(text)
  expect(reimported.mapping.at(-1)).toMatchObject({ field: 'reason' })
  const [row] = await rows(reimported.id)
  const [first] = await rows(resultsImport.id)
  expect(first.cells).toEqual(cells.map((cell) => (cell === "'=quoted" ? '=quoted' : cell)))
  expect(row.cells.slice(0, cells.length)).toEqual(first.cells)
})

test('patients, observers and trainers cannot access imports', async () => {
  const { observer, trainer } = testApp.staff
  for (const member of [hanako, observer, trainer]) expect((await member.get('/api/results_imports')).status).toBe(403)
})

test('a concierge may correct the rows of an import, but not write values to a record', async () => {
  const { concierge } = testApp.staff
  const { id } = await upload(importCsv(ofHanako.replace('5.5', '溶血'), ofTaro))
  const url = `/api/results_imports/${id}`
  const correct = (text: string) => concierge.request('PUT', `${url}/rows/2`, { body: { cells: [{ at: 6, text }] } })
  expect((await correct('5.6')).status).toBe(200)
  expect((await rows(id))[0].cells[6]).toBe('5.6')
  const before = await everything()
  for (const action of ['apply', 'undo']) expect((await concierge.request('POST', `${url}/${action}`, { body: {} })).status).toBe(403)
  expect(await everything()).toEqual(before)
  await runAction(id, 'apply')
  const applied = await everything()
  expect((await correct('5.9')).status).toBe(403)
  expect(await everything()).toEqual(applied)
  await runAction(id, 'undo')
})
