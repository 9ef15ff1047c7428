import { eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { payments } from '../payment/tables.ts'
import { contracts, plan_uses, plans } from './tables.ts'

const planWithId = preparedQuery((db) =>
  db
    .select()
    .from(plans)
    .where(eq(plans.id, sql.placeholder('id'))),
)
/** The plan with this id; undefined if it is unknown. */
export const planTerms = async (db: Db, id: number) => (await planWithId(db).execute({ id }))[0]

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

/** Deletes a contract. Throws 422 if a use of its quota is stored or its payment was tried: a declined payment may still succeed at Stripe. */
export const removeUnused = async (scope: PatientScope, id: number): Promise<void> => {
  if ((await useOfContract(scope).execute({ id })).length) throw apiError('contract_used')
  if ((await paymentOfContract(scope).execute({ id })).length) throw apiError('contract_charged')
  await scope.delete(contracts).where(eq(contracts.id, id))
}
