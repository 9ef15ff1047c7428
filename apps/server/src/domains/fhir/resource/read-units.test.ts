import { expect, test } from 'vitest'
import { readSafely } from '../import/read-safely.ts'
import { readAllergyIntolerance, toAllergyIntolerance } from './allergy-intolerance.ts'
import { readCondition } from './condition.ts'
import { readFamilyMemberHistory } from './family-member-history.ts'
import { readMedicationStatement, toMedicineStatement } from './medication-statement.ts'

const ageAt = (onset: object) => {
  const history = { relationship: { text: '父' }, condition: [{ code: { text: '胃潰瘍' }, ...onset }] }
  const read = readSafely(() => readFamilyMemberHistory(history as never))
  return Array.isArray(read) ? read[0]!.diagnosed_age : read
}
const ageOf = (onsetAge: object | undefined) => ageAt({ ...(onsetAge && { onsetAge }) })

test('the age of an illness in years, months, weeks or days is read in full years; another unit or an impossible age is invalid', () => {
  expect(ageOf(undefined)).toBeNull()
  expect([{ value: 45, code: 'a' }, { value: 45.5, unit: '歳' }, { value: 45 }].map(ageOf)).toEqual([45, 45, 45])
  expect(
    [
      { value: 18, code: 'mo' },
      { value: 24, code: 'mo' },
      { value: 3, code: 'd' },
      { value: 60, code: 'wk' },
    ].map(ageOf),
  ).toEqual([1, 2, 0, 1])
  for (const age of [{ value: -1 }, { value: 131 }, { value: 5, code: 'km' }, { value: 5, unit: 'か月' }, { value: '5' }])
    expect(ageOf(age), JSON.stringify(age)).toEqual({ reason: 'invalid' })
})

test('the age of an illness is also read from words and from a range within one year; any other range or words are no age', () => {
  for (const onsetString of ['45歳', '４５才頃', 'aged 45', '45 years old', '45']) expect(ageAt({ onsetString }), onsetString).toBe(45)
  for (const onsetString of ['50代', '1998', '1998年頃', '若い頃', '200歳', '18か月']) expect(ageAt({ onsetString }), onsetString).toBeNull()
  const range = (low: number, high: number) => ageAt({ onsetRange: { low: { value: low, code: 'a' }, high: { value: high, code: 'a' } } })
  expect([range(45, 45), range(50, 59)]).toEqual([45, null])
})

const today = '2026-12-01'
const dosageOf = (repeat: object) => {
  const statement = { status: 'active', medicationCodeableConcept: { text: '点眼液' }, dosage: [{ timing: { repeat } }] }
  const read = readSafely(() => readMedicationStatement(statement as never, today))
  return 'reason' in read ? read : [read.divided_times, read.memo]
}

test('a frequency of 1 to 12 times a day is stored as a number; any other frequency is kept as a text', () => {
  expect(dosageOf({})).toEqual([null, ''])
  expect([{ frequency: 3 }, { frequency: 3, period: 1, periodUnit: 'd' }].map(dosageOf)).toEqual([
    [3, ''],
    [3, ''],
  ])
  expect(dosageOf({ frequency: 1, period: 1, periodUnit: 'wk' })).toEqual([null, '1週間に1回'])
  expect(dosageOf({ frequency: 1, period: 8, periodUnit: 'h' })).toEqual([null, '8時間に1回'])
  expect([24, 0, 1.5].map((frequency) => dosageOf({ frequency, period: 1, periodUnit: 'd' }))).toEqual([
    [null, '1日に24回'],
    [null, '1日に0回'],
    [null, '1日に1.5回'],
  ])
  expect(dosageOf({ frequency: '3' })).toEqual({ reason: 'invalid' })
})

const medicineOf = (dosage: object[], more: object = {}) => {
  const statement = { status: 'active', medicationCodeableConcept: { text: 'アムロジピン' }, dosage, ...more }
  const read = readSafely(() => readMedicationStatement(statement as never, today))
  if ('reason' in read) throw new Error(read.reason)
  return [read.timing, read.memo]
}

