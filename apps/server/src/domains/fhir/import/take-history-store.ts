// built per call: an import is rare, and each of its reads is small
import { isDeepStrictEqual } from 'node:util'
import type { Condition, FamilyMemberHistory } from '@medplum/fhirtypes'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { ImportReason } from '@sukoyaka/wire/boards/fhir-import'
import { and, eq, sql } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { ApiError } from '../../../errors/api-error.ts'
import { insertFamily, insertPastIllness } from '../../illness/past-store.ts'
import { insertAllergy } from '../../illness/store.ts'
import { allergy_reactions, family_past_illnesses, past_illnesses } from '../../illness/tables.ts'
import type { ReadAllergy } from '../resource/allergy-intolerance.ts'
import { readCondition } from '../resource/condition.ts'
import { readFamilyMemberHistory } from '../resource/family-member-history.ts'
import { type Catalogue, normalize } from './catalogue-store.ts'
import { readSafely } from './read-safely.ts'
import type { WrittenTable } from './written-store.ts'

export type Taken = { outcome: 'new' | 'same'; table_name: WrittenTable; row_id: number } | { outcome: 'refused'; reason: ImportReason }
export type Taking = { scope: PatientScope; user_id: number; today: string; catalogue: Catalogue }

/** Maximum number of characters of a note in the record. */
export const maxNote = 2_000

export const refused = (reason: ImportReason): Taken => ({ outcome: 'refused', reason })

const dayReasons = ['in_future', 'before_birth'] as const
/** Turns a 422 of the record, such as for a date in the future, into a refused entry. */
export const ifAccepted = async (take: () => Promise<Taken>): Promise<Taken> => {
  try {
    return await take()
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 422)) throw error
    const reasons = Object.values(error.details.fields ?? {}).flat()
    return refused(dayReasons.find((reason) => reasons.includes(reason)) ?? 'invalid')
  }
}

const isNothing = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

const lines = /[\r\n]+/
/** Between the substances of a description. */
const substances = /[\r\n、､，,・･/／]+/
const partsOf = (notes: string | undefined, separator: RegExp) => (notes ?? '').split(separator).map(normalize).filter(Boolean)

/**
 * Whether a row of the record has all that a bundle says: each value that the bundle gives, and each part of its notes as a whole, because スイカ contains イカ.
 * What the bundle leaves out is no contradiction.
 */
export const hasAll = (row: { values: object; notes?: string }, read: { values: object; notes?: string }, separator = lines): boolean => {
  const stored = new Map<string, unknown>(Object.entries(row.values))
  const noted = new Set(partsOf(row.notes, separator))
  return (
    Object.entries(read.values).every(([name, value]) => isNothing(value) || isDeepStrictEqual(value, stored.get(name))) &&
    partsOf(read.notes, separator).every((part) => noted.has(part))
  )
}

/** The outcome for rows of the record that are about the same thing as the entry; undefined if there are none. */
export const compared = <Row extends { id: number }>(rows: readonly Row[], table_name: WrittenTable, has: (row: Row) => boolean): Taken | undefined => {
  const same = rows.find(has)
  return same ? { outcome: 'same', table_name, row_id: same.id } : rows.length ? refused('differs') : undefined
}

export const takeCondition = async ({ scope, user_id, today, catalogue }: Taking, condition: Condition): Promise<Taken> => {
  const read = readSafely(() => readCondition(condition))
  if ('reason' in read) return refused(read.reason)
  const disease = catalogue.diseaseOf(read)
  if (!disease) return refused('disease_unknown')
  const existing = await scope.db
    .select()
    .from(scope.rows(past_illnesses))
    .where(
      and(
        eq(past_illnesses.user_id, user_id),
        eq(past_illnesses.disease_id, disease.id),
        sql`${past_illnesses.diagnosed_on} is not distinct from ${read.diagnosed_on}`,
      ),
    )
  const { diagnosed_on, recovered_on, detail } = read
  const notes = catalogue.isNameOf(disease, read.text) ? detail : `${read.text}\n${detail}`
  const found = compared(
    existing,
    'past_illnesses',
    (row) => !(read.isActive && row.recovered_on) && hasAll({ values: row, notes: row.detail }, { values: { recovered_on }, notes }),
  )
  if (found) return found
  // if the bundle names the disease in other words, the detail keeps them
  const more = read.text && read.text !== disease.name_local ? `${read.text}\n${detail}` : detail
  if (more.trim().length > maxNote) return refused('too_long')
  return ifAccepted(async () => {
    const { id } = await insertPastIllness(scope, { user_id, disease_id: disease.id, diagnosed_on, recovered_on, detail: more.trim() }, today)
    return { outcome: 'new', table_name: 'past_illnesses', row_id: id }
  })
}

/** One outcome per illness of the relative, or one refusal. */
export const takeFamily = async ({ scope, user_id, today, catalogue }: Taking, history: FamilyMemberHistory): Promise<Taken[]> => {
  const read = readSafely(() => readFamilyMemberHistory(history))
  if ('reason' in read) return [refused(read.reason)]
  const taken: Taken[] = []
  for (const { relative, diagnosed_on, diagnosed_age, ...named } of read) {
    const disease = catalogue.diseaseOf(named)
    const existing = disease
      ? await scope.db
          .select()
          .from(scope.rows(family_past_illnesses))
          .where(
            and(eq(family_past_illnesses.user_id, user_id), eq(family_past_illnesses.disease_id, disease.id), eq(family_past_illnesses.relative, relative)),
          )
      : []
    const found = compared(existing, 'family_past_illnesses', (row) => hasAll({ values: row }, { values: { diagnosed_on, diagnosed_age } }))
    if (!disease) taken.push(refused('disease_unknown'))
    else if (found) taken.push(found)
    else
      taken.push(
        await ifAccepted(async () => {
          const { id } = await insertFamily(scope, { user_id, disease_id: disease.id, relative, diagnosed_on, diagnosed_age }, today)
          return { outcome: 'new', table_name: 'family_past_illnesses', row_id: id }
        }),
      )
  }
  return taken
}

/** Merges allergies of one kind into one row with all their descriptions. */
export const mergeAllergies = (read: readonly ReadAllergy[]): ReadAllergy => ({
  kind: read[0]!.kind,
  is_occured: read.some(({ is_occured }) => is_occured),
  confirmed_at: read.flatMap(({ confirmed_at }) => confirmed_at ?? []).sort()[0],
  description: [...new Set(read.map(({ description }) => description).filter(Boolean))].join('\n'),
})

export const takeAllergy = async ({ scope, user_id, today }: Taking, allergy: ReadAllergy): Promise<Taken> => {
  const existing = await scope.db
    .select()
    .from(scope.rows(allergy_reactions))
    .where(and(eq(allergy_reactions.user_id, user_id), eq(allergy_reactions.kind, allergy.kind)))
  const { confirmed_at, ...values } = allergy
  const { is_occured, description: notes } = values
  const found = compared(existing, 'allergy_reactions', (row) => hasAll({ values: row, notes: row.description }, { values: { is_occured }, notes }, substances))
  if (found) return found
  if (notes.length > maxNote) return refused('too_long')
  const isPast = confirmed_at !== undefined && tokyoDay(confirmed_at) <= today
  const { id } = await insertAllergy(scope, { user_id, ...values }, { confirmed_by: null, ...(isPast && { confirmed_at }) })
  return { outcome: 'new', table_name: 'allergy_reactions', row_id: id }
}
