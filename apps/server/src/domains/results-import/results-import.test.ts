import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { shiftJis } from '../../../test/checkup-file.ts'
import { importCsv, ofHanako, ofTaro, openImports } from '../../../test/imports.ts'
import type { Member, TestApp } from '../../../test/test-app.ts'

type ImportsFixture = Awaited<ReturnType<typeof openImports>>
let { upload, read, rows, fix, remove, runAction, idOf, results, everything }: ImportsFixture = {} as ImportsFixture
let testApp: TestApp
let nurse: Member, doctor: Member, hanako: Member, taro: Member

beforeAll(async () => {
  ;({ testApp, upload, read, rows, fix, remove, runAction, idOf, results, everything } = await openImports())
  ;({ nurse, doctor } = testApp.staff)
  ;({ hanako, taro } = testApp)
})

describe('a file', () => {
  test.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-8', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['Shift_JIS', (text: string) => shiftJis(text)],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-8', (text: string) => Buffer.from(text.replaceAll(',', '\t'))],
    ['UTF-8', (text: string) => Buffer.from(text.replaceAll('\r\n', '\n'))],
  ])('in %s: headers, patients and outcomes are recognised', async (encoding, encode) => {
    const resultsImport = await upload(encode(importCsv(ofHanako, ofTaro)))
    expect(resultsImport).toMatchObject({ state: 'checked', encoding, total: 2, counts: { rows: 2, new: 2, refused: 0, values_new: 6, people: 2 } })
    expect(resultsImport.mapping.map(({ field, category_id }: { field: string; category_id: number }) => field ?? category_id)).toEqual([
      'name',
      'kana',
      'birthday',
      'sex',
      'tested_on',
      idOf.get('ldl_cholesterol'),
      idOf.get('hba1c'),
      idOf.get('urine_protein'),
    ])
    expect((await rows(resultsImport.id))[0]).toMatchObject({ line: 2, outcome: 'new', tested_on: '2026-11-01', patient: { id: hanako.id }, new_count: 3 })
    await remove(resultsImport.id)
  })

  test('can be uploaded in parts; a repeated part counts once', async () => {
    const content = Buffer.from(importCsv(ofHanako))
    const { body } = await nurse.request('POST', '/api/results_imports', {
      body: { file_name: 'a.csv', size: content.length, content: content.subarray(0, 50).toString('base64') },
    })
    const part = (start: number, end?: number) =>
      nurse.request('POST', `/api/results_imports/${body.id}/parts`, { body: { at: start, content: content.subarray(start, end).toString('base64') } })
    expect((await part(90)).body.code).toBe('conflict')
    expect((await part(50, 90)).body).toMatchObject({ received: 90, state: 'uploaded' })
    expect((await part(50, 90)).body).toMatchObject({ received: 90 })
    expect(await testApp.runJobs()).toEqual([])
    expect((await part(90)).status).toBe(200)
    await testApp.runJobs()
    expect(await read(body.id)).toMatchObject({ state: 'checked', total: 1 })
    expect((await testApp.context.db.execute(sql`select from import_parts`)).rowCount).toBe(0)
    await remove(body.id)
  })

  test.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'not_a_table'],
    ['an old Excel file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old_excel'],
    ['a ZIP other than Excel', Buffer.from('504b0304aaaaaaaaaaaaaaaaaaaa', 'hex'), 'not_a_table'],
    ['a single line', Buffer.from('こんにちは'), 'not_a_table'],
    ['headers without rows', Buffer.from('氏名,生年月日,LDL-C\r\n'), 'not_a_table'],
  ])('that is %s fails with an error code, and its content is not kept', async (_, content, error) => {
    const resultsImport = await upload(content)
    expect(resultsImport).toMatchObject({ state: 'failed', error })
    expect((await testApp.context.db.execute(sql`select from import_parts`)).rowCount).toBe(0)
    expect((await remove(resultsImport.id)).status).toBe(204)
  })
})