test('what the fields of a medicine do not hold exactly is kept in the memo', () => {
  expect(medicineOf([{ text: '朝食後 2錠、夕食後 1錠' }])).toEqual([['after_breakfast', 'after_dinner'], '朝食後 2錠、夕食後 1錠'])
  expect(medicineOf([{ text: '1回2錠', timing: { repeat: { when: ['PCM'] } } }])).toEqual([['after_breakfast'], '1回2錠'])
  expect(medicineOf([{ text: '朝食後', sequence: 1, asNeededBoolean: false }])).toEqual([['after_breakfast'], ''])
  expect(medicineOf([{ text: '朝食後 頓用', asNeededBoolean: true }])).toEqual([['after_breakfast', 'as_needed'], ''])
  const dose = {
    doseQuantity: { value: 2, unit: '錠', system: 'http://unitsofmeasure.org', code: '{tbl}' },
    rateRatio: { numerator: { value: 1 }, denominator: { value: 2, unit: 'h' } },
  }
  expect(medicineOf([{ doseAndRate: [dose], asNeededCodeableConcept: { text: '頭痛時' }, patientInstruction: '水で飲む' }])).toEqual([
    ['as_needed'],
    '1回量 2錠 速度 1／2時間 頓用 頭痛時 指示 水で飲む',
  ])
  const evening = {
    text: '夕 1錠',
    timing: { code: { text: '1日1回' }, repeat: { frequency: 1, period: 1, periodUnit: 'd', when: ['EVE'], dayOfWeek: ['mon', 'fri'] } },
  }
  expect(medicineOf([{ text: '朝食後' }, evening])).toEqual([['after_breakfast'], '夕 1錠 1日1回 夕方 曜日 月、金'])
  expect(medicineOf([{ timing: { repeat: { frequency: 1, frequencyMax: 2, period: 1, periodUnit: 'd', when: ['PCM', 'MORN'] } } }])).toEqual([
    ['after_breakfast'],
    '1日に1〜2回 朝',
  ])
  expect(medicineOf([{ patientInstruction: `規格: ${'長'.repeat(51)}` }])).toEqual([[], `指示 規格: ${'長'.repeat(51)}`])
  const supplement = { medicationCodeableConcept: { text: 'ビタミンC', coding: [{ system: 'urn:sukoyaka:supplement', code: 'vitamin_c' }] } }
  expect(medicineOf([{ text: '朝食後' }], supplement)[1]).toBe('朝食後')
})

test('the daily volume of an exported medicine may have spaces', () => {
  const row = { strength: '', daily_volume: '2 錠', divided_times: 2, timing: ['after_breakfast', 'as_needed'], name: 'アムロジピン', memo: '' }
  const read = readMedicationStatement(toMedicineStatement({ ...row, updated_at: '2026-01-01T00:00:00Z' } as never), today)
  expect(read).toMatchObject({ ...row, memo: '' })
})

test('the last day of a medicine in FHIR is the day before the first day without it; a month or year stays', () => {
  const ended = (started_on: string | null, ended_on: string) =>
    toMedicineStatement({ name: '抗菌薬', timing: [], updated_at: '2026-03-01T00:00:00Z', started_on, ended_on } as never)
  const read = (effectivePeriod: object) =>
    readMedicationStatement({ status: 'active', medicationCodeableConcept: { text: '抗菌薬' }, effectivePeriod } as never, today)
  for (const [ended_on, end] of [
    ['2026-02-01', '2026-01-31'],
    ['2026-02', '2026-02'],
    ['2026', '2026'],
  ] as const) {
    expect(ended(null, ended_on).effectivePeriod).toEqual({ end })
    expect(read({ end })).toMatchObject({ ended_on })
  }
  expect(read({ end: '2026-01-31T12:00:00+09:00' })).toMatchObject({ ended_on: '2026-02-01' })
  // a day that is not in the calendar is returned unchanged; the record refuses it later
  expect(read({ end: '2026-02-30' })).toMatchObject({ ended_on: '2026-02-30' })
  // ended on the day of its start: the period must not end before it starts
  expect(ended('2026-02-01', '2026-02-01').effectivePeriod).toEqual({ start: '2026-02-01', end: '2026-02-01' })
  expect(ended('2026-02', '2026-02-01').effectivePeriod).toEqual({ start: '2026-02', end: '2026-02-01' })
})

