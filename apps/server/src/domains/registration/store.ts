import type { Input } from '@sukoyaka/wire/endpoint'
import type { InviteRequest, inviteUser, requestInvitation } from '@sukoyaka/wire/people/registration'
import { and, desc, eq, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { normalizeText } from '../../access/rows.ts'
import type { Db } from '../../database/db.ts'
import { type Paged, pageOf } from '../../database/page.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { nameColumns, takenError, userColumns } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { message_rooms } from '../message/tables.ts'
import { patients } from '../patient/tables.ts'
import { invite_requests as requests } from './tables.ts'

type NewUser = Omit<Input<typeof inviteUser>, 'language' | 'by' | 'request_id'>

/** Creates an account without a password. Throws 422 for a used address or number. */
export const insertAccount = async (db: Db, user: NewUser) => {
  const names = { first_name_kana: '', last_name_kana: '', ...user }
  try {
    const [created] = await db
      .insert(users)
      .values({ ...names, ...nameColumns(names) })
      .returning(userColumns)
    return created!
  } catch (error) {
    throw takenError(error)
  }
}

/** Creates an account, for a patient with record and conversation, in the transaction of the scope. Throws 422 as `insertAccount` does. */
export const insertUser = async (scope: PatientScope, user: NewUser) => {
  const created = await insertAccount(scope.db, user)
  if (user.role === 'patient') {
    await scope.insert(patients).values({ user_id: created.id })
    await scope.insert(message_rooms).values({ patient_id: created.id })
  }
  return created
}

const closeWhere = (db: Db, condition: SQL | undefined) =>
  db
    .update(requests)
    .set({ closed_at: sql`now()` })
    .where(and(condition, isNull(requests.closed_at)))

/** Closes the open request of an address, and the one with an id: its address may have been corrected. */
export const closeRequests = async (db: Db, email: string, request_id: number | undefined) => {
  const hasAddress = eq(requests.email, email.toLowerCase())
  await closeWhere(db, request_id === undefined ? hasAddress : or(hasAddress, eq(requests.id, request_id)))
}

const requestById = preparedQuery((db) =>
  db
    .select({ id: requests.id })
    .from(requests)
    .where(eq(requests.id, sql.placeholder('id'))),
)

/** Closes a request, if it is still open. Throws 404 for an unknown one. */
export const closeRequest = async (db: Db, id: number): Promise<null> => {
  if (!(await requestById(db).execute({ id })).length) throw apiError('not_found')
  await closeWhere(db, eq(requests.id, id))
  return null
}

/** Stores a request. A newer one of the same address replaces the open one. */
export const saveRequest = async (db: Db, { email, name, phone_number = '', note = '' }: Input<typeof requestInvitation>) => {
  const values = { email: email.toLowerCase(), name: normalizeText(name), phone_number: normalizeText(phone_number), note: normalizeText(note) }
  await db
    .insert(requests)
    .values(values)
    .onConflictDoUpdate({ target: requests.email, targetWhere: isNull(requests.closed_at), set: { ...values, created_at: sql`now()` } })
}

const { closed_at: _, ...requestColumns } = getTableColumns(requests)
const openRequests = preparedQuery((db) =>
  db
    .select({ ...requestColumns, total_count: sql<number>`(count(*) over ())::int` })
    .from(requests)
    .where(isNull(requests.closed_at))
    .orderBy(desc(requests.created_at), desc(requests.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)

export const requestsOf = (db: Db, page = 1): Promise<Paged<InviteRequest>> => pageOf(page, (bounds) => openRequests(db).execute(bounds))
