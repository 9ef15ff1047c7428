// built per call: an import is rare and each of its reads is long
import { foldName } from '@sukoyaka/rules/boards/import-cell'
import type { ImportCandidate, ImportPerson, ImportReasonCode } from '@sukoyaka/wire/boards/import-row'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { users } from '../account/tables.ts'
import { test_packages } from '../checkup/tables.ts'
import { patients } from '../patient/tables.ts'
import type { RowPerson } from './read-row.ts'

const maxCandidates = 5

const person = {
  id: users.id,
  last_name: users.last_name,
  first_name: users.first_name,
  last_name_kana: users.last_name_kana,
  first_name_kana: users.first_name_kana,
  birthday: users.birthday,
  sex: users.sex,
}

const peopleWhere = (scope: PatientScope, condition: SQL | undefined): Promise<ImportPerson[]> =>
  scope.db
    .select(person)
    .from(scope.rows(patients))
    .innerJoin(users, eq(users.id, patients.user_id))
    .where(and(isNull(patients.merged_into), condition))

export const importedPeopleByIds = async (scope: PatientScope, ids: number[]): Promise<Map<number, ImportPerson>> => {
  const found = ids.length ? await peopleWhere(scope, inArray(users.id, [...new Set(ids)])) : []
  return new Map(found.map((row) => [row.id, row]))
}

/** These people with their newest completed checkup. */
export const candidatesByIds = async (scope: PatientScope, ids: number[]): Promise<Map<number, ImportCandidate>> => {
  const people = await importedPeopleByIds(scope, ids)
  if (!people.size) return new Map()
  const { rows } = await scope.db.execute<{ user_id: number; tested_on: string; location: string }>(sql`
    select distinct on (p.user_id) p.user_id, (p.tested_at at time zone 'Asia/Tokyo')::date::text as tested_on, p.location
    from ${scope.from(test_packages, 'p')} where p.user_id = any(${sql.param([...people.keys()])}::bigint[]) and p.status = ${testPackageStatus.complete}
      and p.cancelled_at is null order by p.user_id, p.tested_at desc, p.id desc`)
  const checkups = new Map(rows.map(({ user_id, ...checkup }) => [user_id, checkup]))
  return new Map([...people].map(([id, row]) => [id, { ...row, last_checkup: checkups.get(id) ?? null }]))
}

/** `birthday` is the one on the found person’s record, not the one in the file. */
export type FoundPerson = PersonGuess & { birthday: string | null }
type PersonGuess = { patient_id: number | null; candidate_ids: number[]; reason?: ImportReasonCode; at?: 'patient_id' }
type PersonQuery = RowPerson & { chosen: number | null }

const nameOf = (importPerson: ImportPerson) => foldName(importPerson.last_name + importPerson.first_name)
const kanaOf = (importPerson: ImportPerson) => foldName(importPerson.last_name_kana + importPerson.first_name_kana)

/** Whether the kana or the characters of the name are equal. */
const isNamed = (importPerson: ImportPerson, { name, kana }: RowPerson) =>
  Boolean((kana && kanaOf(importPerson) === foldName(kana)) || (name && nameOf(importPerson) === foldName(name)))

const differs = <T>(a: T | null, b: T | null) => a !== null && b !== null && a !== b
const ids = (people: readonly ImportPerson[]) => people.slice(0, maxCandidates).map(({ id }) => id)

/**
 * A patient id alone is accepted if it is certainly ours; else the birthday or the name must be equal too. A given birthday or sex must not differ from the
 * record’s; without a birthday, a given name must match.
 */
const matchById = (rowPerson: RowPerson, importPerson: ImportPerson | undefined): PersonGuess => {
  if (!importPerson) return { patient_id: null, candidate_ids: [], reason: 'person_unknown', at: 'patient_id' }
  const { birthday, sex, name, kana, isIdCertain } = rowPerson
  const isAgreed = isNamed(importPerson, rowPerson) || (birthday !== null && birthday === importPerson.birthday)
  const isAlone = birthday === null && !kana && !name
  const isOther = differs(birthday, importPerson.birthday) || differs(sex, importPerson.sex) || (!isAgreed && !isAlone && (birthday === null || !isIdCertain))
  if (isOther) return { patient_id: null, candidate_ids: [importPerson.id], reason: 'person_differs', at: 'patient_id' }
  if (isAlone && !isIdCertain) return { patient_id: null, candidate_ids: [importPerson.id], reason: 'person_missing' }
  return { patient_id: importPerson.id, candidate_ids: [] }
}

