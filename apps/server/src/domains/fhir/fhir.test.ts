import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import { sql } from 'drizzle-orm'
import { Client } from 'fhir-kit-client'
import FHIR from 'fhirclient'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
let url: string
const released = '2026-05-02T00:00:00Z'

/** Adds a checkup with a glucose result that is too high for its reference range. */
const addCheckup = async (user_id: number, released_at: string | null) => {
  const { rows } = await testApp.context.db.execute<{ id: number }>(
    sql`insert into test_packages (user_id, kind, status, tested_at, released_at, location) values (${user_id}, 'detail', 0, '2026-05-01T00:00:00Z', ${released_at}, 'みなとさくらクリニック') returning id`,
  )
  const test_package_id = rows[0]!.id
  await testApp.context.db.execute(sql`
    insert into test_results (user_id, category_id, test_package_id, recorded_at, value, status, range_id)
    select ${user_id}, c.id, ${test_package_id}, '2026-05-01T00:00:00Z', 131, 1, (select min(r.id) from reference_ranges r where r.category_id = c.id) from result_categories c where c.name = 'fasting_glucose'`)
  return test_package_id
}

beforeAll(async () => {
  testApp = await openTestApp()
  const { app, context, hanako, taro } = testApp
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as { port: number }).port}/fhir/R4`
  await addCheckup(hanako.id, released)
  await addCheckup(hanako.id, null)
  await addCheckup(taro.id, released)
  await context.db.execute(sql`
    insert into steps (user_id, measured_on, count, origin) select ${hanako.id}, '2026-01-01'::date + n, 1000 + n, 'watch' from generate_series(0, 299) n`)
  await context.db.execute(sql`
    insert into sleeps (user_id, started_at, ended_at) values (${hanako.id}, '2026-03-01T14:00:00Z', '2026-03-01T21:00:00Z')`)
})

const get = async (member: Member, path: string) => (await member.get(`/fhir/R4/${path}`)).body
// biome-ignore lint/suspicious/noExplicitAny: tests read the fields they assert
const resourcesIn = (bundle: any): any[] => (bundle.entry ?? []).map(({ resource }: { resource: object }) => resource)

describe('reading', () => {
  test('a laboratory result has the range and the interpretation of its day, and its codes', async () => {
    const { hanako } = testApp
    const [glucose] = resourcesIn(await get(hanako, 'Observation?code=http://loinc.org|1558-6'))
    expect(glucose).toMatchObject({
      resourceType: 'Observation',
      status: 'final',
      meta: { profile: ['http://jpfhir.jp/fhir/core/StructureDefinition/JP_Observation_LabResult'] },
      subject: { reference: `Patient/${hanako.id}` },
      valueQuantity: { value: 131, system: 'http://unitsofmeasure.org', code: 'mg/dL' },
      interpretation: [{ coding: [{ code: 'H' }] }],
      referenceRange: [{ high: { value: 99, code: 'mg/dL' } }],
    })
    expect(glucose.code.coding).toContainEqual({ system: 'http://loinc.org', code: '1558-6' })
    const { body, headers } = await hanako.get(`/fhir/R4/Observation/${glucose.id}`)
    expect(body).toEqual(glucose)
    expect(headers['content-type']).toBe('application/fhir+json; charset=utf-8')
  })

  test('a critical value has an interpretation even without a reference range', async () => {
    const { taro, context } = testApp
    const { rows } = await context.db.execute<{ id: number }>(sql`
      insert into test_results (user_id, category_id, recorded_at, value, is_serious)
      select ${taro.id}, c.id, '2026-05-03T00:00:00Z', 6.5, true from result_categories c where c.name = 'potassium' returning id`)
    const { interpretation, referenceRange } = await get(taro, `Observation/result-${rows[0]!.id}`)
    expect({ interpretation, referenceRange }).toMatchObject({ interpretation: [{ coding: [{ code: 'AA' }] }], referenceRange: undefined })
    await context.db.execute(sql`delete from test_results where id = ${rows[0]!.id}`)
  })

  test('patients get only their own released results; staff name a patient and get all results', async () => {
    const { hanako, taro, staff } = testApp
    const own = resourcesIn(await get(hanako, 'Observation?category=laboratory'))
    expect(own.map(({ valueQuantity }) => valueQuantity.value)).toEqual([131])
    const all = resourcesIn(await get(staff.doctor, `Observation?category=laboratory&patient=Patient/${hanako.id}`))
    expect(all.map(({ status }) => status).sort()).toEqual(['final', 'preliminary'])
    const hidden = all.find(({ status }) => status === 'preliminary')
    for (const path of [
      `Patient/${taro.id}`,
      `Observation?patient=${taro.id}`,
      `Observation/${hidden.id}`,
      'Observation/result-999999',
      `Patient/${taro.id}/$everything`,
      'Animal/1',
    ])
      expect(await get(hanako, path)).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'not-found' }] })
    expect(await get(staff.doctor, 'Observation')).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ code: 'invalid' }] })
    const { status, body } = await hanako.get(`/fhir/R4/Patient/${hanako.id}/$everything?_since=yesterday`)
    expect([status, body.resourceType]).toEqual([400, 'OperationOutcome'])
    expect((await staff.doctor.get('/fhir/R4/AuditEvent?patient=1')).status).toBe(403)
    expect(await get(hanako, 'Observation?colour=red')).toMatchObject({ issue: [{ code: 'not-supported' }] })
    expect((await testApp.request('GET', '/fhir/R4/Patient')).body).toMatchObject({ issue: [{ code: 'login' }] })
    expect((await testApp.request('GET', '/fhir/R4/nothing/at/all')).body).toMatchObject({ resourceType: 'OperationOutcome' })
  })

  test('an absolute reference to the patient must be one of this server', async () => {
    const { taro, staff, context } = testApp
    const base = `${context.config.public_url}/fhir/R4`
    const search = (patient: string) => get(staff.doctor, `Observation?category=laboratory&patient=${encodeURIComponent(patient)}`)
    for (const name of [`${taro.id}`, `Patient/${taro.id}`, `${base}/Patient/${taro.id}`]) expect(resourcesIn(await search(name)), name).toHaveLength(1)
    for (const name of [`https://another-hospital.example/fhir/Patient/${taro.id}`, `${base}x/Patient/${taro.id}`, `${base}/${taro.id}`])
      expect(await search(name), name).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ code: 'not-found' }] })
  })

  test('a search by dates with a sort order returns every resource once, in this order, page by page', async () => {
    const { hanako } = testApp
    const values: number[] = []
    let next: string | undefined = 'Observation?code=41950-7&date=ge2026-02-01&date=lt2026-04&_count=25&_sort=date'
    let pages = 0
    while (next) {
      const bundle = await get(hanako, next)
      pages++
      values.push(...resourcesIn(bundle).map(({ valueQuantity }) => valueQuantity.value))
      next = bundle.link.find(({ relation }: { relation: string }) => relation === 'next')?.url.split('/fhir/R4/')[1]
    }
    expect(pages).toBe(3)
    expect(values).toEqual(Array.from({ length: 59 }, (_, at) => 1031 + at))
    const newest = resourcesIn(await get(hanako, 'Observation?category=activity&_count=1'))
    expect(newest[0]).toMatchObject({ effectiveDateTime: '2026-10-27', valueQuantity: { value: 1299 } })
    const sleep = resourcesIn(await get(hanako, 'Observation?code=93832-4'))
    expect(sleep).toMatchObject([{ valueQuantity: { value: 420, code: 'min' } }])
    expect(await get(hanako, 'Observation?_cursor=bm9uc2Vuc2U')).toMatchObject({ issue: [{ code: 'invalid' }] })
    expect(await get(hanako, 'Observation?date=soon')).toMatchObject({ issue: [{ code: 'invalid' }] })
  })

  test('`_id` is combined with the filters of patient, day, code and category, and many ids are returned page by page', async () => {
    const { hanako, taro, staff } = testApp
    const steps = resourcesIn(await get(hanako, 'Observation?code=41950-7&_count=150'))
    const [glucose] = resourcesIn(await get(taro, 'Observation?code=1558-6'))
    const { effectiveDateTime, id } = steps[0]
    const found = async (words: string) => resourcesIn(await get(staff.doctor, `Observation?${words}`)).map((resource) => resource.id)
    expect(await found(`_id=${glucose.id}`)).toEqual([glucose.id])
    expect(await found(`_id=${glucose.id}&patient=${hanako.id}`)).toEqual([])
    expect(await found(`_id=${id},${glucose.id}&patient=${hanako.id}`)).toEqual([id])
    expect(await found(`_id=${id}&date=${effectiveDateTime}&code=41950-7&category=activity`)).toEqual([id])
    for (const filter of ['date=lt2026-02', 'code=1558-6', 'category=laboratory', '_lastUpdated=lt2026-01-01'])
      expect(await found(`_id=${id}&${filter}`), filter).toEqual([])
    expect(resourcesIn(await get(staff.doctor, `Patient?_id=${taro.id}&patient=${hanako.id}`))).toEqual([])
    // more than a page of ids
    const ids = steps.slice(0, 60).map((resource) => resource.id)
    const first = await get(hanako, `Observation?_id=${ids}`)
    const next = await get(hanako, first.link[1].url.split('/fhir/R4/')[1])
    expect([...resourcesIn(first), ...resourcesIn(next)].map((resource) => resource.id)).toEqual(ids)
  })

  test('a medicine is completed on its end date, as in the record; its last day is the one before', async () => {
    const { taro, staff } = testApp
    const today = tokyoDay(new Date())
    for (const [name, ended_on] of [
      ['昨日までの薬', today],
      // still taken if midnight passes during the test
      ['明日までの薬', addDays(today, 2)],
    ])
      expect((await staff.doctor.request('POST', '/api/medicine_intakes', { body: { user_id: taro.id, name, ended_on } })).status).toBe(201)
    const statements = resourcesIn(await get(taro, 'MedicationStatement'))
    expect(
      statements.map(({ status, medicationCodeableConcept, effectivePeriod }) => [medicationCodeableConcept.text, status, effectivePeriod.end]).toSorted(),
    ).toEqual([
      ['明日までの薬', 'active', addDays(today, 1)],
      ['昨日までの薬', 'completed', addDays(today, -1)],
    ])
  })

  test('an allergy has the patient as asserter if only the patient answered it', async () => {
    const { taro, staff, context } = testApp
    await context.db.execute(sql`
      insert into allergy_reactions (user_id, kind, is_occured, confirmed_by) values (${taro.id}, 'medicine', false, ${taro.id}),
        (${taro.id}, 'food', false, ${staff.nurse.id}), (${taro.id}, 'metal', false, null)`)
    const allergies = resourcesIn(await get(staff.doctor, `AllergyIntolerance?patient=${taro.id}`))
    expect(Object.fromEntries(allergies.map(({ code, asserter }) => [code.text, asserter?.reference]))).toEqual({ 薬: `Patient/${taro.id}` })
  })

  test('a search by POST finds what a GET finds, with the same access; it is logged as a read, and no link shows what was searched for', async () => {
    const { hanako, taro, staff, context } = testApp
    const post = (member: Member, path: string, words: Record<string, string>) =>
      member.request('POST', `/fhir/R4/${path}`, {
        raw: new URLSearchParams(words).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const words = { patient: `Patient/${hanako.id}`, code: '41950-7', date: 'ge2026-02-01', _count: '200', _sort: 'date' }
    const { status, body, headers } = await post(staff.trainer, 'Observation/_search?_format=json', words)
    expect([status, headers['content-type']]).toEqual([200, 'application/fhir+json; charset=utf-8'])
    const plain = await get(staff.trainer, `Observation?${new URLSearchParams(words)}`)
    expect(body.entry).toEqual(plain.entry)
    const urls = body.link.map(({ url }: { url: string }) => url)
    expect(urls.map((url: string) => url.replace(/=_[\w-]+$/, ''))).toEqual(Array(2).fill(`${context.config.public_url}/fhir/R4/Observation?_cursor`))
    const pathIn = (url: string) => url.split('/fhir/R4/')[1]!
    expect((await get(staff.trainer, pathIn(urls[0]))).entry).toEqual(plain.entry)
    const next = await get(staff.trainer, pathIn(urls[1]))
    expect(resourcesIn(next)).toHaveLength(69)
    expect(next.link[0].url).toMatch(/Observation\?_cursor=_[\w-]+$/)
    // the link opens nothing for a patient who may not read it, and is bound to its type
    expect((await taro.get(`/fhir/R4/${pathIn(urls[1])}`)).status).toBe(404)
    expect((await staff.trainer.get(`/fhir/R4/${pathIn(urls[1]).replace('Observation', 'Goal')}`)).status).toBe(400)
    expect((await post(taro, 'Observation/_search', words)).status).toBe(404)
    expect((await post(hanako, 'Observation/_search?code=41950-7', {})).status).toBe(400)
    expect((await post(hanako, 'Observation/_search', { colour: 'red' })).body).toMatchObject({ issue: [{ code: 'not-supported' }] })
    expect(resourcesIn((await post(hanako, 'Patient/_search', {})).body)).toMatchObject([{ id: String(hanako.id) }])
    expect((await testApp.request('POST', '/fhir/R4/Observation/_search', { body: {} })).status).toBe(401)
    const { rows } = await context.db.execute(sql`
      select from audit_logs where user_id = ${staff.trainer.id} and patient_id = ${hanako.id} and action = 'POST /fhir/R4/:type/_search'`)
    expect(rows).toHaveLength(1)
    const events = resourcesIn(await get(hanako, 'AuditEvent'))
    expect(new Set(events.filter(({ entity }) => entity[0].description.endsWith('/_search')).map(({ action }) => action))).toEqual(new Set(['R']))
  })

  test('a report includes its results and the patient, and reads are in the audit log', async () => {
    const { hanako, staff, context } = testApp
    const bundle = await get(staff.nurse, `DiagnosticReport?patient=${hanako.id}&_include=DiagnosticReport:result&_include=DiagnosticReport:patient`)
    const kinds = bundle.entry.map(
      (entry: { resource: { resourceType: string }; search: { mode: string } }) => `${entry.search.mode} ${entry.resource.resourceType}`,
    )
    expect(kinds.sort()).toEqual(['include Observation', 'include Observation', 'include Patient', 'match DiagnosticReport', 'match DiagnosticReport'])
    const { rows } = await context.db.execute<{ action: string }>(sql`
      select action from audit_logs where user_id = ${staff.nurse.id} and patient_id = ${hanako.id} and outcome = 'done'`)
    expect(rows).toEqual([{ action: 'GET /fhir/R4/:type' }])
    const events = resourcesIn(await get(hanako, 'AuditEvent'))
    expect(events.some(({ agent }) => agent[0].who?.reference === `Practitioner/${staff.nurse.id}`)).toBe(true)
  })

  test('$everything has each resource of the patient once, and none of another patient', async () => {
    const { hanako, taro, staff } = testApp
    const { text } = await staff.doctor.get(`/fhir/R4/Patient/${hanako.id}/$everything?_type=Patient,Observation,DiagnosticReport`)
    const urls = JSON.parse(text).entry.map(({ fullUrl }: { fullUrl: string }) => fullUrl)
    expect(new Set(urls).size).toBe(urls.length)
    expect(urls.length).toBe(1 + 300 + 1 + 2 + 2)
    expect(text).not.toContain(`Patient/${taro.id}"`)
    const { rows } = await testApp.context.db.execute(sql`
      select from audit_logs where user_id = ${staff.doctor.id} and patient_id = ${hanako.id} and action = 'GET /fhir/R4/Patient/:id/$everything'`)
    expect(rows).toHaveLength(1)
  })
})

