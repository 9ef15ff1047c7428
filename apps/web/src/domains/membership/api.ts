import { changeRenewal, getMembership, payCharge } from '@sukoyaka/wire/care/membership'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const { useGetMembershipQuery, useChangeRenewalMutation, usePayChargeMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    getMembership: queryEndpoint(build, getMembership, 'contracts', 'payments', 'payment_sources', 'interviews', 'test_packages'),
    changeRenewal: mutationEndpoint(build, changeRenewal),
    payCharge: mutationEndpoint(build, payCharge),
  }),
})
