import type { listAccounts, UserRow, userStates } from '@sukoyaka/wire/boards/admin/user'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { listCount } from '../../../database/list-count.ts'
import { nameMatches } from '../../../database/name-search.ts'
import { countedPageOf, type Paged, type Sized } from '../../../database/page.ts'
import { escapeLike } from '../../../database/text-search.ts'
import { personColumns } from '../../account/store.ts'
import { sessions, users } from '../../account/tables.ts'
import { patients } from '../../patient/tables.ts'
import { orderOf } from '../list-store.ts'

type State = (typeof userStates)[number]

const isMerged = (scope: PatientScope) =>
  sql<boolean>`exists (select from ${scope.from(patients, 'p')} where p.user_id = users.id and p.merged_into is not null)`

/** By columns of the account first: whether it is merged is asked of deactivated ones only. */
const stateCondition = (scope: PatientScope, state: State): SQL | undefined => {
  if (state === 'active') return and(isNull(users.deactivated_at), isNotNull(users.password_hash))
  if (state === 'invited') return and(isNull(users.deactivated_at), isNull(users.password_hash))
  const merged = isMerged(scope)
  return and(isNotNull(users.deactivated_at), state === 'merged' ? merged : sql`not ${merged}`)
}

const stateOf = (scope: PatientScope) =>
  sql<State>`case when ${users.deactivated_at} is not null then case when ${isMerged(scope)} then 'merged' else 'deactivated' end
    when ${users.password_hash} is null then 'invited' else 'active' end`

const lastSignIn = sql<string | null>`(select max(${sessions.created_at}) from ${sessions} where ${sessions.user_id} = users.id)`.mapWith(sessions.created_at)

/** Part of a name, or the beginning of an address, which is ASCII. */
const textCondition = (q = ''): SQL | undefined => {
  const text = q.trim()
  if (!text) return undefined
  const isName = nameMatches(users.name_search, users.name_grams, text)
  return /^[!-~]+$/.test(text) ? or(isName, sql`lower(${users.email}) like ${`${escapeLike(text.toLowerCase())}%`}`) : isName
}

// built per call: search, filters and order vary
export const allAccounts = async (
  scope: PatientScope,
  { q, sort = 'account', role, state, page = 1, size }: Input<typeof listAccounts> & Sized,
): Promise<Paged<UserRow>> => {
  const condition = and(
    textCondition(q),
    role === undefined ? undefined : role === 'staff' ? ne(users.role, 'patient') : eq(users.role, role),
    state && stateCondition(scope, state),
  )
  const counted = scope.db.select({ count: sql<number>`count(*)::int` }).from(users).where(condition)
  const rows = scope.db
    .select({
      id: users.id,
      account: personColumns,
      email: users.email,
      phone_number: users.phone_number,
      role: users.role,
      state: stateOf(scope),
      last_sign_in_at: lastSignIn,
      created_at: users.created_at,
    })
    .from(users)
    .where(condition)
    .orderBy(...orderOf({ account: users.kana_key, created_at: users.created_at }, users.id, sort))
  return countedPageOf<UserRow>(page, rows.$dynamic(), condition ? counted.then(([row]) => row!.count) : listCount(scope.db, 'users'), size)
}