describe('a row', () => {
  const mistakes: [string, string, number | null, string][] = [
    ['of an unknown person', '山田 花代,ヤマダ ハナヨ,S43.3.14,女,2026/11/1,162,,', null, 'person_unknown'],
    ['with another birthday', '山田 花子,ヤマダ ハナコ,S43.3.15,女,2026/11/1,162,,', null, 'person_unknown'],
    ['with the other sex', '山田 花子,ヤマダ ハナコ,S43.3.14,男,2026/11/1,162,,', null, 'person_differs'],
    ['without a birthday', '山田 花子,ヤマダ ハナコ,,女,2026/11/1,162,,', null, 'birthday_missing'],
    ['with an invalid birthday', '山田 花子,ヤマダ ハナコ,S43.13.14,女,2026/11/1,162,,', 2, 'birthday_unreadable'],
    ['without a date', '山田 花子,ヤマダ ハナコ,S43.3.14,女,,162,,', 4, 'day_missing'],
    ['dated tomorrow', '山田 花子,ヤマダ ハナコ,S43.3.14,女,2026/11/22,162,,', 4, 'day_in_future'],
    ['dated before the birth', '山田 花子,ヤマダ ハナコ,S43.3.14,女,1968/3/13,162,,', 4, 'day_before_birth'],
    ['with a letter for a digit', '山田 花子,ヤマダ ハナコ,S43.3.14,女,2026/11/1,16O,,', 5, 'value_unreadable'],
    ['with an impossible value', '山田 花子,ヤマダ ハナコ,S43.3.14,女,2026/11/1,16200,,', 5, 'value_impossible'],
    ['with an unlikely value', '山田 花子,ヤマダ ハナコ,S43.3.14,女,2026/11/1,600,,', 5, 'value_unlikely'],
    ['in a unit we cannot convert', '山田 花子,ヤマダ ハナコ,S43.3.14,女,2026/11/1,162 g/m,,', 5, 'unit_unknown'],
    ['with a bare digit for a dipstick', '山田 花子,ヤマダ ハナコ,S43.3.14,女,2026/11/1,,,1', 7, 'value_unreadable'],
  ]
  let rejectedRows: { line: number; outcome: string; reasons: object[] }[]
  beforeAll(async () => {
    const resultsImport = await upload(importCsv(...mistakes.map(([, line]) => line)))
    rejectedRows = await rows(resultsImport.id)
    await remove(resultsImport.id)
  })
  test.each(mistakes)('%s is refused with its column and reason', (name, _, index, reason) => {
    const row = rejectedRows[mistakes.findIndex(([mistakeName]) => mistakeName === name)]
    expect(row).toMatchObject({ outcome: 'refused', reasons: expect.arrayContaining([{ at: index, reason }]) })
  })
  test('reports an unreadable birthday once', () => {
    expect(rejectedRows[mistakes.findIndex(([, , , reason]) => reason === 'birthday_unreadable')]!.reasons).toEqual([{ at: 2, reason: 'birthday_unreadable' }])
  })

  test('of one of two patients with the same name and birthday needs the sex, or somebody who chooses the patient', async () => {
    const twin = { role: 'patient' as const, last_name: '双葉', first_name: '薫', last_name_kana: 'フタバ', first_name_kana: 'カオル', birthday: '1990-01-01' }
    const femaleTwin = await testApp.add({ ...twin, sex: 'female' })
    const maleTwin = await testApp.add({ ...twin, sex: 'male' })
    await testApp.context.db.execute(sql`insert into test_packages (user_id, kind, status, tested_at, location) values
      (${maleTwin.id}, 'general', 0, '2024-11-11T15:00:00Z', '東都'), (${maleTwin.id}, 'general', 0, '2025-11-11T15:00:00Z', '西都'), (${maleTwin.id}, 'general', 2, '2026-01-01T15:00:00Z', '予約')`)
    const resultsImport = await upload(importCsv('双葉 薫,フタバ カオル,1990/1/1,男,2026/11/1,120,,', '双葉 薫,フタバ カオル,1990/1/1,,2026/11/2,120,,'))
    const [matched, ambiguous] = await rows(resultsImport.id)
    expect(matched).toMatchObject({ outcome: 'new', patient: { id: maleTwin.id } })
    expect(ambiguous).toMatchObject({ outcome: 'refused', reasons: [{ at: null, reason: 'person_ambiguous' }], patient: null })
    expect(ambiguous.candidates.map((candidate: { id: number }) => candidate.id).sort()).toEqual([femaleTwin.id, maleTwin.id].sort())
    const checkups = new Map(ambiguous.candidates.map((candidate: { id: number; last_checkup: object | null }) => [candidate.id, candidate.last_checkup]))
    expect([checkups.get(femaleTwin.id), checkups.get(maleTwin.id)]).toEqual([null, { tested_on: '2025-11-12', location: '西都' }])
    expect((await fix(resultsImport.id, 3, { patient_id: doctor.id })).body.fields).toHaveProperty('patient_id')
    expect((await fix(resultsImport.id, 3, { patient_id: femaleTwin.id })).body).toMatchObject({ outcome: 'new', patient: { id: femaleTwin.id } })
    await remove(resultsImport.id)
    await testApp.context.db.execute(sql`delete from test_packages where user_id = ${maleTwin.id}`)
  })

  test('with a patient id is accepted only if the birthday matches', async () => {
    const resultsImport = await upload(
      ['患者ID,生年月日,受診日,LDL-C', `${hanako.id},S43.3.14,2026/11/1,120`, `${taro.id},S43.3.14,2026/11/1,120`, ''].join('\n'),
    )
    const [validRow, invalidRow] = await rows(resultsImport.id)
    expect(validRow).toMatchObject({ outcome: 'new', patient: { id: hanako.id } })
    expect(invalidRow).toMatchObject({ outcome: 'refused', patient: null, reasons: [{ at: 0, reason: 'person_differs' }] })
    await remove(resultsImport.id)
  })

  test('with a number alone is accepted under the header of our ids, or once somebody confirms the column', async () => {
    const partner = { facility: '西町病院' }
    const lineOf = (header: string) => [`${header},受診日,LDL-C`, `${hanako.id},2026/11/1,120`, ''].join('\n')
    const ours = await upload(lineOf('すこやかID'))
    expect(ours.mapping[0]).toMatchObject({ field: 'patient_id', source: 'name' })
    expect((await rows(ours.id))[0]).toMatchObject({ outcome: 'new', patient: { id: hanako.id } })
    const theirs = await upload(lineOf('患者番号'), partner)
    expect(theirs.mapping[0]).toMatchObject({ field: 'patient_id', source: 'guess' })
    expect((await rows(theirs.id))[0]).toMatchObject({ outcome: 'refused', candidates: [{ id: hanako.id }], reasons: [{ reason: 'person_missing' }] })
    await nurse.request('PUT', `/api/results_imports/${theirs.id}`, { body: { mapping: [{ at: 0, field: 'patient_id' }] } })
    await testApp.runJobs()
    expect((await rows(theirs.id))[0]).toMatchObject({ outcome: 'new', patient: { id: hanako.id } })
    const rowOf = (id: number, name: string) => `${id},山田 ${name},2026/11/1,120`
    const namedRows = [rowOf(hanako.id, '花子'), rowOf(taro.id, '花子'), rowOf(999999999, '花子'), rowOf(taro.id, '次郎')]
    const named = await upload(['会員番号,氏名,受診日,LDL-C', ...namedRows, ''].join('\n'), partner)
    const hasNoBirthday = { outcome: 'refused', patient: null, reasons: [{ at: null, reason: 'birthday_missing' }] }
    expect(await rows(named.id)).toMatchObject([
      { outcome: 'new', patient: { id: hanako.id } },
      // the number may be that of the laboratory: the patient of this name is offered, not the one who has this id
      ...[[{ id: hanako.id }], [{ id: hanako.id }], []].map((candidates) => ({ ...hasNoBirthday, candidates })),
    ])
    for (const { id } of [ours, theirs, named]) await remove(id)
  })

  test('is accepted without the cells that cannot be read, which stay open with their text', async () => {
    const resultsImport = await upload(importCsv(ofHanako.replace('5.5', '溶血'), ofTaro.replace('118', '600').replace('＋', '1')))
    expect(resultsImport.counts).toMatchObject({ new: 2, refused: 0, partial: 2, cells_open: 3, values_new: 3 })
    const [partial] = await rows(resultsImport.id, '?open=true')
    expect(partial).toMatchObject({ line: 2, outcome: 'new', new_count: 2, reasons: [{ at: 6, reason: 'value_unreadable' }] })
    expect(partial.cells[6]).toBe('溶血')
    expect((await fix(resultsImport.id, 2, { cells: [{ at: 6, text: '5.5' }] })).body).toMatchObject({ outcome: 'new', new_count: 3, reasons: [] })
    expect((await read(resultsImport.id)).counts).toMatchObject({ partial: 1, cells_open: 2 })
    await remove(resultsImport.id)
  })

  test('with an unreadable birthday is accepted once somebody assigns the patient', async () => {
    const resultsImport = await upload(importCsv(ofHanako.replace('S43.3.14', 'S43.13.14')))
    expect((await fix(resultsImport.id, 2, { patient_id: hanako.id })).body).toMatchObject({ outcome: 'new', reasons: [], patient: { id: hanako.id } })
    await remove(resultsImport.id)
  })

  test('can be corrected, and a second row of the same person and day is refused until it is corrected', async () => {
    const resultsImport = await upload(importCsv(ofHanako.replace('１６２ H', '16O'), ofHanako, ofTaro.replace('118', '600')))
    expect(resultsImport.counts).toMatchObject({ new: 2, refused: 1, partial: 2 })
    expect((await fix(resultsImport.id, 2, { cells: [{ at: 5, text: '160' }] })).body).toMatchObject({ outcome: 'new', fixed: [5] })
    expect((await rows(resultsImport.id))[1]).toMatchObject({ reasons: [{ at: null, reason: 'twice_in_file' }] })
    expect((await fix(resultsImport.id, 3, { cells: [{ at: 4, text: '2026-11-02' }] })).body).toMatchObject({ outcome: 'new', tested_on: '2026-11-02' })
    expect((await fix(resultsImport.id, 4, { is_confirmed: true })).body).toMatchObject({ outcome: 'new', reasons: [] })
    expect((await fix(resultsImport.id, 2, { cells: [{ at: 5, text: null }] })).body).toMatchObject({
      outcome: 'new',
      fixed: [],
      reasons: [{ at: 5, reason: 'value_unreadable' }],
    })
    expect((await read(resultsImport.id)).counts).toMatchObject({ new: 3, refused: 0, partial: 1 })
    await remove(resultsImport.id)
  })
})

