import { tokyoDay } from '@sukoyaka/rules/time'
import type { PatientScope } from '../../access/patient-scope.ts'
import { systemScope } from '../../access/system-scope.ts'
import type { AppContext } from '../../context/app-context.ts'
import { inTransaction } from '../../database/db.ts'
import { type JobKind, mailJobOptions } from '../../jobs/jobs.ts'
import { charge } from '../payment/actions/charge.ts'
import { mailReceipt, receiptQueue } from './actions/receipt.ts'
import { chargesToGiveUp, chargesToTry, contractsToCharge, giveUpCharge, openCharge, startPayment } from './charge-store.ts'
import { contractsToRenew, renewContract } from './renew-store.ts'

/** Each round opens at most one charge per contract. After a time without payments, several payment days may have passed. */
const maxRounds = 24

/**
 * Renews contracts, ends those that stayed unpaid, opens the charges that are due and charges the saved cards. May run twice or stop anywhere: each step commits before the next, and the job
 * `payments_check` finds out what became of a payment that was under way. One failure must not stop the others.
 */
export const chargeContracts = async (context: AppContext, signal?: AbortSignal): Promise<void> => {
  const { db, clock, log } = context
  const today = tokyoDay(clock())
  const each = async (ids: readonly number[], run: (id: number) => Promise<unknown>) => {
    for (const id of ids) {
      signal?.throwIfAborted()
      await run(id).catch((error) => log.warn({ err: error }, 'a contract could not be renewed or charged'))
    }
  }
  const change = <T>(run: (scope: PatientScope) => Promise<T>) =>
    inTransaction(db, async (tx) => {
      const scope = systemScope(tx)
      const result = await run(scope)
      await context.onChanges(tx, ['contracts'], scope.accessed)
      return result
    })
  await each(await contractsToRenew(systemScope(db), clock()), (id) => change((scope) => renewContract(scope, id, clock())))
  if (!context.payments) return
  // before the next charges are opened, which the contracts that end here no longer owe
  await each(await chargesToGiveUp(systemScope(db), today), (id) => change((scope) => giveUpCharge(scope, id, today)))
  for (let round = 0; round < maxRounds; round++) {
    let hasChanged = false
    await each(await contractsToCharge(systemScope(db), today), async (id) => {
      if (await change((scope) => openCharge(scope, id, today))) hasChanged = true
    })
    if (!hasChanged) break
  }
  await each(await chargesToTry(systemScope(db), today), async (id) => {
    const started = await change((scope) => startPayment(scope, id, 'off_session', clock()))
    if (started?.payment) await charge(context, systemScope(db), started.payment.id)
  })
}

const charges: JobKind = {
  queue: 'contract_charges',
  options: { policy: 'exclusive', retryLimit: 1, expireInSeconds: 3_000 },
  cron: '5 * * * *',
  isDue: async () => true,
  work: (context, _, signal) => chargeContracts(context, signal),
}

const receipts: JobKind = {
  queue: receiptQueue,
  options: mailJobOptions,
  work: (context, { charge_id }: { charge_id: number }) => mailReceipt(context, systemScope(context.db), charge_id),
}

export const membershipJobs: JobKind[] = [charges, receipts]
