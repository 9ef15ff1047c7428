import type { Language } from '@sukoyaka/phrases/language'
import { foldWithoutSpaces } from '@sukoyaka/rules/fold'
import type { addDisease, Disease, listDiseases } from '@sukoyaka/wire/care/assessment'
import type { Input } from '@sukoyaka/wire/endpoint'
import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import { conditionOf, filtersOf, isAnyOf, isGiven, preparedQuery } from '../../database/prepared.ts'
import { containsWords, searchValues, startsFirst } from '../../database/text-search.ts'
import { apiError } from '../../errors/api-error.ts'
import { type CategoryType, categoriesByName } from '../category/store.ts'
import { searchColumns, searchWords } from './disease-search.ts'
import { diseases } from './tables.ts'

type Row = typeof diseases.$inferSelect
type Include = Input<typeof listDiseases>['include']

const maxRows = 1000
/** Sort number of the diseases that staff add: they come after those of the catalogue. */
const afterCatalogue = 100_000

const nameIn = (language: Language, { name, name_local, name_kr }: Row) => ({ ja: name_local, en: name, kr: name_kr })[language] || name_local

/** The disease in the request's language; long texts exist in Japanese and English only. */
const localize = (language: Language, row: Row) => {
  const isEnglish = language === 'en' && row.description_en !== ''
  const { id, name, name_local, kind, icd10, danger_level, description_ja, description_en, prevent_plans } = row
  return {
    disease: {
      id,
      name,
      name_local,
      display_name: nameIn(language, row),
      kind,
      icd10,
      danger_level,
      description: isEnglish ? description_en : description_ja,
      text_language: isEnglish ? ('en' as const) : ('ja' as const),
    },
    plans: prevent_plans.map(({ kind, title_ja, title_en, body_ja, body_en }) => ({
      kind,
      title: isEnglish ? title_en : title_ja,
      body: isEnglish ? body_en : body_ja,
    })),
  }
}

const isCategory = (type: string): type is CategoryType => type.endsWith('_category')

const diseasesWithCodes = preparedQuery((db) => db.select().from(diseases).where(isAnyOf(diseases.code, 'codes')))

const withParts = async (db: Db, language: Language, rows: Row[], include: Include): Promise<Disease[]> => {
  const isIncluded = (part: NonNullable<Include>[number]) => include?.includes(part)
  const categories = [
    ...(isIncluded('indicators') ? rows.flatMap((row) => row.indicators) : []),
    ...(isIncluded('disease_risks') ? rows.flatMap((row) => row.disease_risks) : []),
  ].flatMap(({ type, name }) => (name && isCategory(type) ? [{ type, name }] : []))
  const categoryOf = await categoriesByName(db, language, categories)
  const codes = isIncluded('disease_risks')
    ? rows.flatMap((row) => row.disease_risks.flatMap(({ type, name }) => (name && !isCategory(type) ? [name] : [])))
    : []
  const linkedDiseases = codes.length ? await diseasesWithCodes(db).execute({ codes }) : []
  const diseaseOf = new Map(linkedDiseases.map((row) => [row.code, { id: row.id, display_name: nameIn(language, row) }]))
  return rows.map((row) => {
    const { disease, plans } = localize(language, row)
    return {
      ...disease,
      ...(isIncluded('indicators') && {
        indicators: row.indicators
          .flatMap(({ type, name, priority }) => {
            const category = categoryOf({ type, name })
            return category ? [{ ...category, type, priority }] : []
          })
          .sort((a, b) => a.priority - b.priority),
      }),
      ...(isIncluded('prevent_plans') && { prevent_plans: plans }),
      ...(isIncluded('disease_risks') && {
        disease_risks: row.disease_risks
          .map(({ type, name, weight, min_age, sex }) => {
            const target = name === undefined ? undefined : isCategory(type) ? categoryOf({ type, name }) : diseaseOf.get(name)
            return { type, id: target?.id ?? null, display_name: target?.display_name ?? null, weight, min_age: min_age ?? null, sex: sex ?? null }
          })
          .sort((a, b) => b.weight - a.weight),
      }),
    }
  })
}

