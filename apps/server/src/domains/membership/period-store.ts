import { addDays, formatDay, tokyoDay } from '@sukoyaka/rules/time'
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { users } from '../account/tables.ts'
import { contract_charges, contracts } from '../contract/tables.ts'

/** Half-open; no end means unlimited. */
type Period = { started_at: string; ended_at: string | null }
/** A period in which the patient must have no contract other than `own_id`. */
type Claim = Period & { user_id: number; own_id: number }

/** Locks the patient's account, so that two calls cannot add overlapping contracts. */
const lockOwner = preparedQuery((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, sql.placeholder('user_id')))
    .for('no key update'),
)

const overlapping = patientQuery(({ db, rows }) => {
  // a contract whose renewal is not paid yet counts until the end of the renewal; greatest ignores null
  const renewed_until = sql`${contract_charges.renewed_until}::timestamp at time zone 'Asia/Tokyo'`
  const ended_at = sql<string | null>`case when ${contracts.ended_at} is not null then greatest(${contracts.ended_at}, ${renewed_until}) end`.mapWith(
    contracts.ended_at,
  )
  return db
    .select({ started_at: contracts.started_at, ended_at })
    .from(rows(contracts))
    .leftJoin(rows(contract_charges), and(eq(contract_charges.contract_id, contracts.id), inArray(contract_charges.status, ['due', 'paying'])))
    .where(
      and(
        eq(contracts.user_id, sql.placeholder('user_id')),
        ne(contracts.id, sql.placeholder('own_id')),
        sql`tstzrange(${contracts.started_at}, ${ended_at}) && tstzrange(${sql.placeholder('started_at')}::timestamptz, ${sql.placeholder('ended_at')}::timestamptz)`,
      ),
    )
    .orderBy(contracts.started_at, desc(ended_at))
    .limit(1)
})

/**
 * The first other contract of the patient in the period; undefined without one. A contract whose renewal is not paid yet lasts until the end of the renewal.
 * Locks the patient’s account: nobody else adds or extends a contract until the end of the transaction. Lock a contract before this call, never after.
 */
export const otherContractIn = async (scope: PatientScope, { user_id, ...claim }: Claim): Promise<Period | undefined> => {
  await lockOwner(scope.db).execute({ user_id })
  return (await overlapping(scope).execute({ user_id, ...claim }))[0]
}

const dayText = (day: string) => formatDay(day, 'ja')
/** First and last day, such as `2026.04.01–2027.03.31`, the same in every language. Without an end there is no last day. */
const periodText = ({ started_at, ended_at }: Period) => `${dayText(tokyoDay(started_at))}–${ended_at ? dayText(addDays(tokyoDay(ended_at), -1)) : ''}`

/** Throws 422 with the period of the other contract if there is one. */
export const claimPeriod = async (scope: PatientScope, claim: Claim): Promise<void> => {
  const other = await otherContractIn(scope, claim)
  if (other) throw apiError('contract_overlaps', { fields: { started_on: ['not_allowed'] }, values: { period: periodText(other) } })
}
