import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ownPostgres } from '../postgres.ts'
import { makeDataDir, startServer } from '../process.ts'

beforeAll(async () => {
  const { folder } = makeDataDir()
  await startServer(join(folder, 'server'))
  await ownPostgres(join(folder, 'database'))
  process.stdout.write('everything is started\n')
  throw new Error('thrown on purpose')
})

test('never runs', () => expect(true).toBe(true))
