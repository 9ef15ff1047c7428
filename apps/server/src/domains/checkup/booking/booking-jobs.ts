import { tokyoDay } from '@sukoyaka/rules/time'
import { systemScope } from '../../../access/system-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import type { Db } from '../../../database/db.ts'
import { type JobKind, mailJobOptions } from '../../../jobs/jobs.ts'
import { bookingNoticeQueue, offerFreedSlots, slotOfferQueue } from '../actions/book.ts'
import { bookingNotice } from './notice.ts'
import { type BookingNotice, bookingRecipient, offerRecipient } from './notice-store.ts'
import { offerPlace } from './offer-store.ts'
import type { Slot } from './slot-store.ts'
import { expireOffer, findOpenOffer, publishWaitlistChange } from './waitlist-store.ts'

const offerNoticeQueue = 'tell_offer'
const offerEndQueue = 'end_offer'

const sendNotice = (
  { mail, config }: AppContext,
  recipient: { id: number; email: string },
  details: Omit<Parameters<typeof bookingNotice>[1], 'user_id' | 'public_url'>,
) => mail.send({ to: recipient.email, ...bookingNotice('ja', { user_id: recipient.id, public_url: config.public_url, ...details }) })

const isOver = ({ tested_at, is_day }: { tested_at: string | null; is_day: boolean }, now: Date) =>
  tested_at !== null && (is_day ? tokyoDay(tested_at) < tokyoDay(now) : Date.parse(tested_at) <= now.getTime())

const sendBookingNotice: JobKind = {
  queue: bookingNoticeQueue,
  options: mailJobOptions,
  work: async (context, data: BookingNotice) => {
    const recipient = await bookingRecipient(systemScope(context.db), data)
    // after an outage of the mail server, a date may be over
    const isOutdated = recipient && (data.change === 'fixed' || data.change === 'moved') && isOver(recipient, context.clock())
    if (recipient && !isOutdated)
      await sendNotice(context, recipient, { change: data.change, is_day: recipient.is_day, ...(recipient.isFixed && { tested_at: recipient.tested_at }) })
  },
}

const sendOfferNotice: JobKind = {
  queue: offerNoticeQueue,
  options: mailJobOptions,
  work: async (context, { offer_id }: { offer_id: number }) => {
    const recipient = await offerRecipient(systemScope(context.db), offer_id, context.clock())
    if (recipient) await sendNotice(context, recipient, { change: 'offered', tested_at: recipient.starts_at, expires_at: recipient.expires_at })
  },
}

const sendOfferEnd = ({ db, context }: { db: Db; context: AppContext }, { id, expires_at }: { id: number; expires_at: string }, now: Date) =>
  context.jobs.send(db, offerEndQueue, { offer_id: id }, { startAfter: Math.ceil((Date.parse(expires_at) - now.getTime()) / 1000) + 1 })

/** Offers a freed slot to a patient on the waitlist (`offerPlace`); the mail and the expiry are enqueued in the same transaction. */
const offerFreeSlot: JobKind = {
  queue: slotOfferQueue,
  work: (context, slot: Slot) =>
    context.db.transaction(async (db) => {
      const now = context.clock()
      const offer = await offerPlace(systemScope(db), slot, now)
      if (!offer) return
      await context.jobs.send(db, offerNoticeQueue, { offer_id: offer.id })
      await sendOfferEnd({ db, context }, offer, now)
      await publishWaitlistChange(systemScope(db), offer.user_id)
    }),
}

const expireOfferJob: JobKind = {
  queue: offerEndQueue,
  work: (context, { offer_id }: { offer_id: number }) =>
    context.db.transaction(async (db) => {
      const now = context.clock()
      const expired = await expireOffer(systemScope(db), offer_id, now)
      if (!expired) {
        // the clock of this server is behind that of the server which made the offer
        const offer = await findOpenOffer(systemScope(db), offer_id, now)
        if (offer) await sendOfferEnd({ db, context }, offer, now)
        return
      }
      await offerFreedSlots({ db, context }, expired.freedSlots)
      await publishWaitlistChange(systemScope(db), expired.user_id)
    }),
}

export const bookingJobs = [sendBookingNotice, sendOfferNotice, offerFreeSlot, expireOfferJob]
