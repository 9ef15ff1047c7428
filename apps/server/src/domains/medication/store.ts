import type { Language } from '@sukoyaka/phrases/language'
import { isPartialDay, mayFollow } from '@sukoyaka/rules/partial-day'
import { tidyTiming } from '@sukoyaka/rules/record/medication-period'
import type { Input } from '@sukoyaka/wire/endpoint'
import type {
  addMedicineIntake,
  addSupplementIntake,
  changeMedicineIntake,
  changeSupplementIntake,
  listMedicineIntakes,
  listSupplementIntakes,
  MedicineIntake,
  SupplementIntake,
} from '@sukoyaka/wire/record/medication'
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { type Reach, within } from '../../access/gate.ts'
import { mustReach } from '../../access/patients.ts'
import { assertValid, lockRow, normalizeText, removeRow } from '../../access/rows.ts'
import type { Db } from '../../database/db.ts'
import { spokenMedicine, spokenSupplement } from './catalogue-store.ts'
import { medicine_intakes, medicines, supplement_intakes, supplements } from './tables.ts'

const maxRows = 1000

type Period = { started_on: string | null; ended_on: string | null }
/** It may begin and end in days to come: a medicine is prescribed for some time. */
const wrongDays = ({ started_on, ended_on }: Period) => ({
  started_on: started_on !== null && !isPartialDay(started_on) && ('format' as const),
  ended_on: ended_on !== null && (!isPartialDay(ended_on) ? ('format' as const) : !mayFollow(started_on, ended_on) && ('too_small' as const)),
})
const named = (name: string | null | undefined) => name?.trim() || null

export const medicineIntakesOf = async (
  db: Db,
  reach: Reach,
  { user_id, include }: Input<typeof listMedicineIntakes>,
  language: Language,
): Promise<MedicineIntake[]> => {
  await mustReach(db, reach, user_id)
  const rows = await db
    .select({ ...getTableColumns(medicine_intakes), medicine: medicines })
    .from(medicine_intakes)
    .leftJoin(medicines, eq(medicines.id, medicine_intakes.medicine_id))
    .where(and(eq(medicine_intakes.user_id, user_id), within(reach, medicine_intakes.user_id)))
    .orderBy(asc(medicine_intakes.id))
    .limit(maxRows)
  return rows.map(({ medicine, ...row }) => (include?.includes('medicine') ? { ...row, medicine: medicine && spokenMedicine(medicine, language) } : row))
}

type Medicating = Omit<typeof medicine_intakes.$inferSelect, 'id' | 'created_at' | 'updated_at'>

/** As it is kept, once nothing speaks against it. */
const checkedMedicine = async (db: Db, row: Medicating): Promise<Medicating> => {
  const { medicine_id } = row
  const known = medicine_id === null || (await db.select({ id: medicines.id }).from(medicines).where(eq(medicines.id, medicine_id))).length > 0
  const name = named(row.name)
  assertValid({
    medicine_id: (!known && 'not_allowed') || (medicine_id !== null && name !== null && 'not_allowed'),
    name: medicine_id === null && name === null && 'required',
    ...wrongDays(row),
  })
  const { strength, daily_volume, memo, timing } = row
  return { ...row, name, strength: strength.trim(), daily_volume: daily_volume.trim(), timing: tidyTiming(timing), memo: normalizeText(memo) }
}

const unwritten = { medicine_id: null, name: null, strength: '', daily_volume: '', divided_times: null, timing: [], started_on: null, ended_on: null, memo: '' }

export const insertMedicineIntake = async (db: Db, reach: Reach, input: Input<typeof addMedicineIntake>): Promise<MedicineIntake> => {
  await mustReach(db, reach, input.user_id)
  const row = await checkedMedicine(db, { ...unwritten, ...input })
  const [added] = await db.insert(medicine_intakes).values(row).returning()
  return added!
}

