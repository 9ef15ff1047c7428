import { eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { users } from '../account/tables.ts'
import { contract_charges, contracts, plans } from '../contract/tables.ts'
import { payments } from '../payment/tables.ts'

const chargeWithPayment = patientQuery(({ db, rows }) =>
  db
    .select({
      ...columnsOf(contract_charges),
      plan_name: plans.name_ja,
      email: users.email,
      deactivated_at: users.deactivated_at,
      last_name: users.last_name,
      first_name: users.first_name,
      card_brand: payments.card_brand,
      card_last4: payments.card_last4,
      refunded_amount: sql<number>`coalesce(${payments.refunded_amount}, 0)`,
    })
    .from(rows(contract_charges))
    .innerJoin(users, eq(users.id, contract_charges.user_id))
    .innerJoin(rows(contracts), eq(contracts.id, contract_charges.contract_id))
    .innerJoin(plans, eq(plans.id, contracts.plan_id))
    .leftJoin(rows(payments), eq(payments.id, contract_charges.payment_id))
    .where(eq(contract_charges.id, sql.placeholder('id')))
    .limit(1),
)

/** A charge with its plan, its patient and the payment that paid it, if one did. Throws 404 for an unknown charge. */
export const chargeForReceipt = async (scope: PatientScope, id: number) => requireRow(await chargeWithPayment(scope).execute({ id }))
