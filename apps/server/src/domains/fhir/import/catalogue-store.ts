import { eq } from 'drizzle-orm'
import type { Db } from '../../../database/db.ts'
import { preparedQuery } from '../../../database/prepared.ts'
import { result_categories } from '../../checkup/tables.ts'
import { diseases } from '../../disease/tables.ts'
import { medicines, supplements } from '../../medication/tables.ts'

const categories = preparedQuery((db) => {
  const { id, name, name_ja, loinc, jlac10, value_labels } = result_categories
  return db.select({ id, name, name_ja, loinc, jlac10, value_labels }).from(result_categories).where(eq(result_categories.type, 0))
})
const allDiseases = preparedQuery((db) => {
  const { id, code, name, name_local, icd10, also } = diseases
  return db.select({ id, code, name, name_local, icd10, also }).from(diseases)
})
const allMedicines = preparedQuery((db) => db.select({ id: medicines.id, name: medicines.name, name_ja: medicines.name_ja }).from(medicines))
const allSupplements = preparedQuery((db) => db.select({ id: supplements.id, name: supplements.name, name_ja: supplements.name_ja }).from(supplements))

export const normalize = (text: string) => text.normalize('NFKC').replace(/\s/g, '').toLowerCase()
/** Normalises labels of qualitative results: without brackets, and dashes as `-`. */
const normalizeLabel = (text: string) =>
  normalize(text)
    .replace(/[()（）]/g, '')
    .replace(/[−‐‑–—ー－]/g, '-')

type ResultCodes = { own: string | undefined; loinc: string | undefined; jlac10: string | undefined }
type Category = Awaited<ReturnType<ReturnType<typeof categories>['execute']>>[number]

type Disease = Awaited<ReturnType<ReturnType<typeof allDiseases>['execute']>>[number]
const isNameOf = ({ name_local, name, also }: Disease, text: string) => [name_local, name, ...also].some((item) => normalize(item) === normalize(text))

/** A JLAC10 code without its method (characters 13 to 15): laboratories measure the same thing by several methods. */
const withoutMethod = (jlac10: string) => `${jlac10.slice(0, 12)}${jlac10.slice(15)}`

/** Finds the rows of our catalogues for the codes and names of a bundle. */
export const readCatalogue = async (db: Db) => {
  const results = await categories(db).execute()
  const illnesses = await allDiseases(db).execute()
  const drugs = await allMedicines(db).execute()
  const products = await allSupplements(db).execute()
  const byJlac10 = (code: string): Category | undefined => {
    const exact = results.find(({ jlac10 }) => jlac10 === code)
    if (exact || code.length !== 17) return exact
    const alike = results.filter(({ jlac10 }) => jlac10 && withoutMethod(jlac10) === withoutMethod(code))
    return alike.length === 1 ? alike[0] : undefined
  }
  return {
    categoryOf: ({ own, loinc, jlac10 }: ResultCodes) =>
      results.find(({ name }) => name === own) ??
      (loinc ? results.find((category) => category.loinc === loinc) : undefined) ??
      (jlac10 ? byJlac10(jlac10) : undefined),
    /** The index of a label; undefined if the category has no such label. */
    valueOf: ({ value_labels }: Category, label: string) => {
      const at = (value_labels ?? []).findIndex((item) => normalizeLabel(item) === normalizeLabel(label))
      return at < 0 ? undefined : at
    },
    diseaseOf: ({ disease, icd10, text }: { disease: string | undefined; icd10: string | undefined; text: string }) =>
      illnesses.find(({ code, name }) => disease !== undefined && (code ?? name) === disease) ??
      illnesses.find((item) => icd10 !== undefined && item.icd10 === icd10) ??
      illnesses.find((item) => text && isNameOf(item, text)),
    /** Whether the text says no more than the disease does: it is one of its names, or empty. */
    isNameOf: (disease: Disease, text: string) => !text || isNameOf(disease, text),
    medicineOf: (code: string | undefined, name: string) =>
      drugs.find((drug) => drug.name === code) ?? drugs.find((drug) => normalize(drug.name_ja) === normalize(name)),
    supplementOf: (code: string | undefined) => products.find((product) => product.name === code),
  }
}
export type Catalogue = Awaited<ReturnType<typeof readCatalogue>>
