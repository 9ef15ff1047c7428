import type { Medicine, MedicineIntake, Timing } from '@sukoyaka/wire/record/medication'
import { foldSubstance, noteReader } from '../allergy-note.ts'
import { classesInNames, withJapaneseDrugWords } from '../drug-words.ts'
import { foldWithoutSpaces } from '../fold.ts'

/** When a medicine is taken, in the Japanese words of a prescription. */
export const timingNames: Record<Timing, string> = {
  on_waking: '起床時',
  before_breakfast: '朝食前',
  after_breakfast: '朝食後',
  before_lunch: '昼食前',
  after_lunch: '昼食後',
  before_dinner: '夕食前',
  after_dinner: '夕食後',
  between_meals: '食間',
  before_sleep: '就寝前',
  as_needed: '頓用',
}

export type NamedMedicine = { medicine_id: number | null; names: readonly string[]; class_name: string }

/** Medicine of an intake with its class and all its names. */
export const namesOf = ({ medicine_id, medicine, name }: Pick<MedicineIntake, 'medicine_id' | 'medicine' | 'name'>): NamedMedicine => ({
  medicine_id,
  names: [medicine?.name_ja, medicine?.name_en, medicine?.display_name, name].flatMap((item) => item || []),
  class_name: medicine?.class_name ?? '',
})

const isLatin = (word: string) => /^[a-z]+$/.test(word)
const minWordLength = 3
/** Latin words must be longer: `arb` and `ace` are parts of carbocisteine and acetaminophen, but name classes. */
const minLength = (word: string) => (isLatin(word) ? 5 : minWordLength)