/**
 * Whether the row’s id decides. One that may be the laboratory’s does so only if the row lacks the name, or if it lacks the birthday and the patient with this
 * id has the name.
 */
const isFoundById = (row: RowPerson, importPerson: ImportPerson | undefined) =>
  row.patient_id !== null && (row.isIdCertain || !(row.name || row.kana) || (row.birthday === null && matchById(row, importPerson).patient_id !== null))

const matchByName = (rowPerson: RowPerson, sameBirthday: readonly ImportPerson[], sameName: readonly ImportPerson[]): PersonGuess => {
  if (!rowPerson.name && !rowPerson.kana) return { patient_id: null, candidate_ids: [], reason: 'person_missing' }
  if (!rowPerson.birthday) return { patient_id: null, candidate_ids: ids(sameName), reason: 'birthday_missing' }
  const nameMatches = sameBirthday.filter((importPerson) => isNamed(importPerson, rowPerson))
  const matching = nameMatches.filter((importPerson) => !differs(rowPerson.sex, importPerson.sex))
  if (matching.length === 1) return { patient_id: matching[0]!.id, candidate_ids: [] }
  if (matching.length > 1) return { patient_id: null, candidate_ids: ids(matching), reason: 'person_ambiguous' }
  if (nameMatches.length) return { patient_id: null, candidate_ids: ids(nameMatches), reason: 'person_differs' }
  return { patient_id: null, candidate_ids: ids([...sameName, ...sameBirthday]), reason: 'person_unknown' }
}

/** Finds the patient of each row: the one chosen by a person, else by id, or by name, birthday and, if the row has one, sex. Uncertain ones are candidates. */
export const findPeople = async (scope: PatientScope, queries: readonly PersonQuery[]): Promise<FoundPerson[]> => {
  const personById = await importedPeopleByIds(
    scope,
    queries.flatMap(({ chosen, patient_id }) => chosen ?? patient_id ?? []),
  )
  const days = [...new Set(queries.flatMap(({ birthday }) => birthday ?? []))]
  const peopleByBirthday = Map.groupBy(days.length ? await peopleWhere(scope, inArray(users.birthday, days)) : [], ({ birthday }) => birthday!)
  const byOwnId = ({ patient_id }: PersonQuery) => (patient_id === null ? undefined : personById.get(patient_id))
  const isUnmatched = (row: PersonQuery) =>
    row.chosen === null && !isFoundById(row, byOwnId(row)) && !(row.birthday && peopleByBirthday.get(row.birthday)?.some((other) => isNamed(other, row)))
  const unmatchedNames = queries.filter(isUnmatched).flatMap(({ name, kana }) => [foldName(kana), foldName(name)].filter((text) => text.length > 1))
  const sameName = unmatchedNames.length
    ? await peopleWhere(scope, sql`string_to_array(${users.name_search}, ' ') && ${sql.param([...new Set(unmatchedNames)])}::text[]`)
    : []
  const birthdayOf = new Map([...personById.values(), ...[...peopleByBirthday.values()].flat()].map(({ id, birthday }) => [id, birthday]))
  const guesses = queries.map((row): PersonGuess => {
    if (row.chosen !== null) return personById.has(row.chosen) ? { patient_id: row.chosen, candidate_ids: [] } : matchById(row, undefined)
    if (isFoundById(row, byOwnId(row))) return matchById(row, byOwnId(row))
    return matchByName(
      row,
      (row.birthday && peopleByBirthday.get(row.birthday)) || [],
      sameName.filter((other) => isNamed(other, row)),
    )
  })
  return guesses.map((guess) => ({ ...guess, birthday: (guess.patient_id !== null && birthdayOf.get(guess.patient_id)) || null }))
}
