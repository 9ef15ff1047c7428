import {
  type Allergen,
  allergens,
  comparedAllergies,
  type Effect,
  type FindingLevel,
  type Ingredient,
  ingredients as knownIngredients,
  type ProductFinding,
} from '@sukoyaka/wire/people/product-check'
import type { AllergyKind } from '@sukoyaka/wire/record/illness'
import { noteReader } from '../allergy-note.ts'
import { fold } from '../fold.ts'

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

/** Words by which a described allergy names an allergen, in Japanese, English and Korean. */
const allergenWords: Record<Allergen, readonly string[]> = {
  milk: [
    ...['乳', 'ミルク', 'ココナッツミルクチョコ', 'ヤギ乳', 'やぎ乳', 'やぎミルク', 'チーズ', 'ヨーグルト', 'ホエイ'],
    ...['milk', 'goat milk', 'sheep milk', 'coconut milk chocolate', 'dairy', 'whey', '우유', '유제품'],
  ],
  egg: ['卵', 'たまご', 'egg', '계란', '달걀'],
  wheat: ['小麦', 'グルテン', 'wheat', 'gluten', '밀가루', '글루텐'],
  buckwheat: ['そば', '蕎麦', 'buckwheat', '메밀'],
  peanut: ['落花生', 'ピーナッツ', 'peanut', '땅콩'],
  soy: ['大豆', '豆乳', 'soy', 'soy milk', 'soymilk', '대두', '콩'],
  fish: ['魚', 'いくら', 'さば', '鯖', 'さけ', '鮭', 'いわし', 'かつお', '鰹', 'fish', 'salmon', 'mackerel', '생선', '고등어', '연어'],
  crustacean: ['えび', '海老', 'かに', '蟹', '甲殻', 'shrimp', 'crab', 'crustacean', 'shellfish', '새우', '갑각'],
  gelatin: ['ゼラチン', 'gelatin', '젤라틴'],
  zinc: ['亜鉛', 'zinc', '아연'],
  walnut: ['くるみ', '胡桃', 'ウォールナッツ', 'ウォルナッツ', 'walnut', '호두'],
  almond: ['アーモンド', 'アーモンドミルク', 'almond', 'almond milk', '아몬드'],
  cashew: ['カシュー', 'cashew', '캐슈'],
  macadamia: ['マカダミア', 'macadamia', '마카다미아'],
  sesame: ['ごま', '胡麻', 'sesame', '참깨'],
  squid: ['いか', '烏賊', 'squid', '오징어'],
  abalone: ['あわび', '鮑', 'abalone', '전복'],
  beef: ['牛肉', '和牛', 'ビーフ', 'beef', '소고기', '쇠고기'],
  pork: ['豚', 'ポーク', 'pork', '돼지'],
  chicken: ['鶏肉', '鳥肉', 'とり肉', 'チキン', 'chicken', '닭고기'],
  banana: ['バナナ', 'banana', '바나나'],
  kiwi: ['キウイ', 'キウィ', 'kiwi', '키위'],
  apple: ['りんご', '林檎', 'アップル', 'apple', '사과'],
  peach: ['もも', '桃', 'ピーチ', 'peach', '복숭아'],
  orange: ['オレンジ', 'orange', '오렌지'],
  yam: ['やまいも', '山芋', '山いも', '長芋', '長いも', 'ながいも', 'とろろ', '참마'],
}
/** Allergens that a product has by its ingredients, also if its list of allergens is empty. */
const allergensOfIngredient: Partial<Record<string, Allergen>> = { whey_protein: 'milk', soy_protein: 'soy', zinc: 'zinc', epa_dha: 'fish' }

/**
 * Other foods whose names contain the word of an allergen. Only those that cannot be a part of the name of a food with the allergen: えびす is in えびすり身. What
 * is made of the allergen is not among them, such as 卵殻膜 and 牛乳石鹸.
 */
