import { kanaKey } from '@sukoyaka/rules/person'
import { nameSearchText } from '@sukoyaka/rules/search'
import type { Role } from '@sukoyaka/wire/access'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { changeUser, listUsers } from '@sukoyaka/wire/people/account'
import { and, asc, eq, getTableColumns, inArray, isNull, ne, sql } from 'drizzle-orm'
import { type Reach, touch, within, withinOwn } from '../../access/gate.ts'
import { builtOnce, codeOf, type Db } from '../../database/db.ts'
import { nameGrams, nameMatches } from '../../database/name-search.ts'
import { type Paged, pageOf } from '../../database/page.ts'
import { apiError } from '../../errors/api-error.ts'
import { message_rooms } from '../message/tables.ts'
import { patients } from '../patient/tables.ts'
import { users } from './tables.ts'

const { password_hash, otp_required, name_search, name_grams, kana_key, deactivated_at, ...shown } = getTableColumns(users)
/** What a user's reply is made of; the rest never leaves the server. */
export const userColumns = shown

/** What everybody sees of a person whom a reply only names. */
export const personColumns = {
  id: users.id,
  role: users.role,
  first_name: users.first_name,
  last_name: users.last_name,
  first_name_kana: users.first_name_kana,
  last_name_kana: users.last_name_kana,
  icon: users.icon,
}

/** Members of staff whom a reply names, by id. */
// no patient: who works here is known to all who are signed in
export const staffNamed = async (db: Db, ids: number[]) => {
  const rows = await db
    .select(personColumns)
    .from(users)
    .where(and(inArray(users.id, ids), ne(users.role, 'patient')))
  return new Map(rows.map((person) => [person.id, person]))
}

export type Known = { id: number; role: Role; email: string; first_name: string; last_name: string; otp_required: boolean }
const knownColumns = {
  id: users.id,
  role: users.role,
  email: users.email,
  first_name: users.first_name,
  last_name: users.last_name,
  otp_required: users.otp_required,
}

/** The account behind an e-mail, deactivated ones excepted. */
// no patient: signing in comes before anybody can reach anything
export const credentialsOf = async (db: Db, email: string) => {
  const [found] = await db
    .select({ ...knownColumns, password_hash })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deactivated_at)))
  return found
}

// no patient: signing in comes before anybody can reach anything
export const knownById = async (db: Db, id: number): Promise<Known | undefined> => {
  const [found] = await db
    .select(knownColumns)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deactivated_at)))
  return found
}

/** `self`: oneself. `patients`: a patient within reach. `anybody`: for administration. */
export type Whom = 'self' | 'patients' | 'anybody'

const whom = (reach: Reach, kind: Whom) =>
  kind === 'patients' ? and(within(reach, users.id), sql`exists (select from ${patients} where ${patients.user_id} = ${users.id})`) : undefined

const noteIfPatient = (reach: Reach, user: { id: number; role: Role }) => {
  if (user.role === 'patient') touch(reach, user.id)
}

const userRow = builtOnce((db, kind: Whom, isOwn: boolean) => {
  const isPatient = sql`exists (select from ${patients} where ${patients.user_id} = ${users.id})`
  return db
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, sql.placeholder('id')), kind === 'patients' ? and(withinOwn(isOwn, users.id), isPatient) : undefined))
    .prepare(`user_row_${kind}_${isOwn}`)
})

export const getUserRow = async (db: Db, reach: Reach, id: number, kind: Whom) => {
  const [found] = await userRow(db, kind, reach.own !== undefined).execute({ id, own: reach.own })
  if (!found) throw apiError('not_found')
  noteIfPatient(reach, found)
  return found
}

type Names = { first_name: string; last_name: string; first_name_kana: string; last_name_kana: string }

/** What is stored beside a name so that it is found and sorted. */
export const nameColumns = (names: Names) => {
  const name_search = nameSearchText(names)
  return { name_search, name_grams: nameGrams(name_search), kana_key: kanaKey(names) }
}

const takenPhone = (error: unknown) => (codeOf(error) === '23505' ? apiError('phone_number_taken', { fields: { phone_number: ['taken'] } }) : error)

export type ProfileChange = Omit<Input<typeof changeUser>, 'id'>

export const changeProfile = async (db: Db, reach: Reach, id: number, kind: Whom, change: ProfileChange) => {
  const [held] = await db
    .select({ first_name: users.first_name, last_name: users.last_name, first_name_kana: users.first_name_kana, last_name_kana: users.last_name_kana })
    .from(users)
    .where(and(eq(users.id, id), whom(reach, kind)))
    .for('update')
  if (!held) throw apiError('not_found')
  const names = { ...held, ...Object.fromEntries(Object.entries(change).filter(([key]) => key in held)) }
  try {
    const [changed] = await db
      .update(users)
      .set({ ...change, ...nameColumns(names), updated_at: sql`now()` as never })
      .where(eq(users.id, id))
      .returning(userColumns)
    noteIfPatient(reach, changed!)
    return changed!
  } catch (error) {
    throw takenPhone(error)
  }
}

export type NewPerson = Omit<typeof users.$inferInsert, 'id' | 'name_search' | 'name_grams' | 'kana_key'> & { id?: number }

/** A person; with a patient come their record and their one room, all or nothing. */
// no patient: the person does not exist before
export const addPerson = async (db: Db, person: NewPerson): Promise<number> =>
  db.transaction(async (tx) => {
    const names = { first_name_kana: '', last_name_kana: '', ...person }
    const [added] = await tx
      .insert(users)
      .values({ ...person, ...nameColumns(names) })
      .returning({ id: users.id })
    if (person.role === 'patient') {
      await tx.insert(patients).values({ user_id: added!.id })
      await tx.insert(message_rooms).values({ patient_id: added!.id })
    }
    return added!.id
  })

/** The directory of people. Patients in it are those within reach. */
export const usersOf = async (
  db: Db,
  reach: Reach,
  { role, q, page = 1 }: Input<typeof listUsers>,
): Promise<Paged<Pick<typeof users.$inferSelect, 'id' | 'role' | 'email' | 'icon' | 'deactivated_at' | keyof Names>>> => {
  const { id, email, icon, first_name, last_name, first_name_kana, last_name_kana } = users
  return pageOf(
    page,
    db
      .select({
        id,
        role: users.role,
        email,
        icon,
        first_name,
        last_name,
        first_name_kana,
        last_name_kana,
        deactivated_at,
        total_count: sql<number>`count(*) over ()::int`,
      })
      .from(users)
      .where(
        and(within(reach, users.id), role?.length ? inArray(users.role, role) : undefined, nameMatches(users.name_search, users.name_grams, q?.full_name_cont)),
      )
      .orderBy(asc(users.kana_key), asc(users.id))
      .$dynamic(),
  )
}
