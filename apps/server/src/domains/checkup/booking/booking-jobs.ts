import { systemScope } from '../../../access/system-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import type { JobKind } from '../../../jobs/jobs.ts'
import { offerFreed, offerSlot, tellBooking } from '../actions/book.ts'
import { bookingNotice } from './notice.ts'
import { bookingTold, offerTold, type Told } from './notice-store.ts'
import { offerPlace } from './offer-store.ts'
import type { Slot } from './slot-store.ts'
import { expireOffer, seeAnew } from './waitlist-store.ts'

const tellOffer = 'tell_offer'
const endOffer = 'end_offer'

const post = ({ mail, config }: AppContext, told: { id: number; email: string }, about: Omit<Parameters<typeof bookingNotice>[1], 'user_id' | 'public_url'>) =>
  mail.send({ to: told.email, ...bookingNotice('ja', { user_id: told.id, public_url: config.public_url, ...about }) })

const tellOfBooking: JobKind = {
  queue: tellBooking,
  work: async (context, data: Told) => {
    const told = await bookingTold(systemScope(context.db), data)
    if (told) await post(context, told, { change: data.change, ...(told.isFixed && { tested_at: told.tested_at }) })
  },
}

const tellOfOffer: JobKind = {
  queue: tellOffer,
  work: async (context, { offer_id }: { offer_id: number }) => {
    const told = await offerTold(systemScope(context.db), offer_id, context.clock())
    if (told) await post(context, told, { change: 'offered', tested_at: told.starts_at, expires_at: told.expires_at })
  },
}

/** Offers a freed slot to the first on the waitlist; the mail and the expiry are enqueued in the same transaction. */
const offerFree: JobKind = {
  queue: offerSlot,
  work: (context, slot: Slot) =>
    context.db.transaction(async (db) => {
      const now = context.clock()
      const offer = await offerPlace(systemScope(db), slot, now)
      if (!offer) return
      await context.jobs.send(db, tellOffer, { offer_id: offer.id })
      await context.jobs.send(db, endOffer, { offer_id: offer.id }, { startAfter: Math.ceil((Date.parse(offer.expires_at) - now.getTime()) / 1000) + 1 })
      await seeAnew(systemScope(db), offer.user_id)
    }),
}

const endOfOffer: JobKind = {
  queue: endOffer,
  work: (context, { offer_id }: { offer_id: number }) =>
    context.db.transaction(async (db) => {
      const over = await expireOffer(systemScope(db), offer_id, context.clock())
      if (!over) return
      await offerFreed({ db, context }, over.freed)
      await seeAnew(systemScope(db), over.user_id)
    }),
}

export const bookingJobs = [tellOfBooking, tellOfOffer, offerFree, endOfOffer]
