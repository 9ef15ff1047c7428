import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Resource } from '@medplum/fhirtypes'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  allergies,
  bundleOf,
  everything,
  family,
  glucose,
  illness,
  importingOf,
  medicine,
  outcomesOf,
  report,
  subject,
  yamada,
} from '../../../test/fhir/bundle.ts'
import { openTestApp } from '../../../test/test-app.ts'

const testApp = await openTestApp()
const { send, check, undo } = importingOf(testApp)

test('a dry run says what would happen and does nothing; the import does it, a repeat adds nothing, and the undo removes all of it', async () => {
  const { hanako, staff, context } = testApp
  const content = bundleOf([...everything, { resourceType: 'Encounter', id: 'e1' }, { ...glucose, id: 'o3', code: { text: '謎の検査' } }])
  const expected = [
    'Patient same',
    'Observation new',
    'Observation new',
    'DiagnosticReport new',
    'Condition new',
    'FamilyMemberHistory new',
    'AllergyIntolerance new',
    'AllergyIntolerance new',
    'MedicationStatement new',
    'Encounter type_not_taken',
    'Observation code_unknown',
  ]
  const counts = async () =>
    (
      await context.db.execute(sql`
        select (select count(*) from test_results)::int as results, (select count(*) from test_packages)::int as packages, (select count(*) from past_illnesses)::int as illnesses,
          (select count(*) from family_past_illnesses)::int as family, (select count(*) from allergy_reactions)::int as allergies, (select count(*) from medicine_intakes)::int as medicines`)
    ).rows[0]
  const before = await counts()
  const dryRun = await check(content)
  expect([dryRun.status, outcomesOf(dryRun.body)]).toEqual([200, expected])
  expect(await counts()).toEqual(before)
  const applied = await send(content)
  expect([applied.status, outcomesOf(applied.body)]).toEqual([201, expected])
  expect(await counts()).toEqual({ results: 2, packages: 1, illnesses: 1, family: 1, allergies: 1, medicines: 1 })
  const [checkup] = (await staff.doctor.get(`/api/test_packages?user_id=${hanako.id}`)).body.items
  expect(checkup).toMatchObject({ name: '春の健診', released_at: null, status: 0 })
  const [allergy] = (await staff.doctor.get(`/api/allergy_reactions?user_id=${hanako.id}`)).body.items
  expect(allergy).toMatchObject({ kind: 'food', description: 'サバ\nエビ' })
  const again = await send(content)
  expect(outcomesOf(again.body).filter((outcome) => outcome.endsWith(' new'))).toEqual([])
  const other = await check(bundleOf([{ ...glucose, valueQuantity: { value: 120, code: 'mg/dL' } }]))
  expect(outcomesOf(other.body)).toEqual(['Patient same', 'Observation differs'])
  expect((await undo(applied.body.id)).body).toMatchObject({ undone_by: staff.doctor.id, kept_count: 0 })
  expect(await counts()).toEqual(before)
  expect((await undo(applied.body.id)).status).toBe(409)
})

test('a file of 900 kB is accepted although its request is longer: JSON escapes the line breaks and quotes in it', async () => {
  expect((await check(bundleOf([illness]) + '\n'.repeat(600_000))).status).toBe(200)
})

describe('refuses the whole import of', () => {
  test.each([
    ['for somebody else', bundleOf([glucose], { ...yamada, name: [{ text: '佐藤 太郎' }] }), 'bundle_of_another'],
    ['with another birthday', bundleOf([glucose], { ...yamada, birthDate: '1968-03-15' }), 'bundle_of_another'],
    [
      'with the id of another patient of ours',
      bundleOf([glucose], { ...yamada, identifier: [{ system: 'urn:sukoyaka:user', value: '999' }] }),
      'bundle_of_another',
    ],
    ['without a patient', bundleOf([glucose], null), 'bundle_without_patient'],
    ['with two patients', bundleOf([glucose, { ...yamada, id: 'p2' }]), 'bundle_without_patient'],
    ['that is no JSON', '{"resourceType"', 'bundle_unreadable'],
    ['that is no bundle', JSON.stringify(yamada), 'bundle_unreadable'],
    ['with an entry of nothing', JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: [null] }), 'bundle_unreadable'],
    ['with 1,001 entries', bundleOf(Array.from({ length: 1_000 }, () => glucose)), 'bundle_unreadable'],
  ])('a bundle %s', async (_, content, code) => {
    expect((await send(content)).body).toMatchObject({ code })
  })
})

test('our id alone does not identify the person, because other installations use the same ids: the name or the birthday must agree too', async () => {
  const identifier = [{ system: 'urn:sukoyaka:user', value: String(testApp.hanako.id) }]
  const { birthDate, ...unborn } = { ...yamada, identifier }
  const other = { name: [{ text: '佐藤 太郎' }] }
  const statusOf = async (patient: object) => (await check(bundleOf([illness], patient))).status
  expect(await statusOf({ ...unborn, ...other })).toBe(422)
  expect(await statusOf(unborn)).toBe(200)
  expect(await statusOf({ ...unborn, ...other, birthDate })).toBe(200)
  expect(await statusOf({ ...yamada, birthDate: undefined })).toBe(422)
})

