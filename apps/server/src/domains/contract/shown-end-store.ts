import { graceDays } from '@sukoyaka/rules/people/payment/billing'
import { addDays, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { type PatientSource, patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { contract_charges, type contracts } from './tables.ts'

type RenewalCharge = Pick<typeof contract_charges.$inferSelect, 'status' | 'first_tried_on' | 'renewed_until' | 'due_on'>

/**
 * Whether the charge is for a renewal that begins later and whose card was not tried yet. Opening it moved the end of the contract to the end of the retries:
 * until the day of the charge, the contract still ends on that day.
 */
export const isRenewalAhead = ({ status, first_tried_on, renewed_until, due_on }: RenewalCharge, today: string): boolean =>
  status === 'due' && first_tried_on === null && renewed_until !== null && due_on > today

const startOf = (day: string) => tokyoStartOfDay(day).toISOString()

/** The end of a contract that people see: that before the opened charge of a renewal moved it, if there is one among its charges. */
export const shownEnd = (ended_at: string | null, charges: readonly RenewalCharge[], today: string): string | null => {
  const renewal = charges.find((charge) => isRenewalAhead(charge, today))
  return renewal ? startOf(renewal.due_on) : ended_at
}

/** `shownEnd` of the contract `alias` in SQL, today being the database's. */
export const shownEndOf = (from: PatientSource['from'], alias: string): SQL => {
  const contract = sql.identifier(alias)
  return sql`coalesce((select min(ahead.due_on)::timestamp at time zone 'Asia/Tokyo' from ${from(contract_charges, 'ahead')}
    where ahead.contract_id = ${contract}.id and ahead.status = 'due' and ahead.first_tried_on is null and ahead.renewed_until is not null
      and ahead.due_on > (now() at time zone 'Asia/Tokyo')::date), ${contract}.ended_at)`
}

const openRenewals = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(contract_charges))
    .where(and(isAnyOf(contract_charges.contract_id), eq(contract_charges.status, 'due'), isNotNull(contract_charges.renewed_until))),
)

type Ending = Pick<typeof contracts.$inferSelect, 'id' | 'ended_at' | 'auto_update'>
/** The contracts with the ends that people see. */
export const withShownEnds = async <C extends Ending>(scope: PatientScope, found: C[], today: string): Promise<C[]> => {
  // charges are opened a day ahead, so that only a contract that ends soon can have its end moved
  const soon = startOf(addDays(today, graceDays + 1))
  const ids = found.filter(({ ended_at, auto_update }) => auto_update && ended_at !== null && ended_at <= soon).map(({ id }) => id)
  if (!ids.length) return found
  const charges = await openRenewals(scope).execute({ ids })
  const chargesOf = (id: number) => charges.filter(({ contract_id }) => contract_id === id)
  return found.map((contract) => ({ ...contract, ended_at: shownEnd(contract.ended_at, chargesOf(contract.id), today) }))
}
