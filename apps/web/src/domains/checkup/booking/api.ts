import { listForbiddenRules, listOpenings } from '@sukoyaka/wire/people/facility'
import * as booking from '@sukoyaka/wire/record/booking'
import { changeTestPackage } from '@sukoyaka/wire/record/checkup'
import { api, mutationEndpoint, queryEndpoint } from '../../../api/api.ts'

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
    listForbiddenRules: queryEndpoint(build, listForbiddenRules, 'facilities'),
    // bookings and offers of the waitlist take slots; the facility's start times, capacities and rules decide which slots there are
    listOpenings: queryEndpoint(build, listOpenings, 'test_packages', 'checkup_waitlist', 'facilities'),
    getCheckupQuota: queryEndpoint(build, booking.getCheckupQuota, 'checkup_quota', 'contracts'),
    previewBookingNotice: queryEndpoint(build, booking.previewBookingNotice),
    listWaitlist: queryEndpoint(build, booking.listWaitlist, 'checkup_waitlist'),
    addTestPackage: mutationEndpoint(build, booking.addTestPackage),
    changeTestPackage: mutationEndpoint(build, changeTestPackage),
    cancelTestPackage: mutationEndpoint(build, booking.cancelTestPackage),
    removeTestPackage: mutationEndpoint(build, booking.removeTestPackage),
    addWaitlistEntry: mutationEndpoint(build, booking.addWaitlistEntry),
    removeWaitlistEntry: mutationEndpoint(build, booking.removeWaitlistEntry),
    acceptOffer: mutationEndpoint(build, booking.acceptOffer),
    declineOffer: mutationEndpoint(build, booking.declineOffer),
  }),
})
