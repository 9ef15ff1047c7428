import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, Include, InputObject, Instant, Items, Nothing, Text } from '../endpoint.ts'
import { Person } from './account.ts'
import { Product } from './product.ts'
import { NamedFinding } from './product-check.ts'

export type Recommendation = Static<typeof Recommendation>
export const Recommendation = Type.Object({
  id: Id,
  patient_id: Id,
  product_id: Id,
  product: Type.Optional(Product),
  reason: Type.String(),
  /** Staff member who recommends it. */
  recommender: Person,
  /** What of the patient the product touches today. Patients get what they can act on: medicines to take apart or with care. */
  findings: Type.Optional(Type.Array(NamedFinding)),
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
  query: InputObject({ patient_id: Id, include: Include('product', 'findings') }),
  reply: Items(Recommendation),
  example: { query: { patient_id: 1, include: ['product'] } },
})

export const addRecommendation = endpoint({
  method: 'POST',
  path: '/api/shop/recommendations',
  permission: 'recommendations.write',
  summary: 'Recommend a product to a patient',
  description:
    'Recommending a product again replaces the caller’s reason. `in_chat` also shows it as a card in the conversation. The patient’s medicines and allergies are compared again: 422 `product_needs_doctor` if only a doctor may recommend it, 409 `findings_changed` if there are findings that are not in `seen_findings` (`kind:record_id:level`).',
  body: InputObject({
    patient_id: Id,
    product_id: Id,
    reason,
    in_chat: Type.Optional(Type.Boolean()),
    seen_findings: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 2000 })),
  }),
  reply: Recommendation,
  status: 201,
  errors: ['product_not_sold', 'product_needs_doctor', 'findings_changed'],
  example: { body: { patient_id: 1, product_id: 1, reason: '血中のビタミンDが少ないため' } },
  changes: ['recommendations', 'messages', 'message_rooms'],
  staffChanges: ['today'],
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