test('keeps the comparator of values beyond a limit, and rejects a visual acuity between the steps', async () => {
  const header = '氏名,カナ,生年月日,性別,受診日,CRP(mg/dL),裸眼視力(右),裸眼視力(左),尿潜血,便潜血反応(1日目),便潜血(2日目)'
  const person = '山田 花子,ヤマダ ハナコ,S43.3.14,女,2026/11/2'
  const resultsImport = await upload([header, `${person},<0.05,0.1未満,0.99,（＋）,－,陽性`, ''].join('\r\n'))
  const [row] = await rows(resultsImport.id)
  expect(row).toMatchObject({ outcome: 'new', new_count: 5, reasons: [{ at: 7, reason: 'value_between_steps' }] })
  await fix(resultsImport.id, row.line, { cells: [{ at: 7, text: '0.9' }] })
  await runAction(resultsImport.id, 'apply')
  const { body } = await nurse.get(`/api/test_results?user_id=${hanako.id}&include=category&count=100`)
  const stored = body.items.map(
    ({ category, value, comparator, status }: { category: { name: string }; value: number; comparator: string | null; status: number }) => [
      category.name,
      `${comparator ?? ''}${value}`,
      status,
    ],
  )
  expect(stored).toEqual(
    expect.arrayContaining([
      ['fecal_occult_blood_1', '0', 0],
      ['fecal_occult_blood_2', '1', 1],
      ['crp', '<0.05', 0],
      ['visual_acuity_right', '<0.1', 1],
      ['visual_acuity_left', '0.9', 2],
      ['urine_occult_blood', '2', 1],
    ]),
  )
  await runAction(resultsImport.id, 'undo')
})

