import { mail } from '@sukoyaka/phrases/mail'
import { isDayOnly } from '@sukoyaka/rules/test-package'
import { tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import * as facility from '@sukoyaka/wire/people/facility'
import * as booking from '@sukoyaka/wire/record/booking'
import * as checkup from '@sukoyaka/wire/record/checkup'
import { translate } from '../../../config/language.ts'
import { calendarOf, sendCalendar, uidOf } from '../../../files/icalendar.ts'
import { serve } from '../../../http/serve.ts'
import { report } from '../../../observability/sentry.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { accept, book, cancel, change, decline, remove, stopWaiting } from '../actions/book.ts'
import { quotaOf } from './booking-store.ts'
import { calendarEntryOf } from './calendar-store.ts'
import { bookingNotice } from './notice.ts'
import { openingsOf } from './slot-store.ts'
import { insertWaiting, waitlistOf } from './waitlist-store.ts'

export const bookingRoutes = [
  serve(facility.listOpenings, async ({ db, context, input }) => ({ items: await openingsOf(db, input, context.clock()) })),
  serve(checkup.changeTestPackage, change),
  serve(booking.addTestPackage, book),
  serve(booking.removeTestPackage, remove),
  serve(booking.cancelTestPackage, cancel),
  serve(booking.getTestPackageCalendar, async ({ context, scope, input, language, request, reply }) => {
    const { config } = context
    const entry = await calendarEntryOf(scope, input.id, language)
    if (entry.isUnreadable) {
      request.log.error({ test_package_id: entry.id }, 'precautions not readable')
      void report(config, { source: 'server', kind: 'PrecautionsUnreadable', call: 'GET /test_packages/:id/calendar' })
    }
    const { id, sequence, updated_at: changed_at, tested_at: starts_at, name, place: location, precautions, cancelled_at } = entry
    const event = {
      uid: uidOf('test-package', id, config.public_url),
      sequence,
      changed_at,
      starts_at,
      isDay: isDayOnly(entry),
      summary: name || translate(mail, language, 'booking.summary'),
      location,
      description: precautions.map((text) => `・${text}`).join('\n'),
      url: `${config.public_url}/${entry.user_id}/summary`,
      isCancelled: cancelled_at !== null,
    }
    return sendCalendar(reply, `checkup_${tokyoDay(starts_at)}`, calendarOf([event]))
  }),
  serve(booking.previewBookingNotice, async ({ context, scope, input }) => {
    await requirePatient(scope, input.user_id)
    const tomorrow = new Date(context.clock().getTime() + 86_400_000).toISOString()
    // booking notices are in Japanese
    return bookingNotice('ja', { ...input, expires_at: tomorrow, public_url: context.config.public_url })
  }),
  serve(booking.getCheckupQuota, ({ context, scope, input }) => {
    const now = context.clock()
    return quotaOf(scope, input.user_id, input.on === undefined ? now : tokyoStartOfDay(input.on), now)
  }),
  serve(booking.listWaitlist, async ({ context, scope, input }) => ({ items: await waitlistOf(scope, input.user_id, context.clock()) })),
  serve(booking.addWaitlistEntry, ({ context, scope, input }) => insertWaiting(scope, input, context.clock())),
  serve(booking.removeWaitlistEntry, stopWaiting),
  serve(booking.acceptOffer, accept),
  serve(booking.declineOffer, decline),
]
