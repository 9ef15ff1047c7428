import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { unrestrictedReach } from '../../src/access/gate.ts'
import type { AppContext } from '../../src/context/app-context.ts'
import { type Db, openDatabase } from '../../src/database/db.ts'
import { sendBulks } from '../../src/domains/bulk-message/actions/send.ts'
import { finishBulk, openBulkOf, settleSent, waitingOf } from '../../src/domains/bulk-message/send-store.ts'
import { recipientsOf } from '../../src/domains/bulk-message/store.ts'
import { insertMessage } from '../../src/domains/message/thread/send-store.ts'

/** `sound` is as the house sends; `nameless` gives its messages no name and notes them afterwards. */
export type BulkFault = 'sound' | 'nameless'

const sendNameless = async (db: Db, id: number) => {
  const reach = unrestrictedReach()
  const due = await openBulkOf(db, id)
  if (!due) return
  const { items } = await recipientsOf(db, reach, { id })
  for (const recipient_id of await waitingOf(db, id, 0, 1_000)) {
    const { patient, text } = items.find((one) => one.id === recipient_id)!
    const sender = { actor: { id: due.sender_id, role: due.sender_role }, reach, now: new Date() }
    const sent = await db.transaction((tx) => insertMessage(tx, sender, { patient_id: patient.id, body: text, isReply: false, isToMany: true }))
    await sleep(30)
    await settleSent(db, reach, recipient_id, sent.id)
  }
  await finishBulk(db, id)
}

/** As a process of its own: sends until it is done or killed. */
if (process.argv[1] === import.meta.filename) {
  const [, , connectionString, id, fault] = process.argv
  const { db, close } = openDatabase({ connectionString: connectionString! }, { max: 2 })
  const context = { db, clock: () => new Date(), follow: async () => {}, log: pino({ level: 'silent' }) } as unknown as AppContext
  await (fault === 'sound' ? sendBulks(context, { id: Number(id) }, new AbortController().signal) : sendNameless(db, Number(id)))
  await close()
}
