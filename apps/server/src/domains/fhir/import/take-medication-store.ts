// built per call: an import is rare, and each of its reads is small
import type { MedicationStatement } from '@medplum/fhirtypes'
import { isEnded, lastDayOf } from '@sukoyaka/rules/record/medication-period'
import { and, eq, sql } from 'drizzle-orm'
import { columnsOf } from '../../../access/patient-table.ts'
import { insertMedicineIntake, insertSupplementIntake } from '../../medication/store.ts'
import { medicine_intakes, medicines, supplement_intakes, supplements } from '../../medication/tables.ts'
import { type ReadMedicine, readMedicationStatement } from '../resource/medication-statement.ts'
import { normalize } from './catalogue-store.ts'
import { readSafely } from './read-safely.ts'
import { compared, hasAll, ifAccepted, maxNote, refused, type Taken, type Taking } from './take-history-store.ts'

const maxName = 100
type Stored = { id: number; name_ja: string } | undefined
/** Names under which the record may have a medicine or supplement: the one in the bundle, cut to the stored length, and the one in the catalogue. */
const namesOf = ({ name }: ReadMedicine, known: Stored) => sql.param([name.slice(0, maxName).trim(), ...(known ? [known.name_ja] : [])])

const ofMedicines = { intakes: medicine_intakes, catalogue: medicines, catalogue_id: medicine_intakes.medicine_id }
const ofSupplements = { intakes: supplement_intakes, catalogue: supplements, catalogue_id: supplement_intakes.supplement_id }

const existingIntakes = ({ scope, user_id }: Taking, read: ReadMedicine, known: Stored) => {
  const { intakes, catalogue, catalogue_id } = read.isSupplement ? ofSupplements : ofMedicines
  return scope.db
    .select(columnsOf(intakes))
    .from(scope.rows(intakes))
    .leftJoin(catalogue, eq(catalogue.id, catalogue_id))
    .where(
      and(
        eq(intakes.user_id, user_id),
        sql`coalesce(${intakes.name}, ${catalogue.name_ja}) = any(${namesOf(read, known)}::text[])`,
        sql`${intakes.started_on} is not distinct from ${read.started_on}`,
      ),
    )
}

export const takeMedication = async (taking: Taking, statement: MedicationStatement): Promise<Taken> => {
  const read = readSafely(() => readMedicationStatement(statement, taking.today))
  if ('reason' in read) return refused(read.reason)
  const { scope, user_id, today, catalogue } = taking
  const table_name = read.isSupplement ? ('supplement_intakes' as const) : ('medicine_intakes' as const)
  const known: Stored = read.isSupplement ? catalogue.supplementOf(read.code) : catalogue.medicineOf(read.code, read.name)
  const name = known ? null : read.name.slice(0, maxName)
  // if the name in the bundle is not stored as it is, the memo keeps it
  const isWhole = known ? normalize(known.name_ja) === normalize(read.name) : name === read.name
  const memo = [isWhole ? '' : read.name, read.memo].filter(Boolean).join('\n')
  const { started_on, ended_on, strength, daily_volume, divided_times, timing } = read
  const existing = await existingIntakes(taking, read, known)
  const values = !read.isSupplement && { strength: strength.trim(), daily_volume: daily_volume.trim(), divided_times, timing }
  // an earlier import stored the last day as the end
  const ends = [ended_on, lastDayOf({ started_on, ended_on })]
  const hasEnd = (row: { ended_on: string | null }) => (read.isEndUnknown ? isEnded(row, today) : ended_on === null || ends.includes(row.ended_on))
  const found = compared<{ id: number; memo: string; ended_on: string | null }>(
    existing,
    table_name,
    (row) => hasEnd(row) && hasAll({ values: row, notes: row.memo }, { values: { ...values }, notes: memo }),
  )
  if (found) return found
  if (memo.length > maxNote) return refused('too_long')
  return ifAccepted(async () => {
    if (read.isSupplement) {
      const { id } = await insertSupplementIntake(scope, { user_id, supplement_id: known?.id ?? null, name, started_on, ended_on, memo })
      return { outcome: 'new', table_name, row_id: id }
    }
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
