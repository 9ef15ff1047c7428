import Type, { type Static } from 'typebox'
import { endpoint, Nullable } from '../endpoint.ts'

export type Seller = Static<typeof Seller>
/** From the settings of the server. Null: not set, so that the seller states it on request. */
export const Seller = Type.Object({
  name: Type.String(),
  representative: Nullable(Type.String()),
  address: Nullable(Type.String()),
  phone_number: Nullable(Type.String()),
  email: Nullable(Type.String()),
  registration_number: Nullable(Type.String()),
})

export const getSeller = endpoint({
  method: 'GET',
  path: '/api/shop/seller',
  permission: 'public',
  summary: 'Get who sells in the shop, as the Act on Specified Commercial Transactions asks (特定商取引法に基づく表記)',
  reply: Seller,
})
