import { reachOfHouse } from '../../access/gate.ts'
import type { House } from '../../context/app-context.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { offerFreed, offerSlot, tellBooking } from './actions/book.ts'
import { bookingNotice } from './notice.ts'
import { bookingTold, offerTold, type Told } from './notice-store.ts'
import { offerPlace } from './offer-store.ts'
import type { Slot } from './slot-store.ts'
import { expireOffer, seeAnew } from './waitlist-store.ts'

const tellOffer = 'tell_offer'
const endOffer = 'end_offer'

const post = ({ mail, config }: House, told: { id: number; email: string }, about: Omit<Parameters<typeof bookingNotice>[1], 'user_id' | 'public_url'>) =>
  mail.send({ to: told.email, ...bookingNotice('ja', { user_id: told.id, public_url: config.public_url, ...about }) })

const tellOfBooking: JobKind = {
  queue: tellBooking,
  work: async (house, data: Told) => {
    const told = await bookingTold(house.db, reachOfHouse(), data)
    if (told) await post(house, told, { change: data.change, ...(told.isFixed && { tested_at: told.tested_at }) })
  },
}

const tellOfOffer: JobKind = {
  queue: tellOffer,
  work: async (house, { offer_id }: { offer_id: number }) => {
    const told = await offerTold(house.db, reachOfHouse(), offer_id, house.clock())
    if (told) await post(house, told, { change: 'offered', tested_at: told.starts_at, expires_at: told.expires_at })
  },
}

/** A place became free: it is kept for the first who waits for it, with the letter and the end of the time to answer in the same transaction. */
const offerFree: JobKind = {
  queue: offerSlot,
  work: (house, slot: Slot) =>
    house.db.transaction(async (db) => {
      const now = house.clock()
      const offer = await offerPlace(db, reachOfHouse(), slot, now)
      if (!offer) return
      await house.jobs.send(db, tellOffer, { offer_id: offer.id })
      await house.jobs.send(db, endOffer, { offer_id: offer.id }, { startAfter: Math.ceil((Date.parse(offer.expires_at) - now.getTime()) / 1000) + 1 })
      await seeAnew(db, reachOfHouse(), offer.user_id)
    }),
}

const endOfOffer: JobKind = {
  queue: endOffer,
  work: (house, { offer_id }: { offer_id: number }) =>
    house.db.transaction(async (db) => {
      const over = await expireOffer(db, reachOfHouse(), offer_id, house.clock())
      if (!over) return
      await offerFreed({ db, house }, over.freed)
      await seeAnew(db, reachOfHouse(), over.user_id)
    }),
}

export const bookingJobs = [tellOfBooking, tellOfOffer, offerFree, endOfOffer]
