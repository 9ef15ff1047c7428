import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Role, roles } from '@sukoyaka/wire/access'
import { type Database, type Db, openDatabase } from '../../apps/server/src/database/db.ts'
import { addSession } from '../../apps/server/src/domains/account/session-store.ts'
import { addPerson } from '../../apps/server/test/add-person.ts'
import { addRecords, canaries, type RequestIds, type Subject } from '../../apps/server/trials/kit/rows/records.ts'
import { addSpareRows } from '../../apps/server/trials/kit/rows/spare-rows.ts'
import { root, run } from '../processes.ts'
import { addDatabase, type Postgres } from '../setup.ts'

/** Number of patients that the demo creates itself. They have the richest records. */
const demoPatients = 128

export type Caller = { id: number; role: Role; email: string; token: string; authorization: string }
/** The ids that requests are built from, and the patient whom the requests are about. */
export type View = { ids: RequestIds; patient: Caller }
/** `demo`: requests about the demo's own patient. `rows`: requests about a patient who has a row of every kind. */
export type People = { staff: Caller[]; demo: View; rows: View }

const signIn = async (db: Db, person: { id: number; role: Role; email: string }): Promise<Caller> => {
  const token = await addSession(db, person, randomBytes)
  return { ...person, token, authorization: `Token token="${token}", email="${person.email}"` }
}

const addPatient = async (db: Db, email: string) => ({
  id: await addPerson(db, { role: 'patient', email, last_name: '山田', first_name: '花子', sex: 'female', birthday: '1968-03-14' }),
  role: 'patient' as const,
  email,
})

/** The demo's own patient, who has the longest record. */
const demoSubject = async ({ pool }: Database) => {
  const { rows } = await pool.query<{ user_id: number; room_id: number; package_id: number }>(`
    select u.id as user_id, r.id as room_id, max(p.id) as package_id from users u join message_rooms r on r.patient_id = u.id
    join test_packages p on p.user_id = u.id and p.released_at is not null where u.email = 'patient@example.com' group by u.id, r.id`)
  return rows[0]!
}

/** Adds two patients who have a row of every kind, as in the trials, and signs in the people who send requests. */
const addPeople = async (database: Database): Promise<People> => {
  const { db, pool } = database
  const { rows: accounts } = await pool.query<{ id: number; role: Role; email: string }>('select id, role, email from users where email = any($1)', [
    roles.map((role) => `${role}@example.com`),
  ])
  const callers = await Promise.all(accounts.map((account) => signIn(db, account)))
  const staff = callers.filter(({ role }) => role !== 'patient')
  const of = (role: Role) => callers.find((person) => person.role === role)!
  const target = {
    context: { db },
    staff: {
      admin: of('admin'),
      doctor: of('doctor'),
      nurse: of('nurse'),
      nutritionist: of('nutritionist'),
      trainer: of('trainer'),
      concierge: of('concierge'),
      observer: of('observer'),
    },
  }
  const hanako = await signIn(db, await addPatient(db, 'hanako@example.com'))
  const taro = await addPatient(db, 'taro@example.com')
  const rowsOfHanako = await addRecords(target, hanako, canaries.hanako)
  const ids: RequestIds = {
    hanako: rowsOfHanako,
    taro: await addRecords(target, taro, canaries.taro),
    colleague: target.staff.trainer,
    testApp: target,
    ...(await addSpareRows(target, canaries.hanako)),
  }
  const subject: Subject = { ...rowsOfHanako, ...(await demoSubject(database)), canary: '血圧' }
  return { staff, demo: { ids: { ...ids, hanako: subject }, patient: of('patient') }, rows: { ids, patient: hanako } }
}

/** Adds rows that neither the demo nor the trials create. */
const addRest = async ({ pool }: Database) => {
  await pool.query(`insert into passkeys (user_id, credential_id, public_key, name) select id, 'bench' || id, 'key', 'iPhone' from users`)
  await pool.query(
    `insert into invite_requests (email, name, phone_number, note) select 'wish' || n || '@example.com', '山田 花子', '', '' from generate_series(1, 30) n`,
  )
  await pool.query(
    `insert into external_orders (external_id, email, body) select 'bench' || n, 'shop' || n || '@example.com', jsonb_build_object('id', n, 'name', '#' || n,
       'email', 'shop' || n || '@example.com', 'currency', 'JPY', 'financial_status', 'paid', 'total_price', '1200',
       'line_items', jsonb_build_array(jsonb_build_object('title', '血圧計', 'quantity', 1, 'price', '1200'))) from generate_series(1, 30) n`,
  )
}

/**
 * Creates a database with this many demo patients and the people who send the requests. These people are added before most of the patients, because some of
 * the rows added with them go to every user there is.
 */
export const openPeople = async (postgres: Postgres, folder: string, patients: number) => {
  const { url, drop } = await addDatabase(postgres, folder, Math.min(demoPatients, patients), 0)
  const database = openDatabase({ connectionString: url }, { max: 2, role: null })
  try {
    const people = await addPeople(database)
    await addRest(database)
    if (patients > demoPatients)
      await run([join(root, 'apps/server/src/demo/cli.ts'), '--patients', String(patients - demoPatients)], { DATABASE_URL: url, DATA_DIR: folder })
    await database.pool.query('vacuum analyze')
    await database.pool.query('checkpoint')
    return { url, drop, people }
  } finally {
    await database.close()
  }
}
