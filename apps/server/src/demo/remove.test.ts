import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { main, makeDataDir, serverEnv, startNode, untilEnded } from '../../test/process.ts'
import { type Database, openDatabase } from '../database/db.ts'
import { hashPassword, isPassword } from '../domains/account/password.ts'
import { demoPassword } from './is-empty.ts'
import { demoAccounts, removeDemo } from './remove.ts'
import { seedDemo } from './seed.ts'

const now = new Date('2026-11-21T03:00:00Z')
let url: string
let database: Database
let patient_id: number
const rowsOf = async <T extends Record<string, unknown>>(text: ReturnType<typeof sql>) => (await database.db.execute<T>(text)).rows
const insertUser = async (email: string, role: string, password_hash: string) => {
  const [row] = await rowsOf<{ id: string }>(
    sql`insert into users (email, role, first_name, last_name, password_hash, kana_key, name_search, name_grams) values (${email}, ${role}, '花', '山田', ${password_hash}, '', '', '{}') returning id`,
  )
  return Number(row!.id)
}

beforeAll(async () => {
  url = await freshDatabase()
  database = openDatabase({ connectionString: url }, { role: null })
  await seedDemo(database.db, { now, patients: 6 })
  const ownPassword = await hashPassword('another-password-of-ours')
  patient_id = await insertUser('hanako@hospital.example.jp', 'patient', ownPassword)
  await database.db.execute(sql`insert into patients (user_id) values (${patient_id})`)
  // created by the operator, with another password than the demo accounts
  await insertUser('tester@example.com', 'nurse', ownPassword)
  // accounts of the demo stay such with another password
  await database.db.execute(
    sql`update users set password_hash = ${ownPassword} where email = 'admin@example.com' or id = (select max(user_id) from patients where user_id <> ${patient_id})`,
  )
  await database.db.execute(
    sql`insert into kartes (user_id, author_id, memo, memo_search) select ${patient_id}, id, '# 経過', '経過' from users where email = 'doctor@example.com'`,
  )
})
afterAll(() => database.close())

/** Starts a server for production; returns its exit code and what it printed. */
const startInProduction = async () => {
  const { folder } = makeDataDir()
  const SECRET_KEY = 'the same key at each start of this test'
  const child = startNode([main], { stderr: 'pipe', env: serverEnv(folder, { DATABASE_URL: url, SECRET_KEY, NODE_ENV: 'production', PORT: '0' }) })
  let output = ''
  child.stderr!.on('data', (data) => {
    output += data
  })
  child.stdout!.on('data', (data) => {
    output += data
    if (String(data).includes('is ready')) child.kill('SIGKILL')
  })
  await untilEnded(child)
  return { code: child.exitCode, output }
}

test('production refuses a database with demo accounts until they are removed', async () => {
  const refused = await startInProduction()
  expect(refused.code).toBe(1)
  expect(refused.output).toMatch(/The database has 24 demo accounts, which are public: run "npm run demo:remove"/)

  expect(await removeDemo(database.db)).toEqual({ patients: 7, colleagues: 16, locked: 1 })
  expect(await demoAccounts(database.db)).toEqual([])
  expect(await rowsOf(sql`select email from users order by id`)).toEqual([
    { email: expect.stringMatching(/^removed-\d+@demo\.invalid$/) },
    { email: 'hanako@hospital.example.jp' },
    { email: 'tester@example.com' },
  ])
  const [author] = await rowsOf<{ password_hash: string; deactivated: boolean }>(
    sql`select password_hash, deactivated_at is not null as deactivated from users where email like 'removed-%'`,
  )
  expect([author!.deactivated, await isPassword(demoPassword, author!.password_hash)]).toEqual([true, false])
  // the operator's patient keeps the record; those of demo patients are deleted
  expect(await rowsOf(sql`select user_id::int, memo from kartes`)).toEqual([{ user_id: patient_id, memo: '# 経過' }])
  expect(await rowsOf(sql`select count(*)::int as n from test_results`)).toEqual([{ n: 0 }])

  expect((await startInProduction()).output).toMatch(/is ready/)
  expect(await removeDemo(database.db)).toEqual({ patients: 0, colleagues: 0, locked: 0 })
})
