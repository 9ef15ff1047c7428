import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, Include, InputObject, Instant, Items, Nothing, Nullable, Text } from '../endpoint.ts'
import { NumericTestResultCategory } from '../record/checkup.ts'
import { OptionalComparator } from '../record/value.ts'
import { Person } from './account.ts'
import { Product } from './product.ts'
import { NamedFinding } from './product-check.ts'

export type RecommendedValue = Static<typeof RecommendedValue>
/** A result that explains a recommendation. */
export const RecommendedValue = Type.Object({
  test_result_id: Id,
  category: NumericTestResultCategory,
  value: Type.Number(),
  comparator: OptionalComparator,
  recorded_at: Instant,
})

export type Recommendation = Static<typeof Recommendation>
export const Recommendation = Type.Object({
  id: Id,
  patient_id: Id,
  product_id: Id,
  product: Type.Optional(Product),
  reason: Type.String(),
  /** Results given with the reason, as they are now and as long as they are released. */
  values: Type.Array(RecommendedValue),
  /** Staff member who recommends it. */
  recommender: Person,
  /** Interactions of the product with what the patient takes today, and allergies. Patients do not get those of the level `unchecked`. */
  findings: Type.Optional(Type.Array(NamedFinding)),
  /** When the patient declined it (null if not), and the patient’s words. */
  declined_at: Nullable(Instant),
  declined_words: Type.String(),
  /** Declines before the product was recommended again, oldest first. */
  earlier_declines: Type.Array(Type.Object({ declined_at: Instant, declined_words: Type.String() })),
  created_at: Instant,
  updated_at: Instant,
})

const reason = Text(500)
/** Numeric results of the patient, from released checkups or from outside of checkups. */
const test_result_ids = Type.Optional(Type.Array(Id, { maxItems: 3, uniqueItems: true }))

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
    'Recommending a product again replaces the caller’s reason and asks the patient anew; what the patient wrote when declining it moves to `earlier_declines`. `seen_declined_at` is the time of the last decline of the product that the caller has seen (null for none), whoever recommended it: 409 `conflict` if the patient declined it since. `in_chat` also shows it as a card in the conversation; `notify_doctor` notifies the patient’s main doctor. The patient sees the results of `test_result_ids` with the reason: 422 if one is not the patient’s or not released. The patient’s medicines and allergies are compared again: 422 `product_needs_doctor` if only a doctor may recommend it, 409 `findings_changed` if there are findings that are not in `seen_findings` (`kind:record_id:level`).',
  body: InputObject({
    patient_id: Id,
    product_id: Id,
    reason,
    test_result_ids,
    in_chat: Type.Optional(Type.Boolean()),
    notify_doctor: Type.Optional(Type.Boolean()),
    seen_findings: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 2000 })),
    seen_declined_at: Type.Optional(Nullable(Instant)),
  }),
  reply: Recommendation,
  status: 201,
  errors: ['product_not_sold', 'product_needs_doctor', 'findings_changed', 'conflict'],
  example: { body: { patient_id: 1, product_id: 1, reason: '血中のビタミンDが少ないため' } },
  changes: ['recommendations', 'messages', 'message_rooms'],
  staffChanges: ['today'],
})

export const changeRecommendation = endpoint({
  method: 'PUT',
  path: '/api/shop/recommendations/:id',
  permission: 'recommendations.write',
  summary: 'Change the reason of a recommendation',
  description: 'Without `test_result_ids` the results of the recommendation do not change.',
  params: ById,
  body: InputObject({ reason, test_result_ids, updated_at: Type.Optional(Instant) }),
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

export const declineRecommendation = endpoint({
  method: 'PUT',
  path: '/api/shop/recommendations/:id/declined',
  permission: 'shop.buy',
  summary: 'Decline a recommendation this time',
  description:
    'For the patient; staff see the decline and the words. The product can still be bought. Declining again replaces the words. With `updated_at`, 409 if staff changed the recommendation since.',
  params: ById,
  body: InputObject({ words: Text(500, 0), updated_at: Type.Optional(Instant) }),
  reply: Recommendation,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { words: '今あるものを使い切ってから考えます。' } },
  changes: ['recommendations'],
})

export const undoDecline = endpoint({
  method: 'DELETE',
  path: '/api/shop/recommendations/:id/declined',
  permission: 'shop.buy',
  summary: 'Undo the decline of a recommendation',
  params: ById,
  reply: Recommendation,
  example: { params: { id: 1 } },
  changes: ['recommendations'],
})

export type PassedProduct = Static<typeof PassedProduct>
/** A product that was considered for a patient and not recommended. */
export const PassedProduct = Type.Object({
  id: Id,
  patient_id: Id,
  product_id: Id,
  product: Type.Optional(Product),
  reason: Type.String(),
  passed_by: Person,
  created_at: Instant,
  updated_at: Instant,
})

export const listPassedProducts = endpoint({
  method: 'GET',
  path: '/api/shop/passed_products',
  permission: 'recommendations.write',
  summary: 'List the products that staff considered for a patient and did not recommend, newest first',
  description: 'Max 1,000. Patients cannot read them. `include[]=product` leaves out products that are no longer sold.',
  query: InputObject({ patient_id: Id, include: Include('product') }),
  reply: Items(PassedProduct),
  example: { query: { patient_id: 1 } },
})

export const passProduct = endpoint({
  method: 'POST',
  path: '/api/shop/passed_products',
  permission: 'recommendations.write',
  summary: 'Record that a product was considered and not recommended',
  description: 'Passing a product again replaces the caller’s reason and its time.',
  body: InputObject({ patient_id: Id, product_id: Id, reason }),
  reply: PassedProduct,
  status: 201,
  errors: ['product_not_sold'],
  example: { body: { patient_id: 1, product_id: 1, reason: '服用中の薬との間隔を取りにくいため' } },
  staffChanges: ['passed_products'],
})

export const changePassedProduct = endpoint({
  method: 'PUT',
  path: '/api/shop/passed_products/:id',
  permission: 'recommendations.write',
  summary: 'Correct why a product was not recommended',
  params: ById,
  body: InputObject({ reason, updated_at: Type.Optional(Instant) }),
  reply: PassedProduct,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { reason: '同じ成分をすでに使っているため' } },
  staffChanges: ['passed_products'],
})

export const removePassedProduct = endpoint({
  method: 'DELETE',
  path: '/api/shop/passed_products/:id',
  permission: 'recommendations.write',
  summary: 'Delete the record that a product was not recommended',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  staffChanges: ['passed_products'],
})
