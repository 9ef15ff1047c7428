import type { listAccounts, UserRow, userStates } from '@sukoyaka/wire/boards/admin/user'
import type { Input } from '@sukoyaka/wire/endpoint'
import { type SQL, sql } from 'drizzle-orm'
import { type PatientSource, patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { listCount } from '../../../database/list-count.ts'
import { isNamed, nameTerms } from '../../../database/name-search.ts'
import { countedPageOf, type Paged, type Sized } from '../../../database/page.ts'
import { type Conditions, conditionOf, filtersOf } from '../../../database/prepared.ts'
import { escapeLike } from '../../../database/text-search.ts'
import { personColumns } from '../../account/store.ts'
import { sessions, users } from '../../account/tables.ts'
import { patients } from '../../patient/tables.ts'
import { orderOf } from '../list-store.ts'

type State = (typeof userStates)[number]

const isMerged = ({ from }: PatientSource) => sql<boolean>`exists (select from ${from(patients, 'p')} where p.user_id = users.id and p.merged_into is not null)`

const stateOf = (source: PatientSource) =>
  sql<State>`case when ${users.deactivated_at} is not null then case when ${isMerged(source)} then 'merged' else 'deactivated' end
    when ${users.password_hash} is null then 'invited' else 'active' end`

const lastSignIn = sql<string | null>`(select max(${sessions.created_at}) from ${sessions} where ${sessions.user_id} = users.id)`.mapWith(sessions.created_at)

const matchesName = isNamed(users.name_search, users.name_grams)
/** The conditions of the states compare columns of the account first, so that only deactivated accounts need the subquery of `isMerged`. */
const conditions = (source: PatientSource): Conditions & Record<State, SQL> => ({
  role: sql`${users.role} = ${sql.placeholder('role')}`,
  staff: sql`${users.role} <> 'patient'`,
  active: sql`${users.deactivated_at} is null and ${users.password_hash} is not null`,
  invited: sql`${users.deactivated_at} is null and ${users.password_hash} is null`,
  deactivated: sql`${users.deactivated_at} is not null and not ${isMerged(source)}`,
  merged: sql`${users.deactivated_at} is not null and ${isMerged(source)}`,
  named: matchesName,
  named_or_addressed: sql`(${matchesName} or lower(${users.email}) like ${sql.placeholder('address')})`,
})

const pagesOfAccounts = patientQuery((source, given: string, sort: string) =>
  source.db
    .select({
      id: users.id,
      account: personColumns,
      email: users.email,
      phone_number: users.phone_number,
      role: users.role,
      state: stateOf(source),
      last_sign_in_at: lastSignIn,
      created_at: users.created_at,
      updated_at: users.updated_at,
    })
    .from(users)
    .where(conditionOf(conditions(source), given))
    .orderBy(...orderOf({ account: users.kana_key, created_at: users.created_at }, users.id, sort))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)
const countOfAccounts = patientQuery((source, given: string) =>
  source.db
    .select({ count: sql<number>`count(*)::int` })
    .from(users)
    .where(conditionOf(conditions(source), given)),
)

/** Searches for a part of a name; an ASCII query is also compared with the beginning of e-mail addresses. */
const searchOf = (q: string | undefined) => {
  const terms = nameTerms(q)
  if (!terms) return {}
  const text = q!.trim()
  return /^[!-~]+$/.test(text) ? { ...terms, address: `${escapeLike(text.toLowerCase())}%`, named_or_addressed: true } : { ...terms, named: true }
}

export const allAccounts = async (
  scope: PatientScope,
  { q, sort = 'account', role, state, page = 1, size }: Input<typeof listAccounts> & Sized,
): Promise<Paged<UserRow>> => {
  const values = { ...(role && (role === 'staff' ? { staff: true } : { role })), ...(state && { [state]: true }), ...searchOf(q) }
  const given = filtersOf(values)
  const count = async () => (given ? (await countOfAccounts(scope, given).execute(values))[0]!.count : listCount(scope.db, 'users'))
  return countedPageOf<UserRow>(page, (limits) => pagesOfAccounts(scope, given, sort).execute({ ...values, ...limits }), count(), size)
}
