import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, Include, InputObject, Instant, Items, Nothing, Text } from '../endpoint.ts'
import { Person } from './account.ts'
import { Product } from './product.ts'

export type Recommendation = Static<typeof Recommendation>
export const Recommendation = Type.Object({
  id: Id,
  patient_id: Id,
  product_id: Id,
  product: Type.Optional(Product),
  reason: Type.String(),
  /** Staff member who recommends it. */
  recommender: Person,
  created_at: Instant,
  updated_at: Instant,
})

const reason = Text(500)

export const listRecommendations = endpoint({
  method: 'GET',
  path: '/api/shop/recommendations',
  permission: 'recommendations.read',
  summary: 'List the products recommended to a patient, newest first',
  description: 'Max 1,000. Recommendations of products that are no longer sold are left out.',
  query: InputObject({ patient_id: Id, include: Include('product') }),
  reply: Items(Recommendation),
  example: { query: { patient_id: 1, include: ['product'] } },
})

export const addRecommendation = endpoint({
  method: 'POST',
  path: '/api/shop/recommendations',
  permission: 'recommendations.write',
  summary: 'Recommend a product to a patient',
  description: 'Recommending a product again replaces the caller’s reason.',
  body: InputObject({ patient_id: Id, product_id: Id, reason }),
  reply: Recommendation,
  status: 201,
  errors: ['product_not_sold'],
  example: { body: { patient_id: 1, product_id: 1, reason: '血中のビタミンDが少ないため' } },
  changes: ['recommendations'],
})

export const changeRecommendation = endpoint({
  method: 'PUT',
  path: '/api/shop/recommendations/:id',
  permission: 'recommendations.write',
  summary: 'Change the reason of a recommendation',
  params: ById,
  body: InputObject({ reason, updated_at: Type.Optional(Instant) }),
  reply: Recommendation,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { reason: '食事だけでは足りないため' } },
  changes: ['recommendations'],
})

export const removeRecommendation = endpoint({
  method: 'DELETE',
  path: '/api/shop/recommendations/:id',
  permission: 'recommendations.write',
  summary: 'Withdraw a recommendation',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['recommendations'],
})