describe('the mapping of headers', () => {
  test('is remembered per facility; two columns of one meaning and an unknown unit are rejected', async () => {
    const content = ['氏名,生年月日,受診日,脂質エル,検査Ｘ', '山田 花子,S43.3.14,2026/11/1,3.1,7', ''].join('\n')
    const resultsImport = await upload(content, { facility: '港健診センター' })
    expect(resultsImport.mapping[3]).toMatchObject({ category_id: null, source: 'none' })
    const putMapping = (mapping: object[]) => nurse.request('PUT', `/api/results_imports/${resultsImport.id}`, { body: { mapping } })
    const { body } = await putMapping([{ at: 3, category_id: idOf.get('ldl_cholesterol'), unit: 'mmol/L' }])
    expect(body).toMatchObject({ state: 'uploaded' })
    await testApp.runJobs()
    expect((await rows(resultsImport.id))[0]).toMatchObject({ outcome: 'new', new_count: 1 })
    expect(
      (
        await putMapping([
          { at: 4, category_id: idOf.get('ldl_cholesterol') },
          { at: 3, category_id: idOf.get('ldl_cholesterol') },
        ])
      ).body.fields,
    ).toHaveProperty('mapping')
    expect((await putMapping([{ at: 3, unit: 'parsec' }])).body.fields).toHaveProperty('mapping')
    expect((await upload(content, { facility: '港健診センター' })).mapping[3]).toMatchObject({
      category_id: idOf.get('ldl_cholesterol'),
      unit: 'mmol/L',
      source: 'remembered',
    })
    expect((await upload(content)).mapping[3]).toMatchObject({ category_id: null })
  })

  test('has the unit of the file; if another one is remembered, somebody confirms it', async () => {
    const inUnit = (unit: string) => ['氏名,生年月日,受診日,炎症,ヘモグロビン', `,,,${unit},g/dL`, '山田 花子,S43.3.14,2026/11/1,3,14', ''].join('\n')
    const columnOf = async (unit: string) => {
      const { id, mapping } = await upload(inUnit(unit), { facility: '山手クリニック' })
      return { id, column: mapping[3] }
    }
    const first = await columnOf('mg/dL')
    const category_id = idOf.get('crp')
    await nurse.request('PUT', `/api/results_imports/${first.id}`, { body: { mapping: [{ at: 3, category_id }] } })
    const { column } = await columnOf('mg/dL')
    expect(column).toMatchObject({ category_id, unit: 'mg/dL', source: 'remembered' })
    const other = await columnOf('mg/L')
    expect(other.column).toMatchObject({ category_id, unit: 'mg/L', source: 'guess' })
    await nurse.request('PUT', `/api/results_imports/${other.id}`, { body: { mapping: [{ at: 3, category_id, unit: 'mg/L' }] } })
    for (const unit of ['mg/L', '']) expect((await columnOf(unit)).column).toMatchObject({ category_id, unit: 'mg/L', source: 'remembered' })
  })

  test('uses codes, rows of units and, without a unit, values that are plausible in one unit only', async () => {
    const content = [
      '健診結果',
      '氏名,生年月日,受診日,項目A,白血球,ヘモグロビン',
      ',,,3F077000002327101,2A010000001930101,2A030000001930101',
      ',,,mmol/L,,g/L',
      '山田 花子,S43.3.14,2026/11/1,3.1,5600,139',
      '',
    ].join('\n')
    const { id, mapping } = await upload(content)
    expect(mapping.slice(3)).toMatchObject([
      { category_id: idOf.get('ldl_cholesterol'), unit: 'mmol/L', is_unit_guessed: false },
      { category_id: idOf.get('white_blood_cell'), unit: '/uL', is_unit_guessed: true },
      { category_id: idOf.get('hemoglobin'), unit: 'g/L' },
    ])
    await runAction(id, 'apply')
    expect((await results()).filter(({ user_id }) => user_id === hanako.id)).toMatchObject([
      { name: 'hemoglobin', value: 13.9, entered_value: 139, entered_unit: 'g/L' },
      { name: 'ldl_cholesterol', value: 120, entered_value: 3.1, entered_unit: 'mmol/L' },
      { name: 'white_blood_cell', value: 5.6, entered_value: 5600 },
    ])
    await runAction(id, 'undo')
    expect(await everything()).toEqual([])
  })

  test('values with more decimals than their category are rounded and judged as rounded', async () => {
    const { id } = await upload(['氏名,生年月日,受診日,BMI,LDLコレステロール', '山田 花子,S43.3.14,2026/11/1,24.96,139.6', ''].join('\n'))
    await runAction(id, 'apply')
    expect((await results()).filter(({ user_id }) => user_id === hanako.id)).toMatchObject([
      { name: 'bmi', value: 25, status: 1, entered_value: 24.96 },
      { name: 'ldl_cholesterol', value: 140, status: 1, entered_value: 139.6 },
    ])
    await runAction(id, 'undo')
  })
})