const endOf = (status: string, more: object = {}) => {
  const read = readSafely(() => readMedicationStatement({ status, medicationCodeableConcept: { text: '抗菌薬' }, ...more } as never, today))
  return 'reason' in read ? read.reason : [read.ended_on, read.isEndUnknown, read.memo]
}

test('a medicine that was stopped on an unknown day has ended by the day that the statement was made; a paused or planned one is not taken', () => {
  const meta = { lastUpdated: '2026-05-06T10:00:00Z' }
  expect(endOf('active', { meta, effectivePeriod: { end: '2027-01-01' } })).toEqual(['2027-01-02', false, ''])
  expect(endOf('completed', { meta, dateAsserted: '2026-04-03' })).toEqual(['2026-04-03', true, '服用終了（日付不明）'])
  expect(endOf('stopped', { meta })).toEqual(['2026-05-06', true, '服用中止（日付不明）'])
  expect(endOf('stopped')).toEqual([today, true, '服用中止（日付不明）'])
  // the end that was planned
  expect(endOf('stopped', { dateAsserted: '2026-04', effectivePeriod: { end: '2027-01-01' } })).toEqual(['2026-04', true, '服用中止（日付不明）'])
  // days before the start, in the future or not in the calendar
  expect(endOf('stopped', { meta, dateAsserted: '2026-04-03', effectivePeriod: { start: '2026-05' } })).toEqual(['2026-05-06', true, '服用中止（日付不明）'])
  expect(endOf('stopped', { meta: { lastUpdated: '2026-12-02' }, dateAsserted: '2026-02-30' })).toEqual([today, true, '服用中止（日付不明）'])
  for (const status of ['completed', 'stopped', 'on-hold', 'intended'])
    expect(endOf(status, { meta, effectivePeriod: { end: '2026-01-01' } }), status).toEqual(['2026-01-02', false, ''])
  expect(endOf('completed', { effectivePeriod: { end: today } })).toEqual(['2026-12-02', false, ''])
  for (const status of ['on-hold', 'intended']) {
    expect(endOf(status, { meta }), status).toBe('not_taken')
    expect(endOf(status, { effectivePeriod: { end: '2027-01-01' } }), status).toBe('not_taken')
  }
})

const illnessOf = (clinicalStatus: string | undefined, more: object) => {
  const status = clinicalStatus && { clinicalStatus: { coding: [{ code: clinicalStatus }] } }
  const read = readSafely(() => readCondition({ code: { text: '胃潰瘍' }, ...status, ...more } as never))
  return 'reason' in read ? read : [read.diagnosed_on, read.recovered_on, read.detail]
}

test('if the record cannot hold the day on which an illness ended, its detail says that it ended', () => {
  expect(illnessOf('active', { onsetDateTime: '2019-05' })).toEqual(['2019-05', null, ''])
  expect(illnessOf('resolved', { abatementDateTime: '2020-05-01' })).toEqual([null, '2020-05-01', ''])
  expect(illnessOf('resolved', { note: [{ text: '手術' }] })).toEqual([null, null, '手術\n治癒（日付不明）'])
  expect(illnessOf('remission', {})).toEqual([null, null, '寛解（日付不明）'])
  expect(illnessOf('remission', { abatementDateTime: '2020' })).toEqual([null, '2020', '寛解'])
  expect(illnessOf('inactive', {})).toEqual([null, null, '症状なし（日付不明）'])
  expect(illnessOf(undefined, { abatementString: '2020-05' })).toEqual([null, '2020-05', ''])
  expect(illnessOf('resolved', { abatementString: '30代のとき' })).toEqual([null, null, '治癒: 30代のとき'])
  expect(illnessOf('resolved', { onsetAge: { value: 18, code: 'mo' }, abatementAge: { value: 45, code: 'a' } })).toEqual([
    null,
    null,
    '発症: 18か月\n治癒: 45歳',
  ])
  expect(illnessOf('resolved', { abatementPeriod: { start: '2020' } })).toEqual([null, null, '治癒: 2020〜'])
})

const allergyOf = (more: object) => {
  const read = readSafely(() => readAllergyIntolerance(more as never))
  return 'reason' in read ? [read.reason] : [read.kind, read.description]
}