test('wrong and unknown entries are not imported, each with its reason', async () => {
  const bad = [
    { ...glucose, subject: { reference: 'Patient/somebody' } },
    { ...glucose, effectiveDateTime: '2099-01-01' },
    { ...glucose, valueQuantity: { value: 98_000, code: 'mg/dL' } },
    { ...glucose, valueQuantity: { value: '98' } },
    { ...glucose, valueQuantity: { value: 98, code: 'parsec' } },
    { ...glucose, code: { coding: 'no list' } },
    { ...glucose, status: 'entered-in-error' },
    { ...glucose, effectiveDateTime: undefined },
    { ...glucose, effectiveDateTime: '2026-02-30' },
    { ...glucose, effectiveDateTime: '2026-02-30T09:00:00+09:00' },
    { ...illness, code: { text: '知らない病気' } },
    { ...illness, onsetDateTime: '2099' },
    { ...illness, onsetDateTime: '1950' },
    { ...family, relationship: { text: '隣人' } },
    { ...family, status: 'entered-in-error' },
    { ...medicine, status: 'not-taken' },
    { ...medicine, note: [{ text: '長'.repeat(2_001) }] },
    { ...illness, note: [{ text: '長'.repeat(2_001) }] },
    { ...allergies[0], code: { text: '長'.repeat(2_001) } },
    { ...allergies[0], category: ['medication'], reaction: [{ manifestation: [{ text: '長'.repeat(1_999) }] }] },
    { resourceType: 'DiagnosticReport', subject, result: {} },
    { resourceType: 'DiagnosticReport', subject, result: [null], code: { text: '健診' } },
    { resourceType: 'DiagnosticReport', subject, code: { text: 5 } },
    { ...report, status: 'entered-in-error' },
    { ...report, status: 'cancelled' },
    // a literal backslash, and a character that a cut at 200 divides
    { ...glucose, code: { text: `\\ud83d${'あ'.repeat(193)}𠮷` } },
  ]
  const { body } = await check(bundleOf(bad))
  expect(outcomesOf(body).slice(1)).toEqual([
    'Observation other_subject',
    'Observation in_future',
    'Observation impossible',
    'Observation invalid',
    'Observation unknown_unit',
    'Observation invalid',
    'Observation entered_in_error',
    ...Array.from({ length: 3 }, () => 'Observation without_date'),
    'Condition disease_unknown',
    'Condition in_future',
    'Condition before_birth',
    'FamilyMemberHistory relative_unknown',
    'FamilyMemberHistory entered_in_error',
    'MedicationStatement not_taken',
    'MedicationStatement too_long',
    'Condition too_long',
    'AllergyIntolerance too_long',
    'AllergyIntolerance too_long',
    ...Array(3).fill('DiagnosticReport invalid'),
    ...Array(2).fill('DiagnosticReport entered_in_error'),
    'Observation code_unknown',
  ])
  expect(body.entries.every(({ text }: { text: string }) => text.isWellFormed())).toBe(true)
})

