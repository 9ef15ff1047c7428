import { scopeOf } from '@sukoyaka/wire/access'
import type { Tag } from '@sukoyaka/wire/endpoint'
import { systemScope } from '../../access/system-scope.ts'
import type { AppContext } from '../../context/app-context.ts'
import { isSerializationFailure, isUnreachable } from '../../database/db.ts'
import { publishPatientEvent, publishUserEvent } from '../../realtime/event-rows.ts'
import { insertMessage } from '../message/thread/send-store.ts'
import { type Due, finishBulk, holdRecipient, openBulkOf, overdueBulks, settleFailed, settleSent, waitingOf } from './send-store.ts'
import { stopBulk } from './store.ts'

export const sendBulk = 'send_bulk'
const piece = 50
const told: readonly Tag[] = ['messages', 'message_rooms', 'today']

/** Sends one message and marks its recipient in one transaction. A message with the same client_id was already sent. */
const sendOne = async ({ db, clock, onChanges: follow }: AppContext, { sender_id, sender_role }: Due, recipient_id: number) => {
  await db.transaction(async (tx) => {
    const scope = systemScope(tx)
    const held = await holdRecipient(scope, recipient_id)
    if (!held) return
    const { patient_id, body, is_closed } = held
    if (is_closed) return void (await settleFailed(scope, recipient_id, 'deactivated'))
    const sender = { actor: { id: sender_id, role: sender_role }, scope, now: clock() }
    const { id, isNew } = await insertMessage(sender, { patient_id, body, client_id: `bulk-${recipient_id}`, isReply: false, isToMany: true })
    await settleSent(scope, recipient_id, id)
    if (!isNew) return
    await follow(tx, told, new Set([patient_id]))
    await publishPatientEvent(tx, patient_id, told, { kind: 'message.new', record_id: id })
  })
}

/** A failed recipient is recorded and the others continue; infrastructure errors are retried by the queue. */
const sendOrNote = async (context: AppContext, due: Due, recipient_id: number) => {
  for (let tries = 1; ; tries++) {
    try {
      return await sendOne(context, due, recipient_id)
    } catch (error) {
      if (isUnreachable(error)) throw error
      if (isSerializationFailure(error) && tries < 4) continue
      context.log.warn({ err: error, recipient_id }, 'one of many could not be sent')
      return void (await settleFailed(systemScope(context.db), recipient_id, 'refused'))
    }
  }
}

const sendAll = async (context: AppContext, id: number, signal: AbortSignal) => {
  const { db } = context
  const due = await openBulkOf(db, id)
  if (!due) return
  if (due.seconds_left > 0) return context.jobs.send(db, sendBulk, { id }, { startAfter: due.seconds_left })
  // stop if the sender lost the permission meanwhile
  if (!due.is_sender_active || !scopeOf(due.sender_role, 'bulk_messages.write')) return db.transaction((tx) => stopBulk(systemScope(tx), id))
  for (let last = 0; ; ) {
    const waiting = await waitingOf(systemScope(db), id, last, piece)
    for (const recipient_id of waiting) {
      if (signal.aborted) throw new Error('stopped: another server continues')
      await sendOrNote(context, due, recipient_id)
    }
    await finishBulk(systemScope(db), id)
    await publishUserEvent(db, due.sender_id, ['bulk_messages'])
    if (!waiting.length) return
    last = waiting.at(-1)!
  }
}

/** Sends one bulk message, or all that are overdue. Idempotent, also on two servers at once. */
export const sendBulks = async (context: AppContext, { id }: { id?: number }, signal: AbortSignal) => {
  for (const bulk_id of id === undefined ? await overdueBulks(context.db) : [id]) await sendAll(context, bulk_id, signal)
}