const otherFoods = [
  ...[
    'ココナッツミルク',
    'ココナツミルク',
    'オーツミルク',
    'ライスミルク',
    'coconut milk',
    'oat milk',
    'rice milk',
    '코코넛우유',
    '코코넛 우유',
    '귀리우유',
    '귀리 우유',
  ],
  ...['ミルクシスル', 'milk thistle', 'eggplant', 'veggie', 'えびすかぼちゃ', 'えびす南瓜', 'すいか', 'パイナップル', 'パインアップル', 'pineapple'],
]
/** Words that name no food but contain the word of an allergen; those that begin with another one come before it. */
const otherWords = [
  ...['乳幼児期', '乳幼児', '乳児期', '乳児', '授乳中', '授乳', '離乳', '乳歯', '乳液', '乳房', '乳腺', '乳頭', '乳がん', '乳癌', '卵巣', '卵管', '排卵'],
  ...[
    '小麦色',
    'そばかす',
    '魚の目',
    'ごまか',
    'いかなる',
    'いかが',
    'こどもも',
    '子どもも',
    '明らかに',
    '確かに',
    '僅かに',
    'わずかに',
    '静かに',
    '速やかに',
    'すみやかに',
    '홍콩',
  ],
]

export type CheckedPatient = {
  /** `code` of the catalogue; null if typed freely. */
  medicines: readonly { id: number; code: string | null }[]
  /** `ingredients` of the product of the shop; null if they are not known. */
  supplements: readonly { id: number; ingredients: readonly string[] | null }[]
  allergies: readonly { id: number; kind: AllergyKind; is_occured: boolean; description: string }[]
}
export type CheckedProduct = { ingredients: readonly string[] | null; allergens: readonly string[] }

/** Folded only once, because folding for each product took most of the time of a list of products. */
const meanings = new Map<string, Allergen | 'other_food' | 'other_word'>([
  ...allergens.flatMap((name) => allergenWords[name].map((word) => [fold(word), name] as const)),
  ...otherFoods.map((word) => [fold(word), 'other_food'] as const),
  ...otherWords.map((word) => [fold(word), 'other_word'] as const),
])
/** Two words between other words may be two foods of a list with spaces: soy milk is soy and milk in “egg soy milk wheat”. */
const standingAlone = (first: string, second: string) =>
  `(?:(?<!\\p{L} +)|(?<=\\b(?:and|or|with|to|of|from) +))${first} ${second}(?:(?! +\\p{L})|(?= +(?:and|or|with|allergy)\\b))`
/** Where a folded word is read. A false warning is better than a missed allergen, so milk is also found in buttermilk, but oat milk not in goat milk. */
const patternOf = (word: string): string => {
  const meaning = meanings.get(word)!
  const [, first, second] = /^(.+) (milk|우유)$/.exec(word) ?? []
  if (first && second && meaning !== 'milk') return `(?<![a-z-])(?:${first}-${second}|${standingAlone(first, second)})(?![a-z-])`
  return meaning === 'other_food' && /^[a-z]/.test(word) ? `(?<![a-z])${word}` : word
}
/** Finds the longest word at each place: 豆乳 is soy and no milk. */
const anyWord = new RegExp(
  [...meanings.keys()]
    .sort((a, b) => b.length - a.length)
    .map(patternOf)
    .join('|'),
  'gu',
)
const meaningsIn = (text: string) => new Set((fold(text).match(anyWord) ?? []).map((word) => meanings.get(word.replace('-', ' '))!))
const allergensIn = (text: string): Allergen[] => {
  const found = meaningsIn(text)
  return allergens.filter((name) => found.has(name))
}

const readsAllergens = noteReader(Object.values(allergenWords).flat())
const isUnderstood = (note: string): boolean =>
  !meaningsIn(note).has('other_food') && readsAllergens(otherWords.reduce((rest, word) => rest.replaceAll(word, ' '), note))

/** The allergens of a product are codes, or words that an administrator typed. */
const allergensOfProductText = (text: string): readonly string[] => ((allergens as readonly string[]).includes(text) ? [text] : allergensIn(text))

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
  const hasContents = product.ingredients === null || product.ingredients.length > 0 || product.allergens.length > 0
  return !(isCompared && allergensOfProduct.isUnderstood) && comparedAllergies.includes(kind) && hasContents
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
    const named = product.allergens.map(allergensOfProductText)
    const implied = [...contained].flatMap((name) => allergensOfIngredient[name] ?? [])
    const allergensOfProduct = { names: new Set([...named.flat(), ...implied]), isUnderstood: named.every(({ length }) => length) }
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
