import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { systemScope } from '../../../src/access/system-scope.ts'
import type { AppContext } from '../../../src/context/app-context.ts'
import { type Db, openDatabase } from '../../../src/database/db.ts'
import { sendBulks } from '../../../src/domains/bulk-message/send-jobs.ts'
import { finishBulk, markSent, openBulkOf, waitingOf } from '../../../src/domains/bulk-message/send-store.ts'
import { recipientsOf } from '../../../src/domains/bulk-message/store.ts'
import { insertMessage } from '../../../src/domains/message/thread/send-store.ts'

/** `sound` sends like the product; `nameless` sends without a unique client_id and marks the recipient in a later transaction. */
export type BulkFault = 'sound' | 'nameless'

const sendNameless = async (db: Db, id: number) => {
  const scope = systemScope(db)
  const bulk = await openBulkOf(db, id)
  if (!bulk) return
  const { items } = await recipientsOf(scope, { id })
  for (const recipient_id of await waitingOf(scope, id, 0, 1_000)) {
    const { patient, text } = items.find((recipient) => recipient.id === recipient_id)!
    const actor = { id: bulk.sender_id, role: bulk.sender_role }
    const sent = await db.transaction((tx) =>
      insertMessage({ actor, scope: systemScope(tx), now: new Date() }, { patient_id: patient.id, body: text, isReply: false, isToMany: true }),
    )
    await sleep(150)
    await markSent(scope, recipient_id, sent.id)
  }
  await finishBulk(scope, id)
}

/** Run as a process, sends the bulk message until it is done or killed. */
if (process.argv[1] === import.meta.filename) {
  const [, , connectionString, id, fault] = process.argv
  const { db, close } = openDatabase({ connectionString: connectionString! }, { max: 2 })
  const context = {
    db,
    clock: () => new Date(),
    onChanges: async () => {},
    log: pino({ level: 'silent' }),
  } satisfies Partial<AppContext> as unknown as AppContext
  await (fault === 'sound' ? sendBulks(context, { id: Number(id) }, new AbortController().signal) : sendNameless(db, Number(id)))
  await close()
}
