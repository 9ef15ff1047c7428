import {
  type Allergen,
  comparedAllergies,
  type Effect,
  type FindingLevel,
  type Ingredient,
  ingredients as knownIngredients,
  type ProductFinding,
} from '@sukoyaka/wire/people/product-check'
import type { AllergyKind } from '@sukoyaka/wire/record/illness'
import { allergensIn, isProductTextUnderstood, isUnderstood, namesOfProductText } from './allergen-words.ts'

type Rule = {
  ingredients: readonly Ingredient[]
  /** Codes of the medicine catalogue; `any` means every medicine, including freely typed ones. */
  medicines: readonly string[] | 'any'
  effect: Effect
  level: FindingLevel
  /** Hours to leave between product and medicine. */
  hours?: number
}

const minerals = ['calcium', 'iron', 'magnesium', 'zinc'] as const

/**
 * Known interactions of supplements with medicines of the catalogue. A first set from general knowledge without a source per rule: a pharmacist has to
 * review it before it is relied on. Strictest first: a medicine has one finding per product.
 */
const rules: readonly Rule[] = [
  { ingredients: ['vitamin_k', 'coq10'], medicines: ['warfarin'], effect: 'warfarin', level: 'doctor' },
  { ingredients: ['epa_dha'], medicines: ['warfarin'], effect: 'bleeding', level: 'doctor' },
  { ingredients: ['calcium', 'vitamin_d'], medicines: ['digoxin'], effect: 'calcium', level: 'doctor' },
  {
    ingredients: ['epa_dha'],
    medicines: ['aspirin', 'clopidogrel', 'cilostazol', 'apixaban', 'rivaroxaban', 'edoxaban'],
    effect: 'bleeding',
    level: 'caution',
  },
  { ingredients: ['calcium', 'vitamin_d'], medicines: ['trichlormethiazide'], effect: 'calcium', level: 'caution' },
  { ingredients: ['calcium'], medicines: ['magnesium_oxide'], effect: 'calcium', level: 'caution' },
  { ingredients: ['magnesium'], medicines: ['magnesium_oxide'], effect: 'duplicate', level: 'caution' },
  { ingredients: [...minerals, 'soy_protein', 'fiber'], medicines: ['levothyroxine'], effect: 'absorption', level: 'spacing', hours: 4 },
  { ingredients: minerals, medicines: ['levofloxacin'], effect: 'absorption', level: 'spacing', hours: 2 },
  { ingredients: ['iron'], medicines: ['magnesium_oxide'], effect: 'absorption', level: 'spacing', hours: 2 },
  { ingredients: ['fiber'], medicines: 'any', effect: 'absorption', level: 'spacing', hours: 2 },
]

/** Allergens that a product has by its ingredients, also if its list of allergens is empty. */
const allergensOfIngredient: Partial<Record<string, Allergen>> = { whey_protein: 'milk', soy_protein: 'soy', zinc: 'zinc', epa_dha: 'fish' }
/** Gelatin is made of pork or beef, and mostly without saying of which. */
const madeOf: Partial<Record<Allergen, readonly Allergen[]>> = { gelatin: ['pork', 'beef'], pork: ['gelatin'], beef: ['gelatin'] }

export type CheckedPatient = {
  /** `code` of the catalogue; null if typed freely. */
  medicines: readonly { id: number; code: string | null }[]
  /** `ingredients` of the product of the shop; null if they are not known. */
  supplements: readonly { id: number; ingredients: readonly string[] | null }[]
  allergies: readonly { id: number; kind: AllergyKind; is_occured: boolean; description: string }[]
}
export type CheckedProduct = { ingredients: readonly string[] | null; allergens: readonly string[] }

const isCoveredBy = (medicine: { code: string | null }, { medicines }: Rule) =>
  medicines === 'any' || (medicine.code !== null && medicines.includes(medicine.code))

