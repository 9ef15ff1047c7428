import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { loadReference } from '../src/reference/load.ts'
import { openTestApp, type TestApp } from './test-app.ts'

export const facility = '北町ヘルスケアセンター'
const bytesOf = (content: string | Uint8Array) => Buffer.from(content).toString('base64')

/** Starts a test app with the result categories and a nurse who imports files. */
export const openImports = async () => {
  const testApp: TestApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-20T16:00:00Z') } })
  const { db } = testApp.context
  const { nurse } = testApp.staff
  await loadReference(db)
  const { rows: categories } = await db.execute<{ id: number; name: string }>(sql`select id, name from result_categories`)
  const idOf = new Map(categories.map(({ id, name }) => [name, Number(id)]))
  const read = async (id: number) => (await nurse.get(`/api/results_imports/${id}`)).body
  const runAction = async (id: number, action: 'apply' | 'undo') => {
    expect((await nurse.request('POST', `/api/results_imports/${id}/${action}`, { body: {} })).status).toBe(200)
    await testApp.runJobs()
    return read(id)
  }
  return {
    testApp,
    idOf,
    read,
    runAction,
    upload: async (content: string | Uint8Array, extra: object = {}) => {
      const size = Buffer.from(content).length
      const body = { file_name: '健診.csv', size, content: bytesOf(content), facility, ...extra }
      const response = await nurse.request('POST', '/api/results_imports', { body })
      expect(response.status).toBe(201)
      await testApp.runJobs()
      return read(response.body.id)
    },
    rows: async (id: number, query = '') => (await nurse.get(`/api/results_imports/${id}/rows${query}`)).body.items,
    fix: (id: number, line: number, body: object) => nurse.request('PUT', `/api/results_imports/${id}/rows/${line}`, { body }),
    remove: (id: number) => nurse.request('DELETE', `/api/results_imports/${id}`),
    /** The stored test results that were not derived. */
    results: async () =>
      (
        await db.execute<{ user_id: number; name: string; value: number }>(sql`
          select r.user_id, c.name, r.value, r.status, r.origin, r.entered_value, r.entered_unit from test_results r join result_categories c on c.id = r.category_id
          where not r.is_derived order by r.user_id, c.name`)
      ).rows,
    /** Every test result, and the main columns of every test package, as text. */
    everything: async () => {
      const { rows } = await db.execute<{ r: string }>(sql`
        select r::text as r from test_results r union all select (p.id, p.user_id, p.name, p.tested_at, p.released_at)::text from test_packages p order by 1`)
      return rows.map(({ r: record }) => record)
    },
  }
}

/** A CSV file with eight columns and these lines. */
export const importCsv = (...lines: string[]) => ['氏名,カナ,生年月日,性別,受診日,LDL-C(mg/dL),HbA1c,尿蛋白', ...lines, ''].join('\r\n')
export const ofHanako = '山田　花子,ﾔﾏﾀﾞ ﾊﾅｺ,S43.3.14,女,2026/11/1,１６２ H,5.5,(-)'
export const ofTaro = '佐藤 太郎,サトウ タロウ,1980-04-01,男,R8.11.1,118,6.1,＋'
