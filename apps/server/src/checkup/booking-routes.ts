import * as booking from '@sukoyaka/wire/booking'
import * as facility from '@sukoyaka/wire/facility'
import { refuse } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'

const later = async () => {
  throw refuse('unavailable')
}

export const bookingRoutes = [
  serve(facility.listOpenings, later),
  serve(booking.addTestPackage, later),
  serve(booking.removeTestPackage, later),
  serve(booking.cancelTestPackage, later),
  serve(booking.previewBookingNotice, later),
  serve(booking.getCheckupQuota, later),
  serve(booking.listWaitlist, later),
  serve(booking.addWaitlistEntry, later),
  serve(booking.removeWaitlistEntry, later),
  serve(booking.acceptOffer, later),
  serve(booking.declineOffer, later),
]