type Finding = ProductFinding
type More = Partial<Pick<Finding, 'hours' | 'allergens'>>
const found = (kind: Finding['kind'], record_id: number, level: FindingLevel, effect: Effect, more: More = {}): Finding => ({
  ...{ kind, record_id, level, effect },
  hours: null,
  allergens: [],
  ...more,
})

const ofMedicine = (medicine: CheckedPatient['medicines'][number], contained: ReadonlySet<string>): Finding[] => {
  const rule = rules.find((each) => each.ingredients.some((name) => contained.has(name)) && isCoveredBy(medicine, each))
  if (rule) return [found('medicine', medicine.id, rule.level, rule.effect, { hours: rule.hours ?? null })]
  return medicine.code === null && contained.size ? [found('medicine', medicine.id, 'unchecked', 'unknown')] : []
}

const ofSupplement = ({ id, ingredients }: CheckedPatient['supplements'][number], contained: ReadonlySet<string>): Finding[] => {
  if (!contained.size) return []
  if (ingredients === null) return [found('supplement', id, 'unchecked', 'unknown')]
  return ingredients.some((name) => contained.has(name)) ? [found('supplement', id, 'caution', 'duplicate')] : []
}

type Allergy = CheckedPatient['allergies'][number] & { named: Allergen[]; isCompared: boolean }

const ofAllergy = (
  { id, kind, named, isCompared }: Allergy,
  product: CheckedProduct,
  allergensOfProduct: { names: ReadonlySet<string>; isUnderstood: boolean },
): Finding[] => {
  const contained = named.filter((name) => allergensOfProduct.names.has(name))
  if (contained.length) return [found('allergy', id, 'allergen', 'allergen', { allergens: contained })]
  const isMade = named.some((name) => (madeOf[name] ?? []).some((each) => allergensOfProduct.names.has(each)))
  const hasContents = product.ingredients === null || product.ingredients.length > 0 || product.allergens.length > 0
  return !(isCompared && allergensOfProduct.isUnderstood && !isMade) && comparedAllergies.includes(kind) && hasContents
    ? [found('allergy', id, 'unchecked', 'unknown')]
    : []
}

/** What was found; with ingredients that are not all known, at least that the record is unchecked. */
const uncheckedUnless = (isKnown: boolean, findings: Finding[], unchecked: Finding): Finding[] => (isKnown || findings.length ? findings : [unchecked])

/** Compares products with one patient’s medicines, supplements and allergies: at most one finding per record, the strictest. */
export const findingsFor = (patient: CheckedPatient): ((product: CheckedProduct) => Finding[]) => {
  const allergies = patient.allergies
    .filter(({ is_occured }) => is_occured)
    .map((allergy) => ({ ...allergy, named: allergensIn(allergy.description), isCompared: isUnderstood(allergy.description) }))
  return (product) => {
    const contained = new Set(product.ingredients ?? [])
    const named = product.allergens.flatMap(namesOfProductText)
    const implied = [...contained].flatMap((name) => allergensOfIngredient[name] ?? [])
    const allergensOfProduct = { names: new Set([...named, ...implied]), isUnderstood: product.allergens.every(isProductTextUnderstood) }
    const isKnown = product.ingredients?.every((name) => (knownIngredients as readonly string[]).includes(name)) ?? false
    return [
      ...allergies.flatMap((allergy) => ofAllergy(allergy, product, allergensOfProduct)),
      ...patient.medicines.flatMap((medicine) =>
        uncheckedUnless(isKnown, ofMedicine(medicine, contained), found('medicine', medicine.id, 'unchecked', 'unknown')),
      ),
      ...patient.supplements.flatMap((supplement) =>
        uncheckedUnless(isKnown, ofSupplement(supplement, contained), found('supplement', supplement.id, 'unchecked', 'unknown')),
      ),
    ]
  }
}

/** Whether only a doctor may recommend the product. */
export const needsDoctor = (findings: readonly Finding[]) => findings.some(({ level }) => level === 'allergen' || level === 'doctor')

/** Key of a finding, to detect that the findings changed after they were shown. */
export const findingKey = ({ kind, record_id, level }: Finding) => `${kind}:${record_id}:${level}`
