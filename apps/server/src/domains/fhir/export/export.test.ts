import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { formOf } from '../../../../test/form.ts'
import { type Member, openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { removeOrphanFiles } from '../../../files/file-rows.ts'
import { readSigned } from '../../../files/signed-file.ts'
import { loadReference } from '../../../reference/load.ts'
import { fhirJobs } from './jobs.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
  const { context, hanako, taro } = testApp
  for (const { id } of [hanako, taro])
    await context.db.execute(
      sql`insert into steps (user_id, measured_on, count, origin) select ${id}, '2026-01-01'::date + n, 1000 + n, 'watch' from generate_series(0, 799) n`,
    )
})

/** Starts an export; returns the path of its status. */
const start = async (admin: Member, query = '') => {
  const { status, headers } = await admin.get(`/fhir/R4/$export${query}`)
  expect(status).toBe(202)
  return new URL(String(headers['content-location'])).pathname
}

const exportAll = async (admin: Member, query?: string) => {
  const path = await start(admin, query)
  const running = await admin.get(path)
  expect([running.status, running.headers['x-progress']]).toEqual([202, '0 resources'])
  expect(await testApp.runJobs()).toContain('fhir_export')
  return { path, manifest: (await admin.get(path)).body }
}

// biome-ignore lint/suspicious/noExplicitAny: tests read the fields they assert
const linesOf = async (admin: Member, url: string): Promise<any[]> => {
  const { headers, text } = await admin.get(new URL(url).pathname)
  expect(headers['content-type']).toBe('application/fhir+ndjson')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('an administrator exports all patients as NDJSON; each access is logged, and the files are deleted with the export', async () => {
  const { context, hanako, taro, staff } = testApp
  const { path, manifest } = await exportAll(staff.admin, '?_type=Patient,Observation')
  expect(manifest).toMatchObject({ requiresAccessToken: true, error: [], request: expect.stringContaining('/fhir/R4/$export?_type=Patient,Observation') })
  const counts = Object.fromEntries(manifest.output.map(({ type, count }: { type: string; count: number }) => [type, count]))
  const people = await linesOf(staff.admin, manifest.output.find(({ type }: { type: string }) => type === 'Patient').url)
  expect(people.map(({ id }) => id)).toEqual(expect.arrayContaining([String(hanako.id), String(taro.id)]))
  expect(counts.Patient).toBe(people.length)
  const observations = await linesOf(staff.admin, manifest.output.find(({ type }: { type: string }) => type === 'Observation').url)
  expect(observations).toHaveLength(counts.Observation)
  for (const { id } of [hanako, taro])
    expect(observations.filter(({ id: own, subject }) => own.startsWith('steps-') && subject.reference === `Patient/${id}`)).toHaveLength(800)

  const { rows } = await context.db.execute<{ patient_id: number }>(
    sql`select distinct patient_id from audit_logs where action = 'GET /fhir/R4/$export' and user_id = ${staff.admin.id} and patient_id is not null`,
  )
  expect(rows.map(({ patient_id }) => Number(patient_id))).toEqual(expect.arrayContaining([hanako.id, taro.id]))

  // a file of an export is no orphan; those of a deleted one are removed
  const later = new Date(Date.now() + 3 * 3_600_000)
  await removeOrphanFiles(context, later)
  expect((await staff.admin.get(new URL(manifest.output[0].url).pathname)).status).toBe(200)
  expect((await staff.admin.request('DELETE', path)).status).toBe(204)
  expect((await staff.admin.get(path)).status).toBe(404)
  expect((await staff.admin.get(new URL(manifest.output[0].url).pathname)).status).toBe(404)
})

test('a person has one unfinished export: the same request returns it, another request gets 429', async () => {
  const { admin } = testApp.staff
  const path = await start(admin, '?_type=Patient')
  expect(await start(admin, '?_type=Patient')).toBe(path)
  const { status, headers } = await admin.get('/fhir/R4/$export?_type=Goal')
  expect([status, headers['retry-after']]).toEqual([429, '60'])
  await testApp.runJobs()
  expect((await admin.get(path)).status).toBe(200)
})

test('`_since` leaves out what did not change, and wrong parameters are rejected', async () => {
  const { admin } = testApp.staff
  const { manifest } = await exportAll(admin, '?_type=Observation&_since=2999-01-01')
  expect(manifest.output).toEqual([])
  for (const [query, code] of [
    ['_since=yesterday', 400],
    ['_type=Nonsense', 404],
    ['_format=xml', 400],
  ] as const)
    expect((await admin.get(`/fhir/R4/$export?${query}`)).status).toBe(code)
})

test('an interrupted export starts again from its beginning', async () => {
  const { context, staff } = testApp
  const { admin } = staff
  const path = await start(admin, '?_type=Patient,Observation')
  const id = Number(path.split('/').at(-1))
  const [{ work }] = fhirJobs as [(typeof fhirJobs)[number]]
  const stopping = new AbortController()
  stopping.abort()
  await expect(work(context, { id }, stopping.signal)).rejects.toThrow()
  expect((await admin.get(path)).status).toBe(202)
  await testApp.runJobs()
  const { body } = await admin.get(path)
  expect(body.output.map(({ type }: { type: string }) => type)).toEqual(['Observation', 'Patient'])
})

test('the URLs of images in an export work after a day, and no longer after three days', async () => {
  const { context, hanako, staff } = testApp
  await loadReference(context.db)
  const { body } = await staff.nurse.get('/api/image_test_result_categories')
  const content = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  const fields = { user_id: hanako.id, category_id: body.items[0].id, recorded_at: '2026-11-10T00:00:00Z' }
  const { status } = await staff.nurse.request('POST', '/api/image_test_results', { body: formOf(fields, 'images[]', { filename: 'a.png', content }) })
  expect(status).toBe(201)
  const { manifest } = await exportAll(staff.admin, '?_type=Media')
  const [image] = await linesOf(staff.admin, manifest.output[0].url)
  const isExpired = (later_ms: number) =>
    readSigned({ ...context, clock: () => new Date(Date.now() + later_ms) }, image.content.url.split('/files/')[1])!.isExpired
  expect([isExpired(86_400_000), isExpired(3 * 86_400_000)]).toEqual([false, true])
})

test('only an administrator can start an export, and only the one who started it can read or delete it', async () => {
  const { hanako, staff } = testApp
  const path = await start(staff.admin, '?_type=Patient')
  await testApp.runJobs()
  for (const member of [hanako, staff.doctor, staff.observer])
    for (const target of ['/fhir/R4/$export', path, `${path}/Patient`]) expect((await member.get(target)).status).toBe(403)
  // not even another administrator: the patients’ access log names only who started it
  await testApp.context.db.execute(sql`update users set role = 'admin' where id = ${staff.nurse.id}`)
  const other = await testApp.signIn(staff.nurse)
  for (const target of [path, `${path}/Patient`]) expect((await other.get(target)).status).toBe(404)
  expect((await other.request('DELETE', path)).status).toBe(404)
  expect((await staff.admin.get(`${path}/Patient`)).status).toBe(200)
})

test('an export whose administrator lost the role fails', async () => {
  const { context, staff } = testApp
  const id = Number((await start(staff.admin, '?_type=Goal')).split('/').at(-1))
  await context.db.execute(sql`update users set role = 'observer' where id = ${staff.admin.id}`)
  await testApp.runJobs()
  const { rows } = await context.db.execute(
    sql`select state, (select count(*)::int from fhir_export_files where export_id = ${id}) as files from fhir_exports where id = ${id}`,
  )
  expect(rows).toEqual([{ state: 'failed', files: 0 }])
})
