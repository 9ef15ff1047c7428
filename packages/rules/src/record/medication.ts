import type { MedicineIntake } from '@sukoyaka/wire/record/medication'
import { fold } from '../search.ts'

export type Named = { medicine_id: number | null; names: readonly string[]; class_name: string }

/** An intake by every name that it goes by. */
export const namesOf = ({ medicine_id, medicine, name }: Pick<MedicineIntake, 'medicine_id' | 'medicine' | 'name'>): Named => ({
  medicine_id,
  names: [medicine?.name_ja, medicine?.name_en, medicine?.display_name, name].flatMap((one) => one || []),
  class_name: medicine?.class_name ?? '',
})

const plain = (text: string) => fold(text).replace(/\s+/g, '')
/** ペニシリン系抗菌薬 is written ペニシリン too. */
const stem = (word: string) => word.replace(/系.*$/, '').replace(/\(.*$/, '')
const shortest = 3

/** The words of what somebody noted, without years, and without what is no name of anything. */
const wordsIn = (text: string) =>
  plain(text.replace(/[\s、,・/()（）:：。.]+/g, '、'))
    .split('、')
    .map(stem)
    .filter((word) => word.length >= shortest && !/\d/.test(word))

/**
 * The notes of a drug allergy that a medicine matches: by one of its names or by the word for its class. Only words are compared, so that who reads
 * the warning sees why; it knows no substances that are akin, and its silence proves nothing.
 */
export const allergiesAgainst = (medicine: Named, notes: readonly string[]): string[] => {
  const names = medicine.names.map(plain).filter((name) => name.length >= shortest)
  const family = stem(plain(medicine.class_name))
  return notes.filter((note) => {
    const noted = plain(note)
    const isNamed = names.some((name) => noted.includes(name) || wordsIn(note).some((word) => name.includes(word)))
    return isNamed || (family.length >= shortest && (noted.includes(family) || wordsIn(note).some((word) => plain(medicine.class_name).startsWith(word))))
  })
}

/** Of what is taken already: the same medicine, or another of its class. */
export const doubledBy = <T extends Named>(medicine: Named, taken: readonly T[]): { same: T[]; akin: T[] } => {
  const names = new Set(medicine.names.map(plain))
  const isSame = (other: Named) => (medicine.medicine_id !== null && other.medicine_id === medicine.medicine_id) || other.names.some((n) => names.has(plain(n)))
  return {
    same: taken.filter(isSame),
    akin: taken.filter((other) => !isSame(other) && medicine.class_name !== '' && other.class_name === medicine.class_name),
  }
}
