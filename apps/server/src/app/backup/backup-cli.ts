import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readConfig } from '../../config/config.ts'
import { existingSecret } from '../../config/secret.ts'
import { openDatabase } from '../../database/db.ts'
import { backupName } from '../../database/migrate.ts'
import { onDatabaseServer, print, runTerminal, UsageError } from '../../database/run-command.ts'
import { openFiles } from '../../files/files.ts'
import { hasOtherSecret } from '../known-secret.ts'
import type { Manifest } from './manifest.ts'
import { checkBackup } from './restore.ts'
import { writeBackup } from './write.ts'

const usage = 'Usage: npm run backup -- <new folder>, or npm run backup -- --check <folder>'

const summary = ({ tables, files }: Manifest) => `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables and ${files.length} files`

const backUp = (folder: string) =>
  onDatabaseServer(
    async (settings, config) => {
      const secret = existingSecret(config)
      if (!secret) throw new UsageError(`There is no secret key in ${config.data_dir}: set DATA_DIR or SECRET_KEY as for the server`)
      const { db, close } = openDatabase(settings, { max: 1, role: null })
      if (await hasOtherSecret(db, secret).finally(close))
        throw new UsageError('The secret key is not the one of this database: set DATA_DIR or SECRET_KEY as for the server')
      const client = new pg.Client({ ...settings, application_name: backupName, options: '-c timezone=UTC' })
      await client.connect()
      try {
        const manifest = await writeBackup({ client, files: openFiles(config), secret, now: new Date() }, folder)
        print(`Backed up ${summary(manifest)} to ${folder}`)
      } finally {
        await client.end()
      }
      print(`The secret key is not in it: keep a copy of ${config.secret_key ? 'SECRET_KEY' : join(config.data_dir, 'secret')} in another place`)
    },
    { join: true },
  )

runTerminal(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } })
  const [name, ...rest] = positionals
  if (name === undefined || rest.length) throw new UsageError(usage)
  const folder = resolve(name)
  if (values.check) {
    print(`${folder} is complete: ${summary(await checkBackup(folder))}`)
    return
  }
  const { database_url, data_dir } = readConfig(process.env)
  if (!database_url && !existsSync(join(data_dir, 'postgres'))) throw new UsageError(`There is no database in ${data_dir}: set DATABASE_URL or DATA_DIR`)
  await backUp(folder)
})
