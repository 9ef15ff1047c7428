import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestApp } from '../../test/test-app.ts'
import { housekeepingJob } from './housekeeping.ts'

test('orphaned files are deleted by the database that the file store belongs to, and by no other', async () => {
  const { context } = await openTestApp()
  const files = () => readdirSync(join(context.config.data_dir, 'files'))
  // a store whose files are older than any call
  const old = {
    ...context.files,
    list: async function* () {
      for await (const { key } of context.files.list()) yield { key, at: 0 }
    },
  }
  const keepHouse = () => housekeepingJob([]).work({ ...context, files: old }, undefined, new AbortController().signal)
  await context.files.put('orphan1', Readable.from('x'))
  await keepHouse()
  expect(files()).toContain('installation')
  expect(files()).not.toContain('orphan1')
  await keepHouse()
  await context.files.put('orphan2', Readable.from('x'))
  await context.db.execute(sql`update installation set id = gen_random_uuid()`)
  await expect(keepHouse()).rejects.toThrow('The file store belongs to another database')
  expect(files()).toContain('orphan2')
})
