import { sql } from 'drizzle-orm'
import { loadReference } from '../src/reference/load.ts'
import type { TestApp } from './test-app.ts'

type Row = { id: number; [name: string]: unknown }

/** Reads and changes rows of the tables that administrators edit, as an administrator. */
export const editingOf = ({ context, staff }: TestApp) => {
  const admin = {
    get: staff.admin.get,
    post: (url: string, body: object) => staff.admin.request('POST', url, { body }),
    put: (url: string, body: object) => staff.admin.request('PUT', url, { body }),
  }
  return {
    admin,
    /** Loads these files of the reference data again, as a start with a changed file does. */
    reload: async (...names: string[]) => {
      for (const name of names) await context.db.execute(sql`update reference_versions set hash = '' where name = ${name}`)
      await loadReference(context.db)
    },
    firstOf: async (url: string): Promise<Row> => (await admin.get(url)).body.items[0],
    save: ({ id, ...row }: Row, url: string, change: object) => admin.put(`${url}/${id}`, { ...row, ...change }),
    /** Status of a response and names of its invalid fields. */
    statusAndFields: async (response: Promise<{ status: number; body: { fields?: object } }>) => {
      const { status, body } = await response
      return [status, Object.keys(body.fields ?? {})]
    },
  }
}