/** Drug class without its suffix: ペニシリン系抗菌薬 is also written ペニシリン, and ステロイド also ステロイド剤. */
const stem = (word: string) => {
  const name = word.replace(/系.*$/, '').replace(/\s*\(.*$/, '')
  const bare = name.replace(/薬$/, '')
  return bare.length < minWordLength ? name : bare
}

/** Words between spaces and punctuation, without very short ones and those with a digit, such as years. */
const wordsIn = (text: string) =>
  foldSubstance(text.replace(/[\s、,・/()（）:：。.]+/g, '、'))
    .split('、')
    .map(stem)
    .filter((word) => word.length >= minWordLength && !/\d/.test(word))

/** Katakana or Latin letters in a row: キノロン of キノロンで発疹, but not ステロイド of 非ステロイド or ヒスタミン of 抗ヒスタミン. */
const runsIn = (text: string) =>
  (text.normalize('NFKC').match(/(?<![非抗\p{Script=Katakana}ー])[\p{Script=Katakana}ー]{4,}|[a-z]{3,}/giu) ?? []).map(foldSubstance)

type ReadNote = { text: string; words: string[]; runs: string[] }
const readNote = (note: string): ReadNote => {
  const text = withJapaneseDrugWords(note)
  return { text: foldSubstance(text), words: wordsIn(text), runs: runsIn(text) }
}

const containsClass = ({ text, runs }: ReadNote, foldedClass: string) => {
  const classStem = stem(foldedClass)
  return classStem.length >= minWordLength && (isLatin(classStem) ? runs.includes(classStem) : text.includes(classStem))
}

/**
 * Whether a note names a class or a part of it: its beginning, or another part that names something. キノロン and β遮断薬 are parts of ニューキノロン系抗菌薬 and
 * αβ遮断薬. Kanji alone, such as 阻害薬, are in the names of many classes.
 */
const namesClass = (note: ReadNote, foldedClass: string) =>
  containsClass(note, foldedClass) ||
  [...note.words, ...note.runs].some((word) => {
    const at = foldedClass.indexOf(word)
    return at === 0 || (at > 0 && /[^\p{Script=Han}]/u.test(word) && !isLatin(word) && !/[非抗]/.test(foldedClass[at - 1]!))
  })

/**
 * Drug allergy notes that match a medicine by one of its names or its class. It compares texts only, so that readers can see the reason for a warning. It does
 * not consider cross-reactive substances: a medicine without a match may still be unsafe.
 */
export const allergiesAgainst = (medicine: NamedMedicine, notes: readonly string[]): string[] => {
  const names = [...medicine.names, ...classesInNames(medicine.names)]
    .map((name) => foldSubstance(withJapaneseDrugWords(name)))
    .filter((name) => name.length >= minWordLength)
  const foldedClass = foldSubstance(medicine.class_name)
  return notes.filter((text) => {
    const note = readNote(text)
    const words = note.words.filter((word) => word.length >= minLength(word))
    return names.some((name) => note.text.includes(name) || words.some((word) => name.includes(word))) || namesClass(note, foldedClass)
  })
}

/**
 * Families of classes in which an allergy to one member concerns the others, with words that name members.
 * Beta-lactams: the package inserts of cephems and carbapenems ask for caution after hypersensitivity to penicillins, and the reverse (電子添文 9.1
 * 「ペニシリン系、セフェム系又は他のβ-ラクタム系薬剤に対し過敏症の既往歴のある患者」). NSAIDs: the inserts of acidic NSAIDs and aspirin name aspirin asthma as a
 * contraindication, whichever NSAID caused it (電子添文 2. 禁忌; アレルギー総合ガイドライン 2022), and the insert of acetaminophen warns of it. αβ-blockers
 * are α-blockers too.
 */
const families = [
  { name: 'βラクタム系抗菌薬', words: ['βラクタム', 'β-ラクタム', 'ペニシリン', 'セフェム', 'カルバペネム', 'ペネム'] },
  {
    name: 'NSAIDs',
    words: [
      'nsaid',
      '非ステロイド性抗炎症薬',
      '非ステロイド',
      '解熱鎮痛',
      '痛み止め',
      'アスピリン',
      'ロキソ',
      'ボルタレン',
      'ジクロフェナク',
      'セレコ',
      'イブプロフェン',
      'アセトアミノフェン',
      // brands, whose names do not contain those of their substances
      ...['バファリン', 'ブルフェン', 'カロナール', 'ナイキサン', 'モービック', 'ハイペン', 'モーラス', 'ニフラン', 'クリノリル'],
      ...['ナプロキセン', 'メロキシカム', 'エトドラク', 'ケトプロフェン', 'プラノプロフェン', 'スリンダク'],
      ...['インドメタシン', 'インダシン', 'インテバン', 'メフェナム', 'ポンタール'],
    ],
  },
  { name: 'α遮断薬', words: ['α遮断', 'αβ遮断'] },
].map((family) => ({ ...family, folded: family.words.map(foldSubstance) }))

/** Substances that are noted as drug allergies and are not in the catalogue of medicines. */
const otherSubstances = ['造影剤', 'ワクチン', '局所麻酔', 'リドカイン', 'キシロカイン', 'ヨード']

/** Parts of the names of beta-lactams that no medicine of the catalogue has. */
const partsOfNames = ['シリン', 'セフ']

/** Names of classes that are shorter than those of the catalogue. */
const shortClassNames = ['キノロン', 'ステロイド']

const familiesOf = (texts: readonly string[]) => {
  const foldedTexts = [...texts.map(withJapaneseDrugWords), ...classesInNames(texts)].map(foldSubstance)
  return families.filter(({ folded }) => folded.some((word) => foldedTexts.some((text) => text.includes(word)))).map(({ name }) => name)
}

/** Whether a note names drugs of a family, such as アスピリン喘息. Such a note concerns medicines under whatever kind of allergy it is recorded. */
export const namesDrugFamily = (note: string): boolean => familiesOf([note]).length > 0

type CatalogueMedicine = Pick<Medicine, 'name_ja' | 'name_en' | 'class_name'>

/** The medicine of the catalogue with this name; a typed name is not always chosen from the list. */
export const medicineNamed = <M extends CatalogueMedicine>(name: string, catalogue: readonly M[]): M | undefined => {
  const wanted = foldWithoutSpaces(name)
  return catalogue.find(({ name_ja, name_en }) => [name_ja, name_en].some((item) => foldWithoutSpaces(item) === wanted))
}

const foldCatalogue = (catalogue: readonly CatalogueMedicine[]) =>
  catalogue.map(({ name_ja, name_en, class_name }) => ({
    class_name,
    foldedClass: foldSubstance(class_name),
    names: [name_ja, name_en].map((name) => stem(foldSubstance(name))).filter(Boolean),
  }))

/**
 * `matched`: notes that match by name or class. `related`: notes that name another medicine of the class, or match by family; once per class or family.
 * `unchecked`: of the other notes, those that are not wholly understood; all of them if the medicine’s class is unknown.
 */
export type AllergyCheck = { matched: string[]; related: { family: string; note: string }[]; unchecked: string[] }

/** Compares a medicine with the notes of drug allergies. See `noteReader` for what is understood. */
export const checkAllergies = (medicine: NamedMedicine, notes: readonly string[], catalogue: readonly CatalogueMedicine[]): AllergyCheck => {
  const { names, class_name } = medicine
  const matched = allergiesAgainst(medicine, notes)
  const rest = notes.filter((note) => !matched.includes(note))
  // stop here, because the rest folds the whole catalogue, and forms check with each key press
  if (!rest.length) return { matched, related: [], unchecked: [] }
  const own = familiesOf([...names, class_name])
  const foldedCatalogue = foldCatalogue(catalogue)
  const related = rest.flatMap((note) => {
    const read = readNote(note)
    // by name or by class
    const named = foldedCatalogue.filter((other) => other.names.some((name) => read.text.includes(name)) || containsClass(read, other.foldedClass))
    const classes = [...new Set(named.map((other) => other.class_name))]
    const isOfClass = class_name !== '' && classes.some((other) => other === class_name || namesClass(readNote(other), foldSubstance(class_name)))
    const others = familiesOf([note, ...classes, ...named.flatMap((other) => other.names)])
    const shared = own.filter((family) => others.includes(family))
    return [...new Set([...(isOfClass ? [class_name] : []), ...shared])].map((family) => ({ family, note }))
  })
  const substances = catalogue
    .flatMap(({ name_ja, name_en, class_name }) => [stem(name_ja), stem(name_en), class_name, stem(class_name)])
    .filter(({ length }) => length >= minWordLength)
  const isCompared = noteReader([...families.flatMap(({ words }) => words), ...partsOfNames, ...otherSubstances, ...shortClassNames, ...substances])
  const unchecked = rest.filter((note) => !related.some((item) => item.note === note) && (class_name === '' || !isCompared(withJapaneseDrugWords(note))))
  return { matched, related, unchecked }
}

/** The intakes of the same medicine, and those of another one in its class. */
export const duplicatesOf = <T extends NamedMedicine>(medicine: NamedMedicine, intakes: readonly T[]): { same: T[]; related: T[] } => {
  const names = new Set(medicine.names.map(foldWithoutSpaces))
  const isSame = (other: NamedMedicine) =>
    (medicine.medicine_id !== null && other.medicine_id === medicine.medicine_id) || other.names.some((name) => names.has(foldWithoutSpaces(name)))
  return {
    same: intakes.filter(isSame),
    related: intakes.filter((other) => !isSame(other) && medicine.class_name !== '' && other.class_name === medicine.class_name),
  }
}
