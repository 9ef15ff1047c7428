import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Files } from '../context/app-context.ts'
import type { Db } from '../database/db.ts'
import { print, runCommand, UsageError } from '../database/run-command.ts'
import { openFiles } from '../files/files.ts'
import { loadReference } from '../reference/load.ts'
import { addDemoPatients, hashDemoPassword, seedDemo } from './seed.ts'

const batch = 1_000
const demoPatients = 128

const wantedPatients = () => {
  const { patients } = parseArgs({ options: { patients: { type: 'string', default: '128' } } }).values
  if (!/^[1-9]\d{0,6}$/.test(patients)) throw new UsageError('npm run seed -- --patients N: N must be a number from 1 to 9999999')
  return Number(patients)
}

const addPatients = async (db: Db, target: number, files: Files) => {
  const now = new Date()
  const count = async () => Number((await db.execute<{ n: number }>(sql`select count(*) as n from patients`)).rows[0]!.n)
  const before = await count()
  await seedDemo(db, { now, patients: Math.min(target, demoPatients), files })
  // the first seed also creates the main demo patient, in addition to the number requested
  const finalCount = before + target + (before ? 0 : 1)
  const password_hash = await hashDemoPassword()
  for (let existing = await count(); existing < finalCount; existing = await count()) {
    await addDemoPatients(db, { now, password_hash, from: Math.max(existing, demoPatients + 1), count: Math.min(batch, finalCount - existing) })
    print(`${await count()} of ${finalCount} patients (${Math.round(performance.now() / 1000)} s)`)
  }
  await db.execute(sql`analyze`)
  print(`${await count()} patients in the database (${Math.round(performance.now() / 1000)} s)`)
}

let target = 0
runCommand(
  async (db, config) => {
    await loadReference(db)
    await addPatients(db, target, openFiles(config))
  },
  () => {
    target = wantedPatients()
    if (process.env.NODE_ENV === 'production') throw new UsageError('Demo accounts have a public password and are not created when NODE_ENV=production')
  },
)
