import { tokyoStartOfDay } from '@sukoyaka/rules/time'
import * as booking from '@sukoyaka/wire/booking'
import * as checkup from '@sukoyaka/wire/checkup'
import * as facility from '@sukoyaka/wire/facility'
import { mustReach } from '../access/patients.ts'
import { serve } from '../kit/serve.ts'
import { accept, book, cancel, change, decline, remove, stopWaiting } from './actions/book.ts'
import { quotaOf } from './booking-store.ts'
import { bookingNotice } from './notice.ts'
import { openingsOf } from './slot-store.ts'
import { insertWaiting, waitlistOf } from './waitlist-store.ts'

export const bookingRoutes = [
  serve(facility.listOpenings, async ({ db, house, input }) => ({ items: await openingsOf(db, input, house.clock()) })),
  serve(checkup.changeTestPackage, change),
  serve(booking.addTestPackage, book),
  serve(booking.removeTestPackage, remove),
  serve(booking.cancelTestPackage, cancel),
  serve(booking.previewBookingNotice, async ({ db, house, reach, input }) => {
    await mustReach(db, reach, input.user_id)
    const soon = new Date(house.clock().getTime() + 86_400_000).toISOString()
    // as it is sent: patients are written to in Japanese
    return bookingNotice('ja', { ...input, expires_at: soon, public_url: house.config.public_url })
  }),
  serve(booking.getCheckupQuota, ({ db, house, reach, input }) => {
    const now = house.clock()
    return quotaOf(db, reach, input.user_id, input.on === undefined ? now : tokyoStartOfDay(input.on), now)
  }),
  serve(booking.listWaitlist, async ({ db, house, reach, input }) => ({ items: await waitlistOf(db, reach, input.user_id, house.clock()) })),
  serve(booking.addWaitlistEntry, ({ db, house, reach, input }) => insertWaiting(db, reach, input, house.clock())),
  serve(booking.removeWaitlistEntry, stopWaiting),
  serve(booking.acceptOffer, accept),
  serve(booking.declineOffer, decline),
]
