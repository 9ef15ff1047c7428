import { monthsAfter } from '@sukoyaka/rules/people/payment/billing'
import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import { and, eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../access/patient-scope.ts'
import { lockRow } from '../../access/rows.ts'
import { accountById } from '../account/store.ts'
import { contract_charges, contracts, plans } from '../contract/tables.ts'
import { maxDaysLate, openChargesOf, planOf, setContract } from './charge-store.ts'
import { startOf } from './end-store.ts'
import { otherContractIn } from './period-store.ts'

/** First instant after the renewed period; by the calendar, up to three days earlier than `monthsAfter`, which knows the start of the contract. */
const renewedEnd = sql`(${contracts.ended_at} at time zone 'Asia/Tokyo' + make_interval(months => (select ${plans.duration} from ${plans} where ${plans.id} = ${contracts.plan_id}))) at time zone 'Asia/Tokyo'`

const isRenewing = sql`renewal.renewed_until is not null and renewal.status in ('due', 'paying')`

/**
 * Contracts that end by `until` but after `since`, and renew without a card payment on that day: they are not paid by card, or were paid for longer. Not those
 * whose renewal is to be paid, and not if another contract of the patient lies in the renewed period.
 */
const renewable = patientQuery(({ db, rows }) =>
  db
    .select({ id: contracts.id })
    .from(rows(contracts))
    .where(
      and(
        eq(contracts.auto_update, true),
        sql`(${contracts.next_payment_date} is null or ${contracts.next_payment_date} > (${contracts.ended_at} at time zone 'Asia/Tokyo')::date)`,
        sql`not exists (select from ${rows(contract_charges)} renewal where renewal.contract_id = ${contracts.id} and ${isRenewing})`,
        sql`${contracts.ended_at} <= ${sql.placeholder('until')}::timestamptz`,
        sql`${contracts.ended_at} > ${sql.placeholder('since')}::timestamptz`,
        sql`not exists (select from ${rows(contracts)} other where other.user_id = ${contracts.user_id} and other.id <> ${contracts.id} and (other.ended_at is null or other.ended_at > ${contracts.ended_at}) and other.started_at < ${renewedEnd})`,
      ),
    )
    .limit(500),
)

export const contractsToRenew = async (scope: PatientScope, now: Date): Promise<number[]> => {
  const [until, since] = [startOf(addDays(tokyoDay(now), 1)), startOf(addDays(tokyoDay(now), -maxDaysLate))]
  return (await renewable(scope).execute({ until, since })).map(({ id }) => id)
}

/**
 * Renews a contract a day ahead, so that nobody is without a contract at midnight; not that of a deactivated patient. Runs in a transaction; idempotent.
 */
export const renewContract = async (scope: PatientScope, id: number, now: Date): Promise<void> => {
  const { user_id, started_at, ended_at, auto_update, next_payment_date } = await lockRow(scope, contracts, { id })
  if (!auto_update || ended_at === null || ended_at > startOf(addDays(tokyoDay(now), 1))) return
  if (next_payment_date !== null && next_payment_date <= tokyoDay(ended_at)) return
  // a renewal with an open charge happens when the charge is paid
  if ((await openChargesOf(scope, id)).some(({ renewed_until }) => renewed_until !== null)) return
  if (!(await accountById(scope.db, user_id))) return
  const { duration } = requireRow(await planOf(scope).execute({ id }))
  const renewed = startOf(monthsAfter(tokyoDay(started_at), tokyoDay(ended_at), duration))
  if (await otherContractIn(scope, { user_id, own_id: id, started_at: ended_at, ended_at: renewed })) return
  await setContract(scope, id, { ended_at: renewed })
}
