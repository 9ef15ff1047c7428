import { changeRenewal, getMembership, payCharge } from '@sukoyaka/wire/care/membership'
import { listPaymentSources } from '@sukoyaka/wire/people/payment'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const { useGetMembershipQuery, useChangeRenewalMutation, usePayChargeMutation, useListPaymentSourcesQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getMembership: queryEndpoint(build, getMembership, 'contracts', 'payments', 'payment_sources', 'interviews', 'test_packages'),
    listPaymentSources: queryEndpoint(build, listPaymentSources, 'payment_sources'),
    changeRenewal: mutationEndpoint(build, changeRenewal),
    payCharge: mutationEndpoint(build, payCharge),
  }),
})
