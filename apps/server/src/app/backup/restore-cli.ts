import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { existingSecret } from '../../config/secret.ts'
import { openDatabase } from '../../database/db.ts'
import { migrate } from '../../database/migrate.ts'
import { onDatabaseServer, print, runTerminal, UsageError } from '../../database/run-command.ts'
import { openFiles } from '../../files/files.ts'
import { changeSecret } from '../known-secret.ts'
import { restoreBackup } from './restore.ts'

const usage = 'Usage: npm run restore -- <folder> [--new-secret]'

runTerminal(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'new-secret': { type: 'boolean', default: false } } })
  const [name, ...rest] = positionals
  if (name === undefined || rest.length) throw new UsageError(usage)
  await onDatabaseServer(async (settings, config) => {
    const secret = values['new-secret'] ? undefined : existingSecret(config)
    if (!secret && !values['new-secret'])
      throw new UsageError(
        `There is no secret key: set the SECRET_KEY of the backup, or put its file "secret" at ${join(config.data_dir, 'secret')}. If it is lost, add --new-secret: Google accounts then have to be connected again`,
      )
    const manifest = await restoreBackup({ settings, files: openFiles(config), secret, log: print }, resolve(name))
    if (values['new-secret']) {
      await migrate(settings, { log: print })
      const { db, close } = openDatabase(settings, { max: 1, role: null })
      await changeSecret(db, config).finally(close)
    }
    print(`Restored the state of ${manifest.created_at}. Check it with "npm run audit:verify", then start the server`)
  })
})
