import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../test/test-app.ts'

test('a client that asks for changes gets the rows that a merge moved to the kept patient, and those that its undo gave back', async () => {
  const { add, context, staff } = await openTestApp()
  const { admin, doctor } = staff
  const [kept, duplicate] = [await add({ role: 'patient', birthday: '1970-01-01' }), await add({ role: 'patient', birthday: '1971-02-02' })]
  await context.db.execute(
    sql`insert into medicine_intakes (user_id, name, created_at, updated_at) values (${duplicate.id}, 'アムロジピン', '2025-01-01T00:00:00Z', '2025-01-01T00:00:00Z')`,
  )
  await context.db.execute(
    sql`insert into sleeps (user_id, started_at, ended_at, created_at) values (${duplicate.id}, '2025-01-01T14:00:00Z', '2025-01-01T21:00:00Z', '2025-01-02T00:00:00Z')`,
  )
  const now = async () =>
    new Date((await context.db.execute<{ at: number }>(sql`select extract(epoch from clock_timestamp())::float8 * 1000 as at`)).rows[0]!.at).toISOString()
  const typesSince = async (id: number, at: string) => {
    const { text } = await doctor.get(`/fhir/R4/Patient/${id}/$everything?_type=MedicationStatement,Observation&_since=${at}`)
    const found = JSON.parse(text).entry.map(({ resource }: { resource: { resourceType: string; subject: { reference: string } } }) => resource)
    for (const { subject } of found) expect(subject.reference).toBe(`Patient/${id}`)
    return found.map(({ resourceType }: { resourceType: string }) => resourceType)
  }

  const beforeMerge = await now()
  expect(await typesSince(duplicate.id, beforeMerge)).toEqual([])
  const { body: shown } = await admin.get(`/api/admin/merge_preview?kept_id=${kept.id}&duplicate_id=${duplicate.id}`)
  const versions = { kept_updated_at: shown.kept.updated_at, duplicate_updated_at: shown.duplicate.updated_at }
  const input = { kept_id: kept.id, duplicate_id: duplicate.id, ...versions, take: [], reason: '二重登録', confirmation: String(duplicate.id) }
  const { body: merged } = await admin.request('POST', '/api/admin/merges', { body: input })
  expect(await typesSince(kept.id, beforeMerge)).toEqual(['MedicationStatement', 'Observation'])

  const { body: search } = await doctor.get(`/fhir/R4/MedicationStatement?patient=${kept.id}&_lastUpdated=ge${beforeMerge}&_sort=-_lastUpdated`)
  expect(search.entry).toHaveLength(1)
  expect(Date.parse(search.entry[0].resource.meta.lastUpdated)).toBe(Date.parse(merged.merged_at))

  const beforeUndo = await now()
  expect(await typesSince(kept.id, beforeUndo)).toEqual([])
  expect((await admin.request('POST', `/api/admin/merges/${merged.id}/undo`)).status).toBe(200)
  expect(await typesSince(duplicate.id, beforeUndo)).toEqual(['MedicationStatement', 'Observation'])
})