test('the description of an allergy keeps its reactions, the danger of another exposure and when it occurred', () => {
  const coded = (display: string) => ({ coding: [{ display }] })
  const severe = { substance: { text: 'ペニシリン' }, manifestation: [coded('アナフィラキシー'), { text: '蕁麻疹' }], severity: 'severe', description: '入院' }
  const penicillin = { category: ['medication'], code: { text: 'ペニシリン' } }
  expect(
    allergyOf({
      ...penicillin,
      criticality: 'high',
      onsetDateTime: '2019-05',
      lastOccurrence: '2020-01-02',
      reaction: [severe, { manifestation: [{ text: '吐き気' }], severity: 'mild', exposureRoute: coded('経口') }],
      note: [{ text: '救急搬送' }],
    }),
  ).toEqual([
    'medicine',
    'ペニシリン\n反応: アナフィラキシー、蕁麻疹 入院 重度\n反応: 吐き気 軽度 経路 経口\n重大性: 高い\n発症: 2019-05\n最終発症: 2020-01-02\n救急搬送',
  ])
  expect(allergyOf({ ...penicillin, onsetString: '20代', criticality: 'unable-to-assess', reaction: [{ substance: { text: 'サワシリン' } }] })).toEqual([
    'medicine',
    'ペニシリン\n反応: サワシリン\n重大性: 評価不能\n発症: 20代',
  ])
  const own = { coding: [{ system: 'urn:sukoyaka:allergy-kind', code: 'medicine' }], text: '薬' }
  expect(allergyOf({ code: own, reaction: [severe] })).toEqual(['medicine', '反応: ペニシリン アナフィラキシー、蕁麻疹 入院 重度'])
  for (const reaction of ['発疹', [null], [{ manifestation: [{ text: '発疹' }], note: '発疹' }]])
    expect(allergyOf({ ...penicillin, reaction }), JSON.stringify(reaction)).toEqual(['invalid'])
})

test('an allergy without a code is named by the substance of its reaction', () => {
  const reaction = [{ substance: { text: 'スギ花粉' }, manifestation: [{ text: '鼻炎' }] }]
  expect(allergyOf({ reaction })).toEqual(['pollen', 'スギ花粉\n反応: 鼻炎'])
})

test('the category of a medicine decides the kind of an allergy; the words of its name do so with other categories only', () => {
  const kinds = (text: string) =>
    [['medication'], ['biologic'], ['food', 'medication'], ['environment'], undefined].map((category) => allergyOf({ category, code: { text } })[0])
  for (const [text, kind] of [
    ['アスピリン喘息', 'asthma'],
    ['花粉エキス', 'pollen'],
    ['金属製剤', 'metal'],
  ])
    expect(kinds(text!)).toEqual(['medicine', 'medicine', 'medicine', kind, kind])
  expect([allergyOf({ category: ['food'], code: { text: 'サバ' } }), allergyOf({ code: { text: 'ラテックス' } })]).toEqual([
    ['food', 'サバ'],
    ['other', 'ラテックス'],
  ])
})

test('an exported allergy is named by its description, and the import finds its kind and description again', () => {
  const fields = { kind: 'medicine', description: 'アスピリン\n発疹', is_occured: true }
  const exported = (more: object) =>
    toAllergyIntolerance({ ...fields, confirmed_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', ...more } as never)
  const codingOf = (display: string, code: string) => [{ system: 'urn:sukoyaka:allergy-kind', code, display }]
  expect(exported({})).toMatchObject({ code: { text: 'アスピリン\n発疹', coding: codingOf('薬', 'medicine') }, note: [{ text: 'アスピリン\n発疹' }] })
  expect(exported({ kind: 'food', description: ' ' }).code).toEqual({ text: '食物', coding: codingOf('食物', 'food') })
  expect(exported({ is_occured: false }).code?.text).toBe('薬')
  for (const change of [{}, { kind: 'other', description: 'スギ花粉' }, { is_occured: false, description: '' }])
    expect(readAllergyIntolerance(exported(change))).toEqual({ ...fields, ...change, confirmed_at: '2026-01-01T00:00:00.000Z' })
})
