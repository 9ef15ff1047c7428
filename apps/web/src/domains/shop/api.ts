import * as cart from '@sukoyaka/wire/people/cart'
import * as order from '@sukoyaka/wire/people/order'
import * as product from '@sukoyaka/wire/people/product'
import { checkProducts } from '@sukoyaka/wire/people/product-check'
import * as recommendation from '@sukoyaka/wire/people/recommendation'
import * as regular from '@sukoyaka/wire/people/regular-delivery'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const {
  useListProductsQuery,
  useGetProductQuery,
  useListCartItemsQuery,
  useCalculateCartQuery,
  useGetDeliveryRuleQuery,
  useLazyCheckCouponQuery,
  useAddCartItemMutation,
  useAddRecommendedMutation,
  useChangeCartItemMutation,
  useRemoveCartItemMutation,
  useListRecommendationsQuery,
  usePurchaseMutation,
  useListOrdersQuery,
  useGetOrderQuery,
  useCancelOrderMutation,
  useOrderAgainMutation,
  useListRegularDeliveriesQuery,
  useChangeRegularDeliveryMutation,
  useSkipRegularDeliveryMutation,
  useCheckProductsQuery,
  useListPassedProductsQuery,
  usePassProductMutation,
  useAddRecommendationMutation,
  useChangeRecommendationMutation,
  useRemoveRecommendationMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listProducts: queryEndpoint(build, product.listProducts, 'products'),
    getProduct: queryEndpoint(build, product.getProduct, 'products'),
    listCartItems: queryEndpoint(build, cart.listCartItems, 'cart_items'),
    calculateCart: queryEndpoint(build, cart.calculateCart, 'cart_items'),
    getDeliveryRule: queryEndpoint(build, cart.getDeliveryRule, 'delivery_rules'),
    checkCoupon: queryEndpoint(build, cart.checkCoupon, 'cart_items'),
    addCartItem: mutationEndpoint(build, cart.addCartItem),
    addRecommended: mutationEndpoint(build, cart.addRecommended),
    changeCartItem: mutationEndpoint(build, cart.changeCartItem),
    removeCartItem: mutationEndpoint(build, cart.removeCartItem),
    listRecommendations: queryEndpoint(build, recommendation.listRecommendations, 'recommendations', 'medicine_intakes', 'test_results', 'test_packages'),
    checkProducts: queryEndpoint(build, checkProducts, 'medicine_intakes', 'supplement_intakes', 'allergy_reactions'),
    purchase: mutationEndpoint(build, order.purchase),
    listOrders: queryEndpoint(build, order.listOrders, 'orders'),
    getOrder: queryEndpoint(build, order.getOrder, 'orders'),
    cancelOrder: mutationEndpoint(build, order.cancelOrder),
    orderAgain: mutationEndpoint(build, order.orderAgain),
    listRegularDeliveries: queryEndpoint(build, regular.listRegularDeliveries, 'regular_deliveries'),
    changeRegularDelivery: mutationEndpoint(build, regular.changeRegularDelivery),
    skipRegularDelivery: mutationEndpoint(build, regular.skipRegularDelivery),
    listPassedProducts: queryEndpoint(build, recommendation.listPassedProducts, 'passed_products'),
    passProduct: mutationEndpoint(build, recommendation.passProduct),
    addRecommendation: mutationEndpoint(build, recommendation.addRecommendation),
    changeRecommendation: mutationEndpoint(build, recommendation.changeRecommendation),
    removeRecommendation: mutationEndpoint(build, recommendation.removeRecommendation),
  }),
})
