import * as payment from '@sukoyaka/wire/people/payment'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const {
  useListPaymentSourcesQuery,
  useRemovePaymentSourceMutation,
  useCreateCardSecretMutation,
  useSaveCardMutation,
  useCreatePaymentSecretMutation,
  useRefreshPaymentMutation,
  useConfirmInSandboxMutation,
  useAuthenticateInSandboxMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listPaymentSources: queryEndpoint(build, payment.listPaymentSources, 'payment_sources'),
    removePaymentSource: mutationEndpoint(build, payment.removePaymentSource),
    createCardSecret: mutationEndpoint(build, payment.createCardSecret),
    saveCard: mutationEndpoint(build, payment.saveCard),
    createPaymentSecret: mutationEndpoint(build, payment.createPaymentSecret),
    refreshPayment: mutationEndpoint(build, payment.refreshPayment),
    confirmInSandbox: mutationEndpoint(build, payment.confirmInSandbox),
    authenticateInSandbox: mutationEndpoint(build, payment.authenticateInSandbox),
  }),
})