/** One that is given takes the place of the other: what was typed freely may turn out to be in the catalogue. */
const instead = <K extends 'medicine_id' | 'supplement_id'>(key: K, change: { [key in K]?: number | null } & { name?: string | null }) => ({
  ...(typeof change[key] === 'number' && change.name === undefined && { name: null }),
  ...(typeof change.name === 'string' && change[key] === undefined && { [key]: null }),
})

export const updateMedicineIntake = async (
  db: Db,
  reach: Reach,
  { id, updated_at, ...change }: Input<typeof changeMedicineIntake>,
): Promise<MedicineIntake> => {
  const { id: _, created_at: __, updated_at: ___, ...held } = await lockRow(db, reach, medicine_intakes, { id, updated_at })
  const row = await checkedMedicine(db, { ...held, ...change, ...instead('medicine_id', change) })
  const [changed] = await db
    .update(medicine_intakes)
    .set({ ...row, updated_at: sql`now()` as never })
    .where(eq(medicine_intakes.id, id))
    .returning()
  return changed!
}

export const deleteMedicineIntake = (db: Db, reach: Reach, id: number) => removeRow(db, reach, medicine_intakes, id)

export const supplementIntakesOf = async (
  db: Db,
  reach: Reach,
  { user_id, include }: Input<typeof listSupplementIntakes>,
  language: Language,
): Promise<SupplementIntake[]> => {
  await mustReach(db, reach, user_id)
  const rows = await db
    .select({ ...getTableColumns(supplement_intakes), supplement: supplements })
    .from(supplement_intakes)
    .leftJoin(supplements, eq(supplements.id, supplement_intakes.supplement_id))
    .where(and(eq(supplement_intakes.user_id, user_id), within(reach, supplement_intakes.user_id)))
    .orderBy(asc(supplement_intakes.id))
    .limit(maxRows)
  return rows.map(({ supplement, ...row }) =>
    include?.includes('supplement') ? { ...row, supplement: supplement && spokenSupplement(supplement, language) } : row,
  )
}

type Supplementing = Omit<typeof supplement_intakes.$inferSelect, 'id' | 'created_at' | 'updated_at'>

const checkedSupplement = async (db: Db, row: Supplementing): Promise<Supplementing> => {
  const { supplement_id } = row
  const known = supplement_id === null || (await db.select({ id: supplements.id }).from(supplements).where(eq(supplements.id, supplement_id))).length > 0
  const name = named(row.name)
  assertValid({
    supplement_id: (!known && 'not_allowed') || (supplement_id !== null && name !== null && 'not_allowed'),
    name: supplement_id === null && name === null && 'required',
    ...wrongDays(row),
  })
  return { ...row, name, memo: normalizeText(row.memo) }
}

export const insertSupplementIntake = async (db: Db, reach: Reach, input: Input<typeof addSupplementIntake>): Promise<SupplementIntake> => {
  await mustReach(db, reach, input.user_id)
  const row = await checkedSupplement(db, { supplement_id: null, name: null, started_on: null, ended_on: null, memo: '', ...input })
  const [added] = await db.insert(supplement_intakes).values(row).returning()
  return added!
}

export const updateSupplementIntake = async (
  db: Db,
  reach: Reach,
  { id, updated_at, ...change }: Input<typeof changeSupplementIntake>,
): Promise<SupplementIntake> => {
  const { id: _, created_at: __, updated_at: ___, ...held } = await lockRow(db, reach, supplement_intakes, { id, updated_at })
  const row = await checkedSupplement(db, { ...held, ...change, ...instead('supplement_id', change) })
  const [changed] = await db
    .update(supplement_intakes)
    .set({ ...row, updated_at: sql`now()` as never })
    .where(eq(supplement_intakes.id, id))
    .returning()
  return changed!
}

export const deleteSupplementIntake = (db: Db, reach: Reach, id: number) => removeRow(db, reach, supplement_intakes, id)
