import type { Medicine, MedicineIntake, Timing } from '@sukoyaka/wire/record/medication'
import { minWordLength, noteReader } from '../allergy-note.ts'
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

/** Drug class without its suffix: ペニシリン系抗菌薬 is also written ペニシリン. */
const stem = (word: string) => word.replace(/系.*$/, '').replace(/\(.*$/, '')

/** Words of a note, without very short ones and those with a digit, such as years. */
const wordsIn = (text: string) =>
  foldWithoutSpaces(text.replace(/[\s、,・/()（）:：。.]+/g, '、'))
    .split('、')
    .map(stem)
    .filter((word) => word.length >= minWordLength && !/\d/.test(word))

/**
 * Drug allergy notes that match a medicine by one of its names or its class. It compares texts only, so that readers can see the reason for a warning. It does
 * not consider cross-reactive substances: a medicine without a match may still be unsafe.
 */
export const allergiesAgainst = (medicine: NamedMedicine, notes: readonly string[]): string[] => {
  const names = medicine.names.map(foldWithoutSpaces).filter((name) => name.length >= minWordLength)
  const classStem = stem(foldWithoutSpaces(medicine.class_name))
  return notes.filter((note) => {
    const noteText = foldWithoutSpaces(note)
    const isNamed = names.some((name) => noteText.includes(name) || wordsIn(note).some((word) => name.includes(word)))
    return (
      isNamed ||
      (classStem.length >= minWordLength &&
        (noteText.includes(classStem) || wordsIn(note).some((word) => foldWithoutSpaces(medicine.class_name).startsWith(word))))
    )
  })
}

/**
 * Families of classes in which an allergy to one member concerns the others, with words that name members.
 * Beta-lactams: the package inserts of cephems and carbapenems ask for caution after hypersensitivity to penicillins, and the reverse (電子添文 9.1
 * 「ペニシリン系、セフェム系又は他のβ-ラクタム系薬剤に対し過敏症の既往歴のある患者」). NSAIDs: the inserts of acidic NSAIDs and aspirin name aspirin asthma as a
 * contraindication, whichever NSAID caused it (電子添文 2. 禁忌; アレルギー総合ガイドライン 2022), and the insert of acetaminophen warns of it.
 */
const families = [
  { name: 'βラクタム系抗菌薬', words: ['βラクタム', 'β-ラクタム', 'ペニシリン', 'セフェム', 'カルバペネム', 'シリン', 'セフ', 'ペネム'] },
  {
    name: 'NSAIDs',
    words: ['nsaid', '解熱鎮痛', '痛み止め', 'アスピリン', 'ロキソ', 'ボルタレン', 'ジクロフェナク', 'セレコキシブ', 'イブプロフェン', 'アセトアミノフェン'],
  },
].map(({ name, words }) => ({ name, words: words.map(foldWithoutSpaces) }))

/** Substances that are noted as drug allergies and are not in the catalogue of medicines. */
const otherSubstances = ['造影剤', 'ワクチン', '局所麻酔', 'リドカイン', 'キシロカイン', 'ヨード'].map(foldWithoutSpaces)

const familiesOf = (texts: readonly string[]) => {
  const folded = texts.map(foldWithoutSpaces)
  return families.filter(({ words }) => words.some((word) => folded.some((text) => text.includes(word)))).map(({ name }) => name)
}

type CatalogueMedicine = Pick<Medicine, 'name_ja' | 'name_en' | 'class_name'>

/** The medicine of the catalogue with this name; a typed name is not always chosen from the list. */
export const medicineNamed = <M extends CatalogueMedicine>(name: string, catalogue: readonly M[]): M | undefined => {
  const wanted = foldWithoutSpaces(name)
  return catalogue.find(({ name_ja, name_en }) => [name_ja, name_en].some((item) => foldWithoutSpaces(item) === wanted))
}

/**
 * `matched`: notes that match by name or class. `related`: notes that match by family, once per family. `unchecked`: of the other notes, those that are not
 * wholly understood; all of them if the medicine’s class is unknown.
 */
export type AllergyCheck = { matched: string[]; related: { family: string; note: string }[]; unchecked: string[] }

/** Compares a medicine with the notes of drug allergies. See `noteReader` for what is understood. */
export const checkAllergies = (medicine: NamedMedicine, notes: readonly string[], catalogue: readonly CatalogueMedicine[]): AllergyCheck => {
  const matched = allergiesAgainst(medicine, notes)
  const rest = notes.filter((note) => !matched.includes(note))
  // stop here, because the rest folds the whole catalogue, and forms check with each key press
  if (!rest.length) return { matched, related: [], unchecked: [] }
  const own = familiesOf([...medicine.names, medicine.class_name])
  const related = rest.flatMap((note) => {
    const named = familiesOf([note])
    return own.filter((family) => named.includes(family)).map((family) => ({ family, note }))
  })
  const substances = catalogue.flatMap(({ name_ja, name_en, class_name }) => [name_ja, name_en, stem(class_name)])
  const isCompared = noteReader([...families.flatMap(({ words }) => words), ...otherSubstances, ...substances.filter(({ length }) => length >= minWordLength)])
  const unchecked = rest.filter((note) => !related.some((item) => item.note === note) && (medicine.class_name === '' || !isCompared(note)))
  return { matched, related, unchecked }
}

/** Current intakes of the same medicine, or of another one in its class. */
export const duplicatesOf = <T extends NamedMedicine>(medicine: NamedMedicine, intakes: readonly T[]): { same: T[]; related: T[] } => {
  const names = new Set(medicine.names.map(foldWithoutSpaces))
  const isSame = (other: NamedMedicine) =>
    (medicine.medicine_id !== null && other.medicine_id === medicine.medicine_id) || other.names.some((name) => names.has(foldWithoutSpaces(name)))
  return {
    same: intakes.filter(isSame),
    related: intakes.filter((other) => !isSame(other) && medicine.class_name !== '' && other.class_name === medicine.class_name),
  }
}
