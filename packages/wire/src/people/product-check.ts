import Type, { type Static } from 'typebox'
import { endpoint, Id, InputObject, Items, Nullable, OneOf } from '../endpoint.ts'
import type { AllergyKind } from '../record/illness.ts'

export const ingredients = [
  'vitamin_a',
  'vitamin_b',
  'vitamin_b12',
  'folate',
  'vitamin_c',
  'vitamin_d',
  'vitamin_e',
  'vitamin_k',
  'calcium',
  'iron',
  'magnesium',
  'zinc',
  'epa_dha',
  'lactobacillus',
  'fiber',
  'whey_protein',
  'soy_protein',
  'amino_acids',
  'coq10',
  'lutein',
] as const
export type Ingredient = (typeof ingredients)[number]
/** Foods that a label in Japan must or should name (特定原材料とそれに準ずるもの; いくら is read as fish and まつたけ left out), and zinc. */
export const allergens = [
  ...(['milk', 'egg', 'wheat', 'buckwheat', 'peanut', 'soy', 'fish', 'crustacean', 'gelatin', 'zinc'] as const),
  ...([
    'walnut',
    'almond',
    'cashew',
    'macadamia',
    'sesame',
    'squid',
    'abalone',
    'beef',
    'pork',
    'chicken',
    'banana',
    'kiwi',
    'apple',
    'peach',
    'orange',
    'yam',
  ] as const),
] as const
export type Allergen = (typeof allergens)[number]
/** Kinds of allergies that can concern food. An allergy of another kind is a finding only if its note names an allergen of the product. */
export const comparedAllergies: readonly AllergyKind[] = ['food', 'other']

/** Strictest first. `unchecked`: the record or the product does not say enough to compare them. */
export const findingLevels = ['allergen', 'doctor', 'caution', 'spacing', 'unchecked'] as const
export type FindingLevel = (typeof findingLevels)[number]
export const effects = ['allergen', 'warfarin', 'bleeding', 'calcium', 'duplicate', 'absorption', 'unknown'] as const
export type Effect = (typeof effects)[number]
export const recordKinds = ['medicine', 'supplement', 'allergy'] as const

export type ProductFinding = Static<typeof ProductFinding>
/**
 * What the comparison of a product with one medicine, supplement or allergy of the patient found, or that they could not be compared (`unchecked`). `hours`:
 * hours to leave between taking the product and the medicine. `allergens`: those of the product that the note of the allergy names.
 */
export const ProductFinding = Type.Object({
  kind: OneOf(recordKinds),
  record_id: Id,
  level: OneOf(findingLevels),
  effect: OneOf(effects),
  hours: Nullable(Type.Integer()),
  allergens: Type.Array(OneOf(allergens)),
})

export type NamedFinding = Static<typeof NamedFinding>
export const NamedFinding = Type.Object({ ...ProductFinding.properties, name: Type.String() })

/** A medicine or supplement that the patient takes today, or an allergy. */
const CheckedRecord = Type.Object({ kind: OneOf(recordKinds), record_id: Id, name: Type.String(), detail: Type.String() })
export type CheckedRecord = Static<typeof CheckedRecord>

export type ProductChecks = Static<typeof ProductChecks>
const ProductChecks = Type.Object({
  records: Type.Array(CheckedRecord),
  ...Items(
    Type.Object({
      product_id: Id,
      /** False: the ingredients of the product are not known; only allergies can be compared. */
      is_known: Type.Boolean(),
      /** Only a doctor may recommend it to this patient. */
      needs_doctor: Type.Boolean(),
      findings: Type.Array(ProductFinding),
    }),
  ).properties,
})

export const checkProducts = endpoint({
  method: 'GET',
  path: '/api/shop/product_checks',
  permission: 'recommendations.write',
  summary: 'Compare the products on sale with a patient’s medicines, supplements and allergies',
  description:
    'Compares what is known of a product’s contents with what the patient takes today. A finding is `unchecked` if the record could not be compared with the product, for example a medicine that was typed freely. The absence of findings does not mean that a combination is safe.',
  query: InputObject({ patient_id: Id }),
  reply: ProductChecks,
  example: { query: { patient_id: 1 } },
})