describe('clients over HTTP', () => {
  const authorizationOf = ({ token, email }: Member) => ({ Authorization: `Token token="${token}", email="${email}"` })

  test('fhir-kit-client reads, searches, follows pages and gets errors', async () => {
    const { hanako } = testApp
    const client = new Client({ baseUrl: url, customHeaders: authorizationOf(hanako) })
    const capabilities = await client.capabilityStatement()
    expect(capabilities).toMatchObject({ resourceType: 'CapabilityStatement', fhirVersion: '4.0.1' })
    const patient = await client.read({ resourceType: 'Patient', id: String(hanako.id) })
    expect(patient).toMatchObject({ resourceType: 'Patient', gender: 'female', birthDate: '1968-03-14' })
    const bundle = await client.search({ resourceType: 'Observation', searchParams: { code: '41950-7', _count: 200 } })
    expect(resourcesIn(bundle)).toHaveLength(200)
    // the links have the public address, which is another one here
    const nextUrl = (bundle as unknown as { link: { relation: string; url: string }[] }).link.find(({ relation }) => relation === 'next')!.url
    const next = await client.request(`${url}${nextUrl.slice(nextUrl.indexOf('/Observation'))}`)
    expect(resourcesIn(next)).toHaveLength(100)
    await expect(client.read({ resourceType: 'Patient', id: '999999' })).rejects.toMatchObject({ response: { status: 404 } })
  })

  test('fhirclient reads the patient’s record', async () => {
    const { hanako } = testApp
    const client = FHIR({ headers: {} } as never, {} as never).client(url)
    const headers = { ...authorizationOf(hanako), accept: 'application/fhir+json' }
    const patient = await client.request({ url: `Patient/${hanako.id}`, headers })
    expect(patient).toMatchObject({ resourceType: 'Patient', id: String(hanako.id) })
    const glucose = await client.request({ url: 'Observation?code=1558-6&_include=Observation:patient', headers })
    expect(resourcesIn(glucose).map(({ resourceType }) => resourceType)).toEqual(['Observation', 'Patient'])
  })
})
