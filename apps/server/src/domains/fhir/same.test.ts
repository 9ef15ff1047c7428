import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { allergies, bundleOf, family, glucose, illness, importingOf, medicine, outcomesOf } from '../../../test/fhir/bundle.ts'
import { openTestApp } from '../../../test/test-app.ts'

const testApp = await openTestApp()
const { send, check, undo } = importingOf(testApp)

test('two imports of a bundle at once write its contents once', async () => {
  const { hanako, staff } = testApp
  const both = await Promise.all([send(bundleOf([illness, medicine])), send(bundleOf([illness, medicine]))])
  expect(both.map(({ body }) => outcomesOf(body).slice(1)).toSorted()).toEqual([
    ['Condition new', 'MedicationStatement new'],
    ['Condition same', 'MedicationStatement same'],
  ])
  expect((await staff.doctor.get(`/api/past_illnesses?user_id=${hanako.id}`)).body.items).toHaveLength(1)
  for (const { body } of both) await undo(body.id)
})

test('a medicine or supplement is the same at the next import, however the bundle writes its name', async () => {
  const { hanako, staff } = testApp
  const named = (text: string, system?: string, code?: string) => ({
    ...medicine,
    medicationCodeableConcept: { text, ...(code && { coding: [{ system, code }] }) },
  })
  const content = bundleOf([
    named('ﾆﾌｪｼﾞﾋﾟﾝ'),
    named('ノルバスク錠5mg', 'urn:sukoyaka:medicine', 'amlodipine'),
    named('ビタミンC 1000', 'urn:sukoyaka:supplement', 'vitamin_c_1000'),
    named('長い名前の薬'.repeat(20)),
  ])
  const applied = await send(content)
  expect(outcomesOf(applied.body).slice(1)).toEqual(Array(4).fill('MedicationStatement new'))
  expect(outcomesOf((await check(content)).body).slice(1)).toEqual(Array(4).fill('MedicationStatement same'))
  const { items } = (await staff.doctor.get(`/api/medicine_intakes?user_id=${hanako.id}`)).body
  expect(items.map(({ memo }: { memo: string }) => memo.split('\n')[0])).toEqual(['1日1回 朝食後', 'ノルバスク錠5mg', '長い名前の薬'.repeat(20)])
  await undo(applied.body.id)
})

test('a medicine is the same if an earlier import stored its last day as its end', async () => {
  const { context } = testApp
  const content = bundleOf([{ ...medicine, effectivePeriod: { start: '2024-02-01', end: '2024-06-10' } }])
  const applied = await send(content)
  const checkedWith = async (ended_on: string) => {
    await context.db.execute(sql`update medicine_intakes set ended_on = ${ended_on} where ended_on like '2024-06-%'`)
    return outcomesOf((await check(content)).body)[1]
  }
  expect([await checkedWith('2024-06-11'), await checkedWith('2024-06-10'), await checkedWith('2024-06-09')]).toEqual([
    'MedicationStatement same',
    'MedicationStatement same',
    'MedicationStatement differs',
  ])
  await undo(applied.body.id)
})

test('a medicine stopped on an unknown day is not taken any more, and is the same later if the record has an end', async () => {
  const { hanako, staff, context } = testApp
  const { effectivePeriod } = medicine
  const content = bundleOf([{ ...medicine, status: 'stopped' }])
  const applied = await send(content)
  const { body } = await staff.doctor.get(`/fhir/R4/MedicationStatement?patient=${hanako.id}`)
  expect(body.entry[0].resource).toMatchObject({ status: 'completed', effectivePeriod, note: [{ text: expect.stringContaining('服用中止（日付不明）') }] })
  const checkedWith = async (ended_on: string | null) => {
    await context.db.execute(sql`update medicine_intakes set ended_on = ${ended_on}`)
    return outcomesOf((await check(content)).body)[1]
  }
  expect([await checkedWith('2025-03'), await checkedWith(null)]).toEqual(['MedicationStatement same', 'MedicationStatement differs'])
  await undo(applied.body.id)
})

