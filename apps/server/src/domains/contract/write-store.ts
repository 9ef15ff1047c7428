import { addDays, formatDay, tokyoDay } from '@sukoyaka/rules/time'
import { eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { users } from '../account/tables.ts'
import { payments } from '../payment/tables.ts'
import { contractIn } from './store.ts'
import { contracts, plan_uses, plans } from './tables.ts'

const planWithId = preparedQuery((db) =>
  db
    .select()
    .from(plans)
    .where(eq(plans.id, sql.placeholder('id'))),
)
/** Undefined for an unknown plan. */
export const planTerms = async (db: Db, id: number) => (await planWithId(db).execute({ id }))[0]

/** Locks the patient's account, so that two calls cannot add overlapping contracts. */
const lockOwner = preparedQuery((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, sql.placeholder('user_id')))
    .for('no key update'),
)

const dayText = (day: string) => formatDay(day, 'ja')
/** First and last day, such as `2026.04.01–2027.03.31`; the same in every language. */
const periodText = ({ started_at, ended_at }: { started_at: string; ended_at: string | null }) =>
  `${dayText(tokyoDay(started_at))}–${ended_at ? dayText(addDays(tokyoDay(ended_at), -1)) : ''}`

/** Throws 422 with the period of the other contract if the patient has another contract than `own_id` in the period. Nobody else adds one until the end of the transaction. */
export const claimPeriod = async (
  scope: PatientScope,
  { user_id, own_id, started_at, ended_at }: { user_id: number; own_id: number; started_at: string; ended_at: string | null },
): Promise<void> => {
  await lockOwner(scope.db).execute({ user_id })
  const other = await contractIn(scope, { user_id, own_id, started_at, ended_at })
  if (other) throw apiError('contract_overlaps', { fields: { started_on: ['not_allowed'] }, values: { period: periodText(other) } })
}

const useOfContract = patientQuery(({ db, rows }) =>
  db
    .select({ id: plan_uses.id })
    .from(rows(plan_uses))
    .where(eq(plan_uses.contract_id, sql.placeholder('id')))
    .limit(1),
)

const paymentOfContract = patientQuery(({ db, rows }) =>
  db
    .select({ id: payments.id })
    .from(rows(payments))
    .where(eq(payments.contract_id, sql.placeholder('id')))
    .limit(1),
)

/** Deletes a contract. Throws 422 if something was booked under it or its payment was tried: a declined payment may still succeed at Stripe. */
export const removeUnused = async (scope: PatientScope, id: number): Promise<void> => {
  if ((await useOfContract(scope).execute({ id })).length) throw apiError('contract_used')
  if ((await paymentOfContract(scope).execute({ id })).length) throw apiError('contract_charged')
  await scope.delete(contracts).where(eq(contracts.id, id))
}
