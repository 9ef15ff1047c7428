import * as membership from '@sukoyaka/wire/care/membership'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const {
  useGetMembershipQuery,
  useChangeRenewalMutation,
  usePayChargeMutation,
  useRetryChargeRefundMutation,
  useCheckContractCouponQuery,
  useStartContractMutation,
  useSwitchContractMutation,
  useEndContractMutation,
  useWithdrawContractMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    getMembership: queryEndpoint(build, membership.getMembership, 'contracts', 'payments', 'payment_sources', 'interviews', 'test_packages'),
    changeRenewal: mutationEndpoint(build, membership.changeRenewal),
    payCharge: mutationEndpoint(build, membership.payCharge),
    retryChargeRefund: mutationEndpoint(build, membership.retryChargeRefund),
    checkContractCoupon: queryEndpoint(build, membership.checkContractCoupon, 'contracts'),
    startContract: mutationEndpoint(build, membership.startContract),
    switchContract: mutationEndpoint(build, membership.switchContract),
    endContract: mutationEndpoint(build, membership.endContract),
    withdrawContract: mutationEndpoint(build, membership.withdrawContract),
  }),
})
