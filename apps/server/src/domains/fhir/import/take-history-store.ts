// built per call: an import is rare, and each of its reads is small
import type { Condition, FamilyMemberHistory, MedicationStatement } from '@medplum/fhirtypes'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { ImportReason } from '@sukoyaka/wire/boards/fhir-import'
import { and, eq, sql } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { ApiError } from '../../../errors/api-error.ts'
import { insertFamily, insertPastIllness } from '../../illness/past-store.ts'
import { insertAllergy } from '../../illness/store.ts'
import { allergy_reactions, family_past_illnesses, past_illnesses } from '../../illness/tables.ts'
import { insertMedicineIntake, insertSupplementIntake } from '../../medication/store.ts'
import { medicine_intakes, medicines, supplement_intakes, supplements } from '../../medication/tables.ts'
import type { ReadAllergy } from '../resource/allergy-intolerance.ts'
import { readCondition } from '../resource/condition.ts'
import { readFamilyMemberHistory } from '../resource/family-member-history.ts'
import { type ReadMedicine, readMedicationStatement } from '../resource/medication-statement.ts'
import { type Catalogue, normalize } from './catalogue-store.ts'
import { readSafely } from './read-safely.ts'
import type { WrittenTable } from './written-store.ts'

export type Taken = { outcome: 'new' | 'same'; table_name: WrittenTable; row_id: number } | { outcome: 'refused'; reason: ImportReason }
export type Taking = { scope: PatientScope; user_id: number; today: string; catalogue: Catalogue }

export const refused = (reason: ImportReason): Taken => ({ outcome: 'refused', reason })

/** Turns a 422 of the record, such as for a date in the future, into a refused entry. */
export const ifAccepted = async (take: () => Promise<Taken>): Promise<Taken> => {
  try {
    return await take()
  } catch (error) {
    if (error instanceof ApiError && error.status === 422)
      return refused(
        Object.values(error.details.fields ?? {})
          .flat()
          .includes('in_future')
          ? 'in_future'
          : 'invalid',
      )
    throw error
  }
}