const conditions = {
  name: eq(diseases.name, sql.placeholder('name')),
  ids: isAnyOf(diseases.id),
  active: sql`${diseases.is_active}`,
  words: containsWords(diseases.name_search),
}
/** With `start`, diseases with a word that starts with the first word of the search come first. */
const diseasesWhere = preparedQuery((db, given: string) =>
  db
    .select()
    .from(diseases)
    .where(conditionOf(conditions, given))
    .orderBy(...(isGiven(given)('start') ? [startsFirst(diseases.name_search)] : []), asc(diseases.sort_number), asc(diseases.id))
    .limit(maxRows),
)
type Values = { name?: string | undefined; ids?: number[] | undefined; active?: true | undefined; words?: string[]; start?: string | undefined }
const find = (db: Db, values: Values): Promise<Row[]> => diseasesWhere(db, filtersOf(values)).execute(values)

export const diseasesFor = async (db: Db, { name, id, q, include }: Input<typeof listDiseases>, language: Language): Promise<Disease[]> => {
  const query = typeof q === 'string' ? { name_cont: q } : q
  const lists = [id === undefined ? undefined : [id], query?.id_eq === undefined ? undefined : [query.id_eq], query?.id_in].filter((ids) => ids !== undefined)
  // several lists: the ids that are in each of them
  const ids = lists.length ? lists.reduce((common, list) => common.filter((one) => list.includes(one))) : undefined
  const rows = await find(db, { name, ids, active: ids ? undefined : true, ...searchValues(query?.name_cont, searchWords) })
  return withParts(db, language, rows, include)
}

export const diseaseOf = async (db: Db, id: number, include: Include, language: Language): Promise<Disease> => {
  const [disease] = await withParts(db, language, await find(db, { ids: [id] }), include)
  if (!disease) throw apiError('not_found')
  return disease
}

const namesOfAll = preparedQuery((db) => db.select({ id: diseases.id, name: diseases.name, name_local: diseases.name_local }).from(diseases))

/** Whether other diseases have these names after folding, without spaces. */
export const takenNames = async (db: Db, { name, name_local }: { name: string; name_local: string }, id?: number) => {
  const others = (await namesOfAll(db).execute()).filter((row) => row.id !== id)
  return {
    name: others.some((row) => foldWithoutSpaces(row.name) === foldWithoutSpaces(name)),
    name_local: others.some((row) => foldWithoutSpaces(row.name_local) === foldWithoutSpaces(name_local)),
  }
}

/** Adds a disease. Rejects a name that equals an existing one after folding, without spaces. */
export const insertDisease = async (db: Db, { name: nameInput, name_ja }: Input<typeof addDisease>, language: Language): Promise<Disease> => {
  const [name, name_local] = [nameInput.trim(), name_ja.trim()]
  if (!name || !name_local) throw apiError('invalid', { fields: { ...(!name && { name: ['required'] }), ...(!name_local && { name_ja: ['required'] }) } })
  const taken = await takenNames(db, { name, name_local })
  const isTaken = { name: taken.name, name_ja: taken.name_local }
  const takenError = () =>
    apiError('invalid', {
      fields: { ...(isTaken.name && { name: ['taken'] }), ...((isTaken.name_ja || !isTaken.name) && { name_ja: ['taken'] }) },
    })
  if (isTaken.name || isTaken.name_ja) throw takenError()
  const [added] = await db
    .insert(diseases)
    .values({ name, name_local, kind: 'other', sort_number: afterCatalogue, ...searchColumns({ name, name_local, name_kr: '', name_kana: '' }) })
    // a concurrent call may have been faster
    .onConflictDoNothing()
    .returning()
  if (!added) throw takenError()
  return localize(language, added).disease
}
