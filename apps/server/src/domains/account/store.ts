import { kanaKey } from '@sukoyaka/rules/person'
import { nameSearchText } from '@sukoyaka/rules/search'
import type { Role } from '@sukoyaka/wire/access'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { changeUser, listUsers } from '@sukoyaka/wire/people/account'
import { and, asc, eq, getTableColumns, isNull, ne, type Placeholder, sql } from 'drizzle-orm'
import { type PatientSource, patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { later } from '../../database/columns.ts'
import { type Db, violatedUniqueOf } from '../../database/db.ts'
import { listCount } from '../../database/list-count.ts'
import { isNamed, nameGrams, nameTerms } from '../../database/name-search.ts'
import { countedPageOf, type Paged } from '../../database/page.ts'
import { conditionOf, filtersOf, isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { assertUnchanged } from '../../errors/assert-unchanged.ts'
import { patients } from '../patient/tables.ts'
import { users } from './tables.ts'

const { password_hash, otp_required, name_search, name_grams, kana_key, deactivated_at, ...publicColumns } = getTableColumns(users)
/** Columns of a profile in a reply: without the password hash and what only the server or administration needs. */
export const userColumns = publicColumns

/** Columns of a person who is named in a reply without the profile. */
export const personColumns = {
  id: users.id,
  role: users.role,
  first_name: users.first_name,
  last_name: users.last_name,
  first_name_kana: users.first_name_kana,
  last_name_kana: users.last_name_kana,
  icon: users.icon,
}

const peopleWithIds = preparedQuery((db) => db.select(personColumns).from(users).where(isAnyOf(users.id)))

export type Person = Pick<typeof users.$inferSelect, keyof typeof personColumns>
/** People named in a reply, by id. */
export const peopleByIds = async (db: Db, ids: number[]) => new Map((await peopleWithIds(db).execute({ ids })).map((person) => [person.id, person]))

const staffWithIds = preparedQuery((db) =>
  db
    .select(personColumns)
    .from(users)
    .where(and(isAnyOf(users.id), ne(users.role, 'patient'))),
)

/** Staff named in a reply, by id. */
export const staffByIds = async (db: Db, ids: number[]) => new Map((await staffWithIds(db).execute({ ids })).map((person) => [person.id, person]))

export type Account = { id: number; role: Role; email: string; first_name: string; last_name: string; otp_required: boolean }
const accountColumns = {
  id: users.id,
  role: users.role,
  email: users.email,
  first_name: users.first_name,
  last_name: users.last_name,
  otp_required: users.otp_required,
}

const credentials = preparedQuery((db) =>
  db
    .select({ ...accountColumns, password_hash })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, sql.placeholder('email')), isNull(users.deactivated_at))),
)

/** The account of an e-mail address; deactivated accounts are excluded. */
export const credentialsOf = async (db: Db, email: string) => {
  const [found] = await credentials(db).execute({ email: email.toLowerCase() })
  return found
}

const activeAccount = preparedQuery((db) =>
  db
    .select(accountColumns)
    .from(users)
    .where(and(eq(users.id, sql.placeholder('id')), isNull(users.deactivated_at))),
)

export const accountById = async (db: Db, id: number): Promise<Account | undefined> => {
  const [found] = await activeAccount(db).execute({ id })
  return found
}

/** `self`: the caller. `patients`: a patient in scope. `anybody`: for administration. */
export type UserAccess = 'self' | 'patients' | 'anybody'

const accessCondition = (source: PatientSource, kind: UserAccess) =>
  kind === 'patients'
    ? sql`exists (select from ${source.rows(patients)} where ${patients.user_id} = ${users.id} and ${patients.merged_into} is null)`
    : undefined

export const recordIfPatient = (scope: PatientScope, user: { id: number; role: Role }) => {
  if (user.role === 'patient') scope.record(user.id)
}

const userRow = patientQuery((source, kind: UserAccess) =>
  source.db
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, sql.placeholder('id')), accessCondition(source, kind))),
)

export const getUserRow = async (scope: PatientScope, id: number, kind: UserAccess) => {
  const [found] = await userRow(scope, kind).execute({ id })
  if (!found) throw apiError('not_found')
  recordIfPatient(scope, found)
  return found
}

export type Names = { first_name: string; last_name: string; first_name_kana: string; last_name_kana: string }

