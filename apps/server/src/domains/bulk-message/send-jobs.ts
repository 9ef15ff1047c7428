import { scopeOf } from '@sukoyaka/wire/access'
import type { Tag } from '@sukoyaka/wire/all'
import { systemScope } from '../../access/system-scope.ts'
import type { AppContext } from '../../context/app-context.ts'
import { inTransaction, isDiskFull, isTemporary, isUnreachable } from '../../database/db.ts'
import { publishPatientEvent, publishUserEvent } from '../../realtime/event-rows.ts'
import { insertMessage } from '../message/thread/send-store.ts'
import { finishBulk, lockRecipient, markFailed, markSent, type OpenBulk, openBulkOf, overdueBulks, waitingOf } from './send-store.ts'
import { stopBulkMessage } from './store.ts'

export const sendBulk = 'send_bulk'
const batchSize = 50
const changedTags: readonly Tag[] = ['messages', 'message_rooms', 'today']

/** Sends one message and marks its recipient in one transaction. By the `client_id`, `insertMessage` finds what an earlier attempt sent. */
const sendToRecipient = async ({ db, clock, onChanges }: AppContext, { sender_id, sender_role }: OpenBulk, recipient_id: number) => {
  await inTransaction(db, async (tx) => {
    const scope = systemScope(tx)
    const recipient = await lockRecipient(scope, recipient_id)
    if (!recipient) return
    const { patient_id, body, is_closed } = recipient
    if (is_closed) return void (await markFailed(scope, recipient_id, 'deactivated'))
    const sender = { actor: { id: sender_id, role: sender_role }, scope, now: clock() }
    const { id, isNew } = await insertMessage(sender, { patient_id, body, client_id: `bulk-${recipient_id}`, isReply: false, isToMany: true })
    await markSent(scope, recipient_id, id)
    if (!isNew) return
    await onChanges(tx, changedTags, new Set([patient_id]))
    await publishPatientEvent(tx, patient_id, changedTags, { kind: 'message.new', record_id: id })
  })
}

/**
 * If sending fails for good, records this, so that the job continues with the other recipients. Temporary errors fail the job, so that the
 * queue retries it: throws at once if the database is unreachable or full, and returns another temporary error, to be thrown after the others.
 */
const sendOrRecordFailure = async (context: AppContext, bulk: OpenBulk, recipient_id: number): Promise<unknown> => {
  try {
    await sendToRecipient(context, bulk, recipient_id)
  } catch (error) {
    if (isUnreachable(error) || isDiskFull(error)) throw error
    if (isTemporary(error)) return error
    context.log.warn({ err: error, recipient_id }, 'bulk message not sent to one recipient')
    await markFailed(systemScope(context.db), recipient_id, 'refused')
  }
  return undefined
}

const sendAll = async (context: AppContext, id: number, signal: AbortSignal) => {
  const { db } = context
  const bulk = await openBulkOf(db, id)
  if (!bulk) return
  if (bulk.seconds_left > 0) return context.jobs.send(db, sendBulk, { id }, { startAfter: bulk.seconds_left })
  // sends nothing if the sender was deactivated or lost the permission meanwhile
  if (!bulk.is_sender_active || !scopeOf(bulk.sender_role, 'bulk_messages.write')) return db.transaction((tx) => stopBulkMessage(systemScope(tx), id))
  let delayed: unknown
  for (let lastId = 0; ; ) {
    const recipientIds = await waitingOf(systemScope(db), id, lastId, batchSize)
    for (const recipient_id of recipientIds) {
      if (signal.aborted) throw new Error('stopped: a retry of the job continues')
      delayed = (await sendOrRecordFailure(context, bulk, recipient_id)) ?? delayed
    }
    await finishBulk(systemScope(db), id)
    await publishUserEvent(db, bulk.sender_id, ['bulk_messages'])
    if (!recipientIds.length) break
    lastId = recipientIds.at(-1)!
  }
  if (delayed) throw delayed
}

/** Sends one bulk message, or all that are overdue. Idempotent, also on two servers at once. */
export const sendBulks = async (context: AppContext, { id }: { id?: number }, signal: AbortSignal) => {
  for (const bulk_id of id === undefined ? await overdueBulks(context.db) : [id]) await sendAll(context, bulk_id, signal)
}
