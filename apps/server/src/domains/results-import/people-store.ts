import { foldName } from '@sukoyaka/rules/boards/import-cell'
import type { ImportPerson, ImportReasonCode } from '@sukoyaka/wire/boards/import-row'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { users } from '../account/tables.ts'
import { patients } from '../patient/tables.ts'
import type { Sought } from './read-row.ts'

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
  scope.db.select(person).from(scope.rows(patients)).innerJoin(users, eq(users.id, patients.user_id)).where(condition)

export const peopleNumbered = async (scope: PatientScope, ids: number[]): Promise<Map<number, ImportPerson>> => {
  const found = ids.length ? await peopleWhere(scope, inArray(users.id, [...new Set(ids)])) : []
  return new Map(found.map((row) => [row.id, row]))
}

/** `born`: the birthday on record of the person found, whatever the file says. */
export type Found = Guess & { born: string | null }
type Guess = { patient_id: number | null; candidate_ids: number[]; reason?: ImportReasonCode; at?: 'patient_id' }
type Asked = Sought & { chosen: number | null }

const nameOf = (importPerson: ImportPerson) => foldName(importPerson.last_name + importPerson.first_name)
const kanaOf = (importPerson: ImportPerson) => foldName(importPerson.last_name_kana + importPerson.first_name_kana)

/** Whether the kana or the characters of the name are equal. */
const isNamed = (item: ImportPerson, { name, kana }: Sought) => Boolean((kana && kanaOf(item) === foldName(kana)) || (name && nameOf(item) === foldName(name)))

const differs = <T>(a: T | null, b: T | null) => a !== null && b !== null && a !== b
const ids = (people: readonly ImportPerson[]) => people.slice(0, maxCandidates).map(({ id }) => id)

/** A patient id alone is accepted. A given birthday or sex must match; without a birthday, a given name must match. */
const byNumber = (sought: Sought, item: ImportPerson | undefined): Guess => {
  if (!item) return { patient_id: null, candidate_ids: [], reason: 'person_unknown', at: 'patient_id' }
  const isOther =
    differs(sought.birthday, item.birthday) ||
    differs(sought.sex, item.sex) ||
    (sought.birthday === null && (sought.kana || sought.name) && !isNamed(item, sought))
  return isOther ? { patient_id: null, candidate_ids: [item.id], reason: 'person_differs', at: 'patient_id' } : { patient_id: item.id, candidate_ids: [] }
}

const byName = (sought: Sought, born: readonly ImportPerson[], alike: readonly ImportPerson[]): Guess => {
  if (!sought.name && !sought.kana) return { patient_id: null, candidate_ids: [], reason: 'person_missing' }
  if (!sought.birthday) return { patient_id: null, candidate_ids: ids(alike), reason: 'birthday_missing' }
  const named = born.filter((item) => isNamed(item, sought))
  const fitting = named.filter((item) => !differs(sought.sex, item.sex))
  if (fitting.length === 1) return { patient_id: fitting[0]!.id, candidate_ids: [] }
  if (fitting.length > 1) return { patient_id: null, candidate_ids: ids(fitting), reason: 'person_ambiguous' }
  if (named.length) return { patient_id: null, candidate_ids: ids(named), reason: 'person_differs' }
  return { patient_id: null, candidate_ids: ids([...alike, ...born]), reason: 'person_unknown' }
}

/** Finds the patient of each row: by id, or by name and birthday, and by sex if several match. Uncertain matches are only returned as candidates. */
export const findPeople = async (scope: PatientScope, sought: readonly Asked[]): Promise<Found[]> => {
  const numbered = await peopleNumbered(
    scope,
    sought.flatMap(({ chosen, patient_id }) => chosen ?? patient_id ?? []),
  )
  const days = [...new Set(sought.flatMap(({ birthday }) => birthday ?? []))]
  const bornOn = Map.groupBy(days.length ? await peopleWhere(scope, inArray(users.birthday, days)) : [], ({ birthday }) => birthday!)
  const isLost = (row: Asked) =>
    row.chosen === null && row.patient_id === null && !(row.birthday && bornOn.get(row.birthday)?.some((other) => isNamed(other, row)))
  const lost = sought.filter(isLost).flatMap(({ name, kana }) => [foldName(kana), foldName(name)].filter((form) => form.length > 1))
  const alike = lost.length ? await peopleWhere(scope, sql`string_to_array(${users.name_search}, ' ') && ${sql.param([...new Set(lost)])}::text[]`) : []
  const born = new Map([...numbered.values(), ...[...bornOn.values()].flat()].map(({ id, birthday }) => [id, birthday]))
  const guessed = sought.map((row): Guess => {
    if (row.chosen !== null) return numbered.has(row.chosen) ? { patient_id: row.chosen, candidate_ids: [] } : byNumber(row, undefined)
    if (row.patient_id !== null) return byNumber(row, numbered.get(row.patient_id))
    return byName(
      row,
      (row.birthday && bornOn.get(row.birthday)) || [],
      alike.filter((other) => isNamed(other, row)),
    )
  })
  return guessed.map((guess) => ({ ...guess, born: (guess.patient_id !== null && born.get(guess.patient_id)) || null }))
}
