import type { Input } from '@sukoyaka/wire/endpoint'
import type { InviteRequest, inviteUser, requestInvitation } from '@sukoyaka/wire/people/registration'
import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { normalizeText } from '../../access/rows.ts'
import type { Db } from '../../database/db.ts'
import { type Paged, pageOf } from '../../database/page.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { nameColumns, takenError, userColumns } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { message_rooms } from '../message/tables.ts'
import { patients } from '../patient/tables.ts'
import { invite_requests as requests } from './tables.ts'

type NewUser = Omit<Input<typeof inviteUser>, 'language' | 'by'>

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

const hasAddress = (email: string) => and(eq(requests.email, email.toLowerCase()), isNull(requests.closed_at))

export const closeRequests = async (db: Db, email: string) => {
  await db.update(requests).set({ closed_at: sql`now()` }).where(hasAddress(email))
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
