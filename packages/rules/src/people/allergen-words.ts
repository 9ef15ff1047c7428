import { type Allergen, allergens } from '@sukoyaka/wire/people/product-check'
import { noteReader } from '../allergy-note.ts'
import { fold } from '../fold.ts'

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
  fish: ['魚', 'いくら', 'さば', '鯖', 'さけ', '鮭', 'いわし', 'いかなご', 'かつお', '鰹', 'fish', 'salmon', 'mackerel', '생선', '고등어', '연어'],
  crustacean: ['えび', '海老', 'かに', '蟹', '甲殻', 'shrimp', 'crab', 'crustacean', '새우', '갑각'],
  gelatin: ['ゼラチン', 'gelatin', '젤라틴'],
  zinc: ['亜鉛', 'zinc', '아연'],
  walnut: ['くるみ', '胡桃', 'ウォールナッツ', 'ウォルナッツ', 'walnut', '호두'],
  almond: ['アーモンド', 'almond', '아몬드'],
  cashew: ['カシュー', 'カシューナッツ', 'cashew', '캐슈', '캐슈넛'],
  macadamia: ['マカダミア', 'マカダミアナッツ', 'macadamia', '마카다미아'],
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

/** Words that name several allergens. すもも is a kin of the peach, but another fruit. */
const sharedWords: Record<string, readonly (Allergen | 'other_food')[]> = {
  ...Object.fromEntries(['魚介', '魚貝', '魚かい', '어패'].map((word) => [word, ['fish', 'crustacean', 'squid', 'abalone'] as const])),
  ...Object.fromEntries(['shellfish', 'shell fish'].map((word) => [word, ['crustacean', 'squid', 'abalone'] as const])),
  すもも: ['peach', 'other_food'],
}

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
  ...['ビーフン', '桜桃', '山桃', 'やまもも', '山もも', 'こけもも', 'タイカレー', 'ドライカレー', 'えごま', '荏胡麻', '돼지감자'],
]
/** Words that name no allergen, or may name none. A note with one of them is not understood, as 扁桃 is the tonsil or the almond. */
const unclearWords = ['豚草', '돼지풀', '扁桃', 'いくら食べても', 'いくらか']
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

/** Folded only once, because folding for each product took most of the time of a list of products. */
const meanings = new Map<string, readonly (Allergen | 'other_food' | 'other_word')[]>([
  ...allergens.flatMap((name) => allergenWords[name].map((word) => [fold(word), [name]] as const)),
  ...Object.entries(sharedWords).map(([word, names]) => [fold(word), names] as const),
  ...[...otherFoods, ...unclearWords].map((word) => [fold(word), ['other_food']] as const),
  ...otherWords.map((word) => [fold(word), ['other_word']] as const),
])
/** Where short kana are a part of other words: 強いかゆみ, 太もも, いくらか食べられる, but not of イカ, モモ and イクラカニ丼; and where えごま is カレーごま, 山桃 岡山桃. */
const inContext: Record<string, string> = {
  いか: '(?<![強痛痒重軽酷苦悪良高低多無弱遅早よ]|ひど|かゆ|いた)いか(?!ゆ[いくさみ]|ぶれ(?!ん))',
  もも: '(?<![太内腿]|ふと|うち|[こそど]れ|ずれ)もも(?!肉)',
  いくらか: 'いくらか(?=は?(?:食|飲|良|よ|軽|まし|改))',
  山桃: '(?<!\\p{Script=Han})山桃',
  えごま: '(?<![えけせてねへめれげぜでべぺ])えごま',
}
/** Two words between other words may be two foods of a list with spaces: soy milk is soy and milk in “egg soy milk wheat”. */
const standingAlone = (first: string, second: string) =>
  `(?:(?<!\\p{L} +)|(?<=\\b(?:and|or|with|to|of|from) +))${first} ${second}(?:(?! +\\p{L})|(?= +(?:and|or|with|allergy)\\b))`
/** Where a folded word is read. A false warning is better than a missed allergen, so milk is also found in buttermilk, but oat milk not in goat milk. */
const patternOf = (word: string): string => {
  const [meaning] = meanings.get(word)!
  const [, first, second] = /^(.+) (milk|우유)$/.exec(word) ?? []
  if (first && second && meaning !== 'milk') return `(?<![a-z-])(?:${first}-${second}|${standingAlone(first, second)})(?![a-z-])`
  return inContext[word] ?? (meaning === 'other_food' && /^[a-z]/.test(word) ? `(?<![a-z])${word}` : word)
}
/** Finds the longest word at each place: 豆乳 is soy and no milk. */
const anyWord = new RegExp(
  [...meanings.keys()]
    .sort((a, b) => b.length - a.length)
    .map(patternOf)
    .join('|'),
  'gu',
)
const meaningsIn = (text: string) => new Set((fold(text).match(anyWord) ?? []).flatMap((word) => meanings.get(word.replace('-', ' '))!))
export const allergensIn = (text: string): Allergen[] => {
  const found = meaningsIn(text)
  return allergens.filter((name) => found.has(name))
}

const isCode = (text: string) => (allergens as readonly string[]).includes(text)
/** Foods whose name in the name of a dish, as in アーモンドチョコレート, says too little of the dish. */
const partsOfDishes = allergens.slice(allergens.indexOf('walnut')).flatMap((name) => allergenWords[name])
const readsAllergens = noteReader([...Object.values(allergenWords).flat(), ...Object.keys(sharedWords)], partsOfDishes)
const foodWords = [...meanings].filter(([, names]) => !names.includes('other_word')).map(([word]) => word)
/** Such as くるみなど: the others are not named. */
const openList = new RegExp(`(?:${foodWords.join('|')})[類粉肉]?(?:など|等|ほか|他)|みっくす`, 'u')
/** Whether the note names allergens and nothing that may be another one. */
export const isUnderstood = (note: string): boolean => {
  const found = meaningsIn(note)
  return (
    allergens.some((name) => found.has(name)) &&
    !found.has('other_food') &&
    !openList.test(fold(note)) &&
    readsAllergens(otherWords.reduce((rest, word) => rest.replaceAll(word, ' '), note))
  )
}

/** What labels say of an allergen. */
const labelWords =
  /一部に|contains|함유|(?<=\p{L})(?:を?含(?:みます|む|有)|由来|成分|抽出物|加工品|エキス|パウダー|粉末|油|オイル|レシチン|タンパク質?|たんぱく質?|プロテイン)/giu
/** The allergens of a product are codes, or words that an administrator typed. */
export const namesOfProductText = (text: string): readonly string[] => (isCode(text) ? [text] : allergensIn(text))
export const isProductTextUnderstood = (text: string): boolean => isCode(text) || isUnderstood(text.normalize('NFKC').replace(labelWords, ' '))
