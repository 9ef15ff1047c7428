import * as admin from '@sukoyaka/wire/people/order-admin'
import { api, mutationEndpoint, queryEndpoint } from '../../../api/api.ts'

export const {
  useListAllOrdersQuery,
  useListExternalOrdersQuery,
  useAssignExternalOrderMutation,
  useShipOrderMutation,
  useDeliverOrderMutation,
  useCancelAnyOrderMutation,
  useRefundOrderMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listAllOrders: queryEndpoint(build, admin.listAllOrders, 'orders'),
    listExternalOrders: queryEndpoint(build, admin.listExternalOrders, 'orders'),
    assignExternalOrder: mutationEndpoint(build, admin.assignExternalOrder),
    shipOrder: mutationEndpoint(build, admin.shipOrder),
    deliverOrder: mutationEndpoint(build, admin.deliverOrder),
    cancelAnyOrder: mutationEndpoint(build, admin.cancelAnyOrder),
    refundOrder: mutationEndpoint(build, admin.refundOrder),
  }),
})
