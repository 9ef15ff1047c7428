import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { onFileEnd } from '../../../test/clean-up.ts'
import { emptyDatabase, freshDatabase } from '../../../test/database.ts'
import { makeDataDir } from '../../../test/process.ts'
import { openDatabase } from '../../database/db.ts'
import { isOwnFileStore } from '../../files/file-rows.ts'
import { openFiles } from '../../files/files.ts'
import { installJobs } from '../../jobs/jobs.ts'
import { jobs } from '../domains.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'

const open = (connectionString: string) => {
  const database = openDatabase({ connectionString }, { role: null })
  onFileEnd(() => database.close())
  return database.db
}

test('a restore into the file store of a running service is refused, and the restored database does not own that store', async () => {
  const folder = join(makeDataDir().folder, 'backup')
  const files = openFiles({ data_dir: makeDataDir().folder, s3: undefined })
  const [connectionString, restoredUrl] = [await freshDatabase(), await emptyDatabase()]
  await installJobs({ connectionString }, jobs)
  const [running, restored] = [open(connectionString), open(restoredUrl)]
  const restore = () => restoreBackup({ settings: { connectionString: restoredUrl }, files, secret: undefined }, folder)
  expect(await isOwnFileStore({ db: running, files })).toBe(true)
  const client = new pg.Client({ connectionString })
  await client.connect()
  await writeBackup({ client, files, secret: Buffer.alloc(32), now: new Date('2026-11-21T03:00:00Z') }, folder)
  await client.end()
  await expect(restore()).rejects.toThrow('The file store belongs to another database')
  await files.remove('installation')
  await restore()
  // the service still runs and marks its store again
  expect(await isOwnFileStore({ db: running, files })).toBe(true)
  expect(await isOwnFileStore({ db: restored, files })).toBe(false)
})
