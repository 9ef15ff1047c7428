import { mail } from '@sukoyaka/phrases/mail'
import type { Tag } from '@sukoyaka/wire/all'
import { systemScope } from '../../access/system-scope.ts'
import { translate } from '../../config/language.ts'
import type { AppContext, Push } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import { type JobKind, mailJobOptions } from '../../jobs/jobs.ts'
import { beginMail, claimForMail, claimForPush, type Due, dueForMail, dueForPush, hasToPush, releaseMail } from './delivery-store.ts'
import { deleteExpiredSubscription, subscriptionById } from './push-store.ts'

const noticeQueue = 'tell_notices'
const noticeMailQueue = 'notice_letter'
const roomPushQueue = 'push_notices'
const pushQueue = 'notice_push'

const enqueueMail = (context: AppContext, due: Due) =>
  context.db.transaction(async (db) => {
    const id = await claimForMail(systemScope(db), due)
    if (id !== undefined) await context.jobs.send(db, noticeMailQueue, { id })
  })

const enqueuePush = (context: AppContext, due: Due) =>
  context.db.transaction(async (db) => {
    const { ids, is_message } = await claimForPush(systemScope(db), due)
    for (const id of ids) await context.jobs.send(db, pushQueue, { id, is_message })
  })

/** The page of notifications does not list new messages. */
const pageOf = (is_message: boolean) => (is_message ? '/messages' : '/notifications')

/** Runs every minute: a notification becomes due for mail 15 minutes after its message, and one that was held back at night in the morning. */
const sendNotices: JobKind = {
  queue: noticeQueue,
  cron: '* * * * *',
  options: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 600 },
  work: async (context, _, signal) => {
    const { db, clock, push } = context
    for (const due of await dueForMail(systemScope(db), clock())) {
      signal.throwIfAborted()
      await enqueueMail(context, due)
    }
    if (!push) return
    for (const due of await dueForPush(systemScope(db), clock())) {
      signal.throwIfAborted()
      await enqueuePush(context, due)
    }
  },
}

/** The mail says that there is a new message or another notification, without content and name: others may see it on a locked screen. */
const sendNoticeMail: JobKind = {
  queue: noticeMailQueue,
  options: mailJobOptions,
  work: async ({ db, mail: mailer, config, clock }, { id }: { id: number }) => {
    const recipient = await beginMail(systemScope(db), id, clock())
    if (!recipient) return
    const kind = recipient.is_message ? 'message' : 'other'
    const link = `${config.public_url}${pageOf(recipient.is_message)}`
    try {
      await mailer.send({
        to: recipient.email,
        subject: translate(mail, 'ja', `notice.${kind}.subject`),
        text: translate(mail, 'ja', `notice.${kind}.text`, { link }),
      })
    } catch (error) {
      await releaseMail(systemScope(db), id)
      throw error
    }
  },
}

const pushRoom: JobKind = {
  queue: roomPushQueue,
  work: async (context, { patient_id }: { patient_id: number }) => {
    if (context.push) for (const due of await dueForPush(systemScope(context.db), context.clock(), patient_id)) await enqueuePush(context, due)
  },
}

const unknownKeyMs = 30 * 86_400_000
/** Whether a subscription was made with another key of the server. If its key is unknown: whether it is old. */
const mayHaveOtherKey = ({ public_key, created_at }: { public_key: string | null; created_at: string }, push: Push, now: Date) =>
  public_key === null ? now.getTime() - Date.parse(created_at) > unknownKeyMs : public_key !== push.public_key

/**
 * Pushes replace each other in the browser, because they have the same tag. A subscription that the push service does not know is deleted, and one that it refuses
 * because it was made with another key of the server: the page then subscribes again. Any other refusal is due to the key or the clock of the server and retried.
 * One that is refused and whose key is unknown is deleted if it is older than a month: it may have been made with any earlier key.
 */
const sendPush: JobKind = {
  queue: pushQueue,
  options: { retryLimit: 5, retryDelay: 30, retryBackoff: true },
  work: async ({ db, push, clock }, { id, is_message = false }: { id: number; is_message?: boolean }) => {
    const subscription = await subscriptionById(systemScope(db), id)
    if (!push || !subscription) return
    const texts = { title: translate(mail, 'ja', 'push.title'), body: translate(mail, 'ja', 'push.body') }
    const sent = await push.send(subscription, { ...texts, path: pageOf(is_message) })
    if (sent === 'unauthorized' && !mayHaveOtherKey(subscription, push, clock())) throw new Error('a push was refused: check the VAPID keys and the clock')
    if (sent !== 'sent') await deleteExpiredSubscription(systemScope(db), id)
  },
}

/** After a change of messages, queues a push for each patient about whom a notification waits for a push to a subscribed browser. */
export const enqueueRoomPushes = async (
  { push, jobs }: Pick<AppContext, 'push' | 'jobs'>,
  db: Db,
  changes: readonly Tag[],
  patient_ids: ReadonlySet<number>,
) => {
  if (!push || !changes.includes('messages')) return
  for (const patient_id of patient_ids) if (await hasToPush(systemScope(db), patient_id)) await jobs.send(db, roomPushQueue, { patient_id })
}

export const noticeJobs = [sendNotices, sendNoticeMail, pushRoom, sendPush]