/** Search and sort columns derived from a name. */
export const nameColumns = (names: Names) => {
  const name_search = nameSearchText(names)
  return { name_search, name_grams: nameGrams(name_search), kana_key: kanaKey(names) }
}

/** The error to throw: 422 if a statement failed because another account has the phone number or the e-mail address, else the given one. */
export const takenError = (error: unknown) => {
  const unique = violatedUniqueOf(error)
  if (unique === 'users_phone_number') return apiError('phone_number_taken', { fields: { phone_number: ['taken'] } })
  return unique === 'users_email' ? apiError('email_taken', { fields: { email: ['taken'] } }) : error
}

export type ProfileChange = Omit<Input<typeof changeUser>, 'id'>

const namesOf = ({ first_name, last_name, first_name_kana, last_name_kana }: Names): Names => ({ first_name, last_name, first_name_kana, last_name_kana })

const lockedNames = patientQuery((source, kind: UserAccess) =>
  source.db
    .select({ ...personColumns, updated_at: users.updated_at })
    .from(users)
    .where(and(eq(users.id, sql.placeholder('id')), accessCondition(source, kind)))
    .for('update'),
)

const lockedPerson = patientQuery((source) =>
  source.db
    .select({ sex: users.sex, birthday: users.birthday, is_patient: sql<boolean>`${accessCondition(source, 'patients')}` })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .for('update'),
)

/** Locks what results are judged by. `is_patient`: a patient in the scope. */
export const lockPerson = async (scope: PatientScope, id: number) => (await lockedPerson(scope).execute({ id }))[0]

export const changeProfile = async (scope: PatientScope, id: number, kind: UserAccess, { updated_at, ...change }: ProfileChange) => {
  const [existing] = await lockedNames(scope, kind).execute({ id })
  if (!existing) throw apiError('not_found')
  assertUnchanged(existing, updated_at)
  const names = namesOf({ ...existing, ...change })
  try {
    const [changed] = await scope.db
      .update(users)
      .set({ ...change, ...nameColumns(names), updated_at: later(users.updated_at) })
      .where(eq(users.id, id))
      .returning(userColumns)
    recordIfPatient(scope, changed!)
    return changed!
  } catch (error) {
    throw takenError(error)
  }
}

const directoryCondition = (own: Placeholder | undefined, given: string) =>
  and(own && eq(users.id, own), conditionOf({ roles: isAnyOf(users.role, 'roles'), grams: isNamed(users.name_search, users.name_grams) }, given))
const directoryPages = patientQuery(({ db, own }, given: string) =>
  db
    .select({
      id: users.id,
      role: users.role,
      email: users.email,
      icon: users.icon,
      first_name: users.first_name,
      last_name: users.last_name,
      first_name_kana: users.first_name_kana,
      last_name_kana: users.last_name_kana,
      deactivated_at: users.deactivated_at,
      is_registered: sql<boolean>`${users.password_hash} is not null`,
    })
    .from(users)
    .where(directoryCondition(own, given))
    .orderBy(asc(users.kana_key), asc(users.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)
const directoryCount = patientQuery(({ db, own }, given: string) =>
  db.select({ count: sql<number>`count(*)::int` }).from(users).where(directoryCondition(own, given)),
)

/** The user directory; in a scope of one person, only their account. */
export const usersOf = async (
  scope: PatientScope,
  { role, q: query, page = 1 }: Input<typeof listUsers>,
): Promise<Paged<Pick<typeof users.$inferSelect, 'id' | 'role' | 'email' | 'icon' | 'deactivated_at' | keyof Names> & { is_registered: boolean }>> => {
  const values = { roles: role?.length ? role : undefined, ...nameTerms(query?.full_name_cont) }
  const given = filtersOf(values)
  const count = async () => (given || scope.own !== undefined ? (await directoryCount(scope, given).execute(values))[0]!.count : listCount(scope.db, 'users'))
  return countedPageOf(page, (limits) => directoryPages(scope, given).execute({ ...values, ...limits }), count())
}

const lockedUser = preparedQuery((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .for('no key update'),
)

/** Locks the account: other calls that issue or revoke its tokens or add a passkey wait. Call it in a transaction. */
export const lockAccount = async (db: Db, user_id: number) => {
  await lockedUser(db).execute({ id: user_id })
}
