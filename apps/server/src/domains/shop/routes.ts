import * as cart from '@sukoyaka/wire/people/cart'
import * as product from '@sukoyaka/wire/people/product'
import { checkProducts } from '@sukoyaka/wire/people/product-check'
import * as recommendation from '@sukoyaka/wire/people/recommendation'
import { getSeller } from '@sukoyaka/wire/people/seller'
import { serve } from '../../http/serve.ts'
import { addItems, addRecommendedItems, buyerOf, cartItemsOf, openCartOf, removeItem, updateItem } from './cart-store.ts'
import { checksOf } from './check-store.ts'
import { calculationOf, validCoupon } from './coupon-store.ts'
import { orderRoutes } from './order/order-routes.ts'
import { insertPassed, passedProductsOf, removePassed, updatePassed } from './passed-store.ts'
import { deliveryRuleOf, productOf, productsOf } from './product-store.ts'
import { recommendationsOf, removeRecommendation, setDeclined, updateRecommendation } from './recommendation-store.ts'

export const shopRoutes = [
  serve(getSeller, async ({ context: { config } }) => {
    const { name, address, representative = null, phone_number = null, email = null, registration_number = null } = config.seller
    return { name, address: address || null, representative, phone_number, email, registration_number }
  }),

  serve(product.listProducts, async ({ db, input, language }) => ({ items: await productsOf(db, input, language) })),
  serve(product.getProduct, ({ db, input, language }) => productOf(db, input.id, language)),

  serve(cart.openCart, ({ scope, actor }) => openCartOf(scope, actor.id)),
  serve(cart.listCartItems, async ({ scope, input, language }) => ({ items: await cartItemsOf(scope, input, language) })),
  serve(cart.addCartItem, async ({ scope, actor, input }) => (await addItems(scope, actor.id, [input]))[0]!),
  serve(cart.addCartItems, async ({ scope, actor, input }) => ({ items: await addItems(scope, actor.id, input.items) })),
  serve(cart.addRecommended, async ({ scope, actor, context, input, language }) => ({
    items: await addRecommendedItems(scope, { user_id: actor.id, now: context.clock(), language }, input),
  })),
  serve(cart.changeCartItem, ({ scope, actor, input }) => updateItem(scope, actor.id, input)),
  serve(cart.removeCartItem, ({ scope, actor, input }) => removeItem(scope, actor.id, input.id)),
  serve(cart.getDeliveryRule, ({ db, context }) => deliveryRuleOf(db, context.clock())),
  serve(cart.calculateCart, async ({ scope, context, input, language }) =>
    calculationOf(scope, { ...input, user_id: await buyerOf(scope, input.user_id), now: context.clock() }, language),
  ),
  serve(cart.checkCoupon, ({ scope, actor, context, input, language }) => validCoupon(scope, { ...input, user_id: actor.id, now: context.clock() }, language)),

  serve(checkProducts, ({ scope, context, input, language }) => checksOf(scope, { ...input, now: context.clock(), language })),
  serve(recommendation.listRecommendations, async ({ scope, actor, context, input, language }) => ({
    items: await recommendationsOf(scope, actor, { ...input, now: context.clock() }, language),
  })),
  serve(recommendation.changeRecommendation, ({ scope, input, language }) => updateRecommendation(scope, input, language)),
  serve(recommendation.removeRecommendation, ({ scope, input }) => removeRecommendation(scope, input.id)),
  serve(recommendation.declineRecommendation, ({ scope, context, input, language }) => setDeclined(scope, input, { now: context.clock(), language })),
  serve(recommendation.undoDecline, ({ scope, context, input, language }) =>
    setDeclined(scope, { ...input, words: undefined }, { now: context.clock(), language }),
  ),
  serve(recommendation.listPassedProducts, async ({ scope, input, language }) => ({ items: await passedProductsOf(scope, input, language) })),
  serve(recommendation.passProduct, ({ scope, actor, input }) => insertPassed(scope, actor, input)),
  serve(recommendation.changePassedProduct, ({ scope, input }) => updatePassed(scope, input)),
  serve(recommendation.removePassedProduct, ({ scope, input }) => removePassed(scope, input.id)),

  ...orderRoutes,
]
