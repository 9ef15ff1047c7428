import type { addDiseaseEntry, changeDiseaseEntry } from '@sukoyaka/wire/boards/admin/disease'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { assertValid, normalizeText } from '../../access/rows.ts'
import type { Db } from '../../database/db.ts'
import { searchColumns } from '../disease/disease-search.ts'
import { takenNames } from '../disease/store.ts'
import { diseases } from '../disease/tables.ts'
import { catalogueStore } from './catalogue-store.ts'
import { kanaToStore, linesToStore, namesToEdit, namesToStore } from './translations.ts'

type DiseaseRow = Reply<typeof addDiseaseEntry>
type DiseaseInput = Input<typeof addDiseaseEntry>

const store = catalogueStore({
  table: diseases,
  extra: {},
  search: diseases.name_search,
  filters: { disease_kind: diseases.kind, is_active: diseases.is_active },
  sorts: {
    sort_number: diseases.sort_number,
    name_ja: diseases.name_kana,
    icd10: diseases.icd10,
    danger_level: diseases.danger_level,
    updated_at: diseases.updated_at,
  },
  sort: 'sort_number',
  rowOf: ({ name, name_local, name_kr, kind, ...row }): DiseaseRow => ({
    ...row,
    ...namesToEdit({ name_ja: name_local, name_en: name, name_kr: name_kr || name_local }),
    disease_kind: kind,
  }),
})

export const allDiseases = store.list
export const diseaseEntryOf = store.read

const columnsOf = ({ name_ja, name_en, name_kr, name_kana, also, disease_kind, icd10, ...rest }: DiseaseInput) => {
  const names = namesToStore({ name_ja, name_en, name_kr })
  const synonyms = linesToStore(also)
  const texts = {
    ...{ name: names.name_en, name_local: names.name_ja, name_kr: names.name_kr },
    icd10: icd10 === null ? null : normalizeText(icd10).toUpperCase() || null,
  }
  return {
    ...rest,
    ...texts,
    description_ja: normalizeText(rest.description_ja),
    description_en: normalizeText(rest.description_en),
    kind: disease_kind,
    also: synonyms,
    ...searchColumns({ ...texts, name_kana: kanaToStore('name_kana', name_kana), also: synonyms }),
  }
}

const assertFree = async (db: Db, names: { name: string; name_local: string }, id?: number) => {
  const isTaken = await takenNames(db, names, id)
  assertValid({ name_ja: isTaken.name_local && 'taken', name_en: isTaken.name && names.name !== names.name_local && 'taken' })
}

/** `code` identifies the disease in the catalogue. Throws 422 for invalid fields, such as a name that another disease has. */
export const insertDiseaseEntry = async (db: Db, input: DiseaseInput, code: string): Promise<DiseaseRow> => {
  const columns = columnsOf(input)
  await assertFree(db, columns)
  return store.insert(db, { ...columns, code })
}

/** Throws 404, 409 if it was saved since `updated_at`, and 422 for invalid fields, such as a name that another disease has. */
export const updateDiseaseEntry = async (db: Db, { id, updated_at, ...input }: Input<typeof changeDiseaseEntry>): Promise<DiseaseRow> => {
  await store.lock(db, id, { updated_at })
  const columns = columnsOf(input)
  await assertFree(db, columns, id)
  return store.update(db, id, columns)
}
