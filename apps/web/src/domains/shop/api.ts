import * as cart from '@sukoyaka/wire/people/cart'
import * as product from '@sukoyaka/wire/people/product'
import * as recommendation from '@sukoyaka/wire/people/recommendation'
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
} = api.injectEndpoints({
  endpoints: (build) => ({
    listProducts: queryEndpoint(build, product.listProducts),
    getProduct: queryEndpoint(build, product.getProduct),
    listCartItems: queryEndpoint(build, cart.listCartItems, 'cart_items'),
    calculateCart: queryEndpoint(build, cart.calculateCart, 'cart_items'),
    getDeliveryRule: queryEndpoint(build, cart.getDeliveryRule),
    checkCoupon: queryEndpoint(build, cart.checkCoupon, 'cart_items'),
    addCartItem: mutationEndpoint(build, cart.addCartItem),
    addRecommended: mutationEndpoint(build, cart.addRecommended),
    changeCartItem: mutationEndpoint(build, cart.changeCartItem),
    removeCartItem: mutationEndpoint(build, cart.removeCartItem),
    listRecommendations: queryEndpoint(build, recommendation.listRecommendations, 'recommendations'),
  }),
})
