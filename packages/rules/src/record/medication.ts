import type { MedicineIntake } from '@sukoyaka/wire/record/medication'
import { fold } from '../search.ts'

export type NamedMedicine = { medicine_id: number | null; names: readonly string[]; class_name: string }

/** Medicine of an intake with its class and all its names. */
export const namesOf = ({ medicine_id, medicine, name }: Pick<MedicineIntake, 'medicine_id' | 'medicine' | 'name'>): NamedMedicine => ({
  medicine_id,
  names: [medicine?.name_ja, medicine?.name_en, medicine?.display_name, name].flatMap((item) => item || []),
  class_name: medicine?.class_name ?? '',
})

const foldWithoutSpaces = (text: string) => fold(text).replace(/\s+/g, '')
/** Drug class without its suffix: ペニシリン系抗菌薬 is also written ペニシリン. */
const stem = (word: string) => word.replace(/系.*$/, '').replace(/\(.*$/, '')
const minWordLength = 3

/** Words of a note, without years and very short words. */
const wordsIn = (text: string) =>
  foldWithoutSpaces(text.replace(/[\s、,・/()（）:：。.]+/g, '、'))
    .split('、')
    .map(stem)
    .filter((word) => word.length >= minWordLength && !/\d/.test(word))

/**
 * Drug allergy notes that match a medicine by one of its names or its class. Compares text only, so that readers can see why it warns; it does not know
 * cross-reactive substances, so no match does not mean safe.
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
