import { listForbiddenRules, listOpenings } from '@sukoyaka/wire/people/facility'
import * as booking from '@sukoyaka/wire/record/booking'
import { changeTestPackage } from '@sukoyaka/wire/record/checkup'
import { api, read, write } from '../../../api/api.ts'

export const {
  useListForbiddenRulesQuery,
  useListOpeningsQuery,
  useGetCheckupQuotaQuery,
  usePreviewBookingNoticeQuery,
  useListWaitlistQuery,
  useAddTestPackageMutation,
  useChangeTestPackageMutation,
  useCancelTestPackageMutation,
  useRemoveTestPackageMutation,
  useAddWaitlistEntryMutation,
  useRemoveWaitlistEntryMutation,
  useAcceptOfferMutation,
  useDeclineOfferMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listForbiddenRules: read(build, listForbiddenRules),
    // refetch openings after a booking change: slots may be taken
    listOpenings: read(build, listOpenings, 'test_packages'),
    getCheckupQuota: read(build, booking.getCheckupQuota, 'checkup_quota', 'contracts'),
    previewBookingNotice: read(build, booking.previewBookingNotice),
    listWaitlist: read(build, booking.listWaitlist, 'checkup_waitlist'),
    addTestPackage: write(build, booking.addTestPackage),
    changeTestPackage: write(build, changeTestPackage),
    cancelTestPackage: write(build, booking.cancelTestPackage),
    removeTestPackage: write(build, booking.removeTestPackage),
    addWaitlistEntry: write(build, booking.addWaitlistEntry),
    removeWaitlistEntry: write(build, booking.removeWaitlistEntry),
    acceptOffer: write(build, booking.acceptOffer),
    declineOffer: write(build, booking.declineOffer),
  }),
})