test('an illness or a medicine differs if the bundle says more than the record or something else, not if it leaves something out', async () => {
  const applied = await send(
    bundleOf([
      { ...illness, abatementDateTime: '2021-06' },
      { ...family, condition: [{ code: { text: '脂質異常症' }, onsetAge: { value: 50 } }] },
      { ...medicine, effectivePeriod: { start: '2024-02-01', end: '2024-06' }, note: [{ text: '食後' }] },
    ]),
  )
  const { note: _, ...bare } = illness
  const others = bundleOf([
    bare,
    { ...bare, code: { text: '高脂血症' } },
    { ...bare, abatementDateTime: '2022' },
    { ...bare, clinicalStatus: { coding: [{ code: 'active' }] } },
    { ...bare, note: [{ text: '内服終了' }] },
    family,
    { ...family, condition: [{ code: { text: '脂質異常症' }, onsetAge: { value: 60 } }] },
    { ...medicine, dosage: undefined },
    { ...medicine, effectivePeriod: { start: '2024-02-01', end: '2024-07' } },
    { ...medicine, note: [{ text: '食間' }] },
    { ...medicine, dosage: [{ text: '1日量 2錠' }] },
    { ...medicine, dosage: [{ text: '夕食後' }] },
  ])
  expect(outcomesOf((await check(others)).body).slice(1)).toEqual([
    'Condition same',
    'Condition same',
    'Condition differs',
    'Condition differs',
    'Condition differs',
    'FamilyMemberHistory same',
    'FamilyMemberHistory differs',
    'MedicationStatement same',
    ...Array(4).fill('MedicationStatement differs'),
  ])
  await undo(applied.body.id)
})

test('an allergy, an illness or a medicine is not the same because the record has a longer word', async () => {
  const { hanako, context } = testApp
  const allergyTo = (text: string) => ({ ...allergies[0], code: { text } })
  const rewrite = (description: string) => context.db.execute(sql`update allergy_reactions set description = ${description} where user_id = ${hanako.id}`)
  const checked = async (...resources: object[]) => {
    const bodies = await Promise.all(resources.map(async (resource) => (await check(bundleOf([resource]))).body))
    return bodies.map((body) => outcomesOf(body)[1]!.split(' ')[1])
  }
  const applied = await send(bundleOf([allergyTo('スイカ'), { ...illness, note: [{ text: '内服中止' }] }, { ...medicine, note: [{ text: '1/2錠' }] }]))
  expect(await checked(allergyTo('イカ'), allergyTo('スイカ'), allergyTo('ｽｲｶ'))).toEqual(['differs', 'same', 'same'])
  expect(await checked(illness, { ...medicine, note: [{ text: '2錠' }] })).toEqual(['differs', 'differs'])
  await rewrite('エビ、カニ・スイカ')
  expect(await checked(allergyTo('カニ'), allergyTo('スイカ, エビ'), allergyTo('イカ'))).toEqual(['same', 'same', 'differs'])
  await undo(applied.body.id)
})

test('a result that is converted or rounded when it is stored is the same at the next import', async () => {
  const measured = (valueQuantity: object) => bundleOf([{ ...glucose, valueQuantity }])
  for (const [first, other] of [
    [
      { value: 5.5, unit: 'mmol/L' },
      { value: 5.9, unit: 'mmol/L' },
    ],
    [
      { value: 98.4, code: 'mg/dL' },
      { value: 98.6, code: 'mg/dL' },
    ],
  ] as const) {
    const applied = await send(measured(first))
    const outcomes = [applied, await check(measured(first)), await check(measured(other))].map(({ body }) => outcomesOf(body)[1])
    expect(outcomes).toEqual(['Observation new', 'Observation same', 'Observation differs'])
    await undo(applied.body.id)
  }
})

test('a result that has only a day, in the bundle or in the record, is compared with the results of checkups on that day', async () => {
  const { hanako, context } = testApp
  const stored = async (hour: string, body: object) => {
    const { rows } = await context.db.execute<{ id: number }>(sql`
      insert into test_packages (user_id, kind, status, tested_at) values (${hanako.id}, 'general', 0, ${`2026-04-04T${hour}+09:00`}) returning id`)
    await context.db.execute(sql`
      insert into test_results (user_id, category_id, test_package_id, recorded_at, value)
      select ${hanako.id}, id, ${rows[0]!.id}, ${`2026-04-04T${hour}+09:00`}, 98 from result_categories where loinc = '1558-6'`)
    const { body: checked } = await check(bundleOf([{ ...glucose, ...body }]))
    await context.db.execute(sql`delete from test_packages where id = ${rows[0]!.id}`)
    return outcomesOf(checked)[1]
  }
  const [day, morning, night] = ['00:00:00', '09:00:00', '07:30:00']
  const other = { valueQuantity: { value: 120, code: 'mg/dL' } }
  const at = (hour: string) => ({ effectiveDateTime: `2026-04-04T${hour}+09:00` })
  for (const hour of [day, morning, night]) expect([await stored(hour, {}), await stored(hour, other)]).toEqual(['Observation same', 'Observation differs'])
  expect([await stored(day, at('10:00:00')), await stored(morning, { ...at('10:00:00'), ...other })]).toEqual(['Observation same', 'Observation differs'])
  expect([await stored(night, at('10:00:00')), await stored(day, { effectiveDateTime: '2026-04-05' })]).toEqual(['Observation new', 'Observation new'])
})