test('"no known allergy" is stored as none to medicines since its day; a refuted, past or unknown allergy is not stored', async () => {
  const { hanako, staff } = testApp
  const allergy = (code: object, more: object) => ({ resourceType: 'AllergyIntolerance', patient: subject, code, ...more })
  const absent = (code: string) => ({ coding: [{ system: 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips', code }] })
  const refuted = { verificationStatus: { coding: [{ code: 'refuted' }] }, category: ['medication'] }
  const applied = await send(
    bundleOf([
      allergy({ coding: [{ system: 'http://snomed.info/sct', code: '716186003' }] }, { recordedDate: '2024-04-10' }),
      allergy({ text: 'ペニシリン' }, refuted),
      allergy({ text: 'エビ' }, { clinicalStatus: { coding: [{ code: 'resolved' }] }, category: ['food'] }),
      allergy(absent('no-allergy-info'), {}),
      allergy(absent('no-known-food-allergies'), {}),
      allergy(absent('no-known-medication-allergies'), refuted),
      allergy(absent('no-known-medication-allergies'), { clinicalStatus: { coding: [{ code: 'inactive' }] } }),
    ]),
  )
  const outcomes = [
    'Patient same',
    'AllergyIntolerance new',
    'AllergyIntolerance not_confirmed',
    'AllergyIntolerance not_confirmed',
    'AllergyIntolerance not_confirmed',
    'AllergyIntolerance new',
  ].concat(['AllergyIntolerance not_confirmed', 'AllergyIntolerance not_confirmed'])
  expect(outcomesOf(applied.body)).toEqual(outcomes)
  const { items } = (await staff.doctor.get(`/api/allergy_reactions?user_id=${hanako.id}`)).body
  expect(items).toMatchObject([
    { kind: 'food', is_occured: false },
    { kind: 'medicine', is_occured: false, description: '', confirmed_at: '2024-04-09T15:00:00.000Z', confirmed_by: null, is_self_reported: false },
  ])
  await undo(applied.body.id)
})

test.each([
  ['2024', '2023-12-31T15:00:00.000Z'],
  ['2024-04-10T18:00:00+09:00', '2024-04-10T09:00:00.000Z'],
  ['2024-02-30', 'the import'],
  ['2024-02-30T09:00:00+09:00', 'the import'],
  ['2099-01-01', 'the import'],
])('an allergy recorded on %s is known since %s', async (recordedDate, since) => {
  const { hanako, staff } = testApp
  const applied = await send(bundleOf([{ ...allergies[0], recordedDate }]))
  const [{ confirmed_at }] = (await staff.doctor.get(`/api/allergy_reactions?user_id=${hanako.id}`)).body.items
  expect(Date.now() - Date.parse(confirmed_at) < 60_000 ? 'the import' : confirmed_at).toBe(since)
  await undo(applied.body.id)
})

test('an import of our own export adds nothing to the same record, and the same contents to an empty record', async () => {
  const { hanako, staff, add } = testApp
  const applied = await send(bundleOf(everything))
  const { body: exported } = await staff.doctor.get(`/fhir/R4/Patient/${hanako.id}/$everything`)
  const again = await check(JSON.stringify(exported))
  expect(outcomesOf(again.body).filter((outcome) => outcome.endsWith(' new'))).toEqual([])
  const twin = await add({
    role: 'patient',
    last_name: '山田',
    first_name: '花子',
    last_name_kana: 'ヤマダ',
    first_name_kana: 'ハナコ',
    sex: 'female',
    birthday: '1968-03-14',
  })
  const text = JSON.stringify(exported).replaceAll(`"system":"urn:sukoyaka:user","value":"${hanako.id}"`, `"system":"urn:sukoyaka:user","value":"${twin.id}"`)
  const copied = await send(text, twin.id)
  expect(outcomesOf(copied.body).filter((outcome) => /new$/.test(outcome))).toHaveLength(7)
  const contents = async (id: number) => {
    const { body } = await staff.doctor.get(
      `/fhir/R4/Patient/${id}/$everything?_type=Observation,Condition,FamilyMemberHistory,AllergyIntolerance,MedicationStatement`,
    )
    return body.entry.map(({ resource }: { resource: Record<string, unknown> }) => ({ ...resource, id: '', meta: '', subject: '', patient: '' }))
  }
  expect(await contents(twin.id)).toEqual(await contents(hanako.id))
  await undo(applied.body.id)
})

const folders = ['apache-2.0_JPFHIRExampleCreation', 'cc-by-sa-4.0_eCheckupReport'].map((name) =>
  join(import.meta.dirname, '../../../../../../shared/samples/fhir', name),
)

describe.skipIf(!folders.every((folder) => existsSync(folder)))('samples of JP Core', () => {
  const resourcesIn = (folder: string) =>
    readdirSync(folder)
      .filter((name) => /^[A-Z].*\.json$/.test(name))
      .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Resource)

  test.each(folders)('every entry of %s has an outcome, and what was imported is in the record', async (folder) => {
    const { staff, add } = testApp
    const resources = resourcesIn(folder)
    const isReferral = folder.includes('JPFHIR')
    const names = isReferral ? { last_name: '田中', first_name: '太郎' } : { last_name: '健診', first_name: '太郎' }
    const person = await add({ role: 'patient', ...names, sex: 'male', birthday: isReferral ? '1955-05-04' : '1950-05-04' })
    const patientUrl = isReferral ? 'urn:uuid:85a51292-1089-4641-bac7-d453a0bdc311' : 'urn:uuid:4bc68294-1895-d159-655b-1bc7e83f52f3'
    const entry = resources.map((resource) => ({ resource, ...(resource.resourceType === 'Patient' && { fullUrl: patientUrl }) }))
    const { body, status } = await send(JSON.stringify({ resourceType: 'Bundle', type: 'document', entry }), person.id)
    expect(status).toBe(201)
    expect(new Set(body.entries.map(({ index }: { index: number }) => index)).size).toBe(resources.length)
    const taken = body.entries.filter(({ outcome }: { outcome: string }) => outcome === 'new')
    const { body: record } = await staff.doctor.get(`/fhir/R4/Patient/${person.id}/$everything`)
    const stored = record.entry.map(({ resource }: { resource: { resourceType: string } }) => resource)
    if (isReferral) {
      expect(taken.map(({ resource_type, text }: { resource_type: string; text: string }) => `${resource_type} ${text}`)).toEqual(
        expect.arrayContaining(['AllergyIntolerance サバ']),
      )
      expect(JSON.stringify(stored)).toContain('サバ')
    } else {
      const values = (resource: { resourceType: string; valueQuantity?: { value: number } }) =>
        resource.resourceType === 'Observation' && resource.valueQuantity ? [resource.valueQuantity.value] : []
      const measured = stored.flatMap(values)
      // body, lipids, liver and sugar of the report
      for (const value of [65.5, 162.3, 70, 60, 45, 88, 32, 16, 55]) expect(measured).toContain(value)
      expect(taken.length).toBeGreaterThanOrEqual(13)
    }
  })
})