export const takeCondition = async ({ scope, user_id, today, catalogue }: Taking, condition: Condition): Promise<Taken> => {
  const read = readSafely(() => readCondition(condition))
  if ('reason' in read) return refused(read.reason)
  const disease = catalogue.diseaseOf(read)
  if (!disease) return refused('disease_unknown')
  const [existing] = await scope.db
    .select({ id: past_illnesses.id, diagnosed_on: past_illnesses.diagnosed_on })
    .from(scope.rows(past_illnesses))
    .where(
      and(
        eq(past_illnesses.user_id, user_id),
        eq(past_illnesses.disease_id, disease.id),
        sql`${past_illnesses.diagnosed_on} is not distinct from ${read.diagnosed_on}`,
      ),
    )
    .limit(1)
  if (existing) return { outcome: 'same', table_name: 'past_illnesses', row_id: existing.id }
  const { diagnosed_on, recovered_on, detail } = read
  // words that the disease's name does not say are kept
  const more = read.text && read.text !== disease.name_local ? `${read.text}\n${detail}` : detail
  return ifAccepted(async () => {
    const { id } = await insertPastIllness(scope, { user_id, disease_id: disease.id, diagnosed_on, recovered_on, detail: more.trim().slice(0, 2_000) }, today)
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
    const [existing] = disease
      ? await scope.db
          .select({ id: family_past_illnesses.id })
          .from(scope.rows(family_past_illnesses))
          .where(
            and(eq(family_past_illnesses.user_id, user_id), eq(family_past_illnesses.disease_id, disease.id), eq(family_past_illnesses.relative, relative)),
          )
          .limit(1)
      : []
    if (!disease) taken.push(refused('disease_unknown'))
    else if (existing) taken.push({ outcome: 'same', table_name: 'family_past_illnesses', row_id: existing.id })
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

/** Several allergies of a kind are one row with all their descriptions, up to 2,000 characters. */
export const mergeAllergies = (read: readonly ReadAllergy[]): ReadAllergy => ({
  kind: read[0]!.kind,
  is_occured: read.some(({ is_occured }) => is_occured),
  confirmed_at: read.flatMap(({ confirmed_at }) => confirmed_at ?? []).sort((a, b) => Date.parse(a) - Date.parse(b))[0],
  description: [...new Set(read.map(({ description }) => description).filter(Boolean))].join('\n').slice(0, 2_000),
})

export const takeAllergy = async ({ scope, user_id, today }: Taking, allergy: ReadAllergy): Promise<Taken> => {
  const [existing] = await scope.db
    .select()
    .from(scope.rows(allergy_reactions))
    .where(and(eq(allergy_reactions.user_id, user_id), eq(allergy_reactions.kind, allergy.kind)))
  if (existing) {
    const isSame = existing.is_occured === allergy.is_occured && allergy.description.split('\n').every((line) => existing.description.includes(line.trim()))
    return isSame ? { outcome: 'same', table_name: 'allergy_reactions', row_id: existing.id } : refused('differs')
  }
  const { confirmed_at, ...values } = allergy
  const known = new Date(confirmed_at ?? '')
  const isPast = !Number.isNaN(known.getTime()) && tokyoDay(known) <= today
  const { id } = await insertAllergy(scope, { user_id, ...values }, { confirmed_by: null, ...(isPast && { confirmed_at: known.toISOString() }) })
  return { outcome: 'new', table_name: 'allergy_reactions', row_id: id }
}

const maxName = 100
type Stored = { id: number; name_ja: string } | undefined
/** Names under which the record may have a medicine or supplement: as the bundle says, cut as it is stored, and as the catalogue says. */
const namesOf = ({ name }: ReadMedicine, known: Stored) => sql.param([name.slice(0, maxName).trim(), ...(known ? [known.name_ja] : [])])

const existingMedicine = async ({ scope, user_id }: Taking, read: ReadMedicine, known: Stored) => {
  const [found] = await scope.db
    .select({ id: medicine_intakes.id })
    .from(scope.rows(medicine_intakes))
    .leftJoin(medicines, eq(medicines.id, medicine_intakes.medicine_id))
    .where(
      and(
        eq(medicine_intakes.user_id, user_id),
        sql`coalesce(${medicine_intakes.name}, ${medicines.name_ja}) = any(${namesOf(read, known)}::text[])`,
        sql`${medicine_intakes.started_on} is not distinct from ${read.started_on}`,
      ),
    )
    .limit(1)
  return found?.id
}

const existingSupplement = async ({ scope, user_id }: Taking, read: ReadMedicine, known: Stored) => {
  const [found] = await scope.db
    .select({ id: supplement_intakes.id })
    .from(scope.rows(supplement_intakes))
    .leftJoin(supplements, eq(supplements.id, supplement_intakes.supplement_id))
    .where(
      and(
        eq(supplement_intakes.user_id, user_id),
        sql`coalesce(${supplement_intakes.name}, ${supplements.name_ja}) = any(${namesOf(read, known)}::text[])`,
        sql`${supplement_intakes.started_on} is not distinct from ${read.started_on}`,
      ),
    )
    .limit(1)
  return found?.id
}

export const takeMedication = async (taking: Taking, statement: MedicationStatement): Promise<Taken> => {
  const read = readSafely(() => readMedicationStatement(statement))
  if ('reason' in read) return refused(read.reason)
  const { scope, user_id, catalogue } = taking
  const table_name = read.isSupplement ? ('supplement_intakes' as const) : ('medicine_intakes' as const)
  const known: Stored = read.isSupplement ? catalogue.supplementOf(read.code) : catalogue.medicineOf(read.code, read.name)
  const existing = await (read.isSupplement ? existingSupplement : existingMedicine)(taking, read, known)
  if (existing !== undefined) return { outcome: 'same', table_name, row_id: existing }
  const { started_on, ended_on } = read
  const name = known ? null : read.name.slice(0, maxName)
  // words that the stored name does not say are kept
  const isWhole = known ? normalize(known.name_ja) === normalize(read.name) : name === read.name
  const memo = [isWhole ? '' : read.name, read.memo].filter(Boolean).join('\n').slice(0, 2_000)
  return ifAccepted(async () => {
    if (read.isSupplement) {
      const { id } = await insertSupplementIntake(scope, { user_id, supplement_id: known?.id ?? null, name, started_on, ended_on, memo })
      return { outcome: 'new', table_name, row_id: id }
    }
    const { strength, daily_volume, divided_times, timing } = read
    const { id } = await insertMedicineIntake(scope, {
      user_id,
      medicine_id: known?.id ?? null,
      name,
      strength: strength.slice(0, 50),
      daily_volume: daily_volume.slice(0, 50),
      divided_times,
      timing,
      started_on,
      ended_on,
      memo,
    })
    return { outcome: 'new', table_name, row_id: id }
  })
}
