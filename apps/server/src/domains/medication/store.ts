import type { Language } from '@sukoyaka/phrases/language'
import { canFollow, isPartialDay } from '@sukoyaka/rules/partial-day'
import { sortTimings } from '@sukoyaka/rules/record/medication-period'
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
import { asc, eq, sql } from 'drizzle-orm'
import { eachPatient, maxRowsOfEach, rowsOfEach } from '../../access/each-patient.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { assertValid, lockRow, normalizeText, removeRow } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { requirePatient } from '../patient/require-store.ts'
import { localizedMedicine, localizedSupplement } from './catalogue-store.ts'
import { medicine_intakes, medicines, supplement_intakes, supplements } from './tables.ts'

const maxRows = 1000

type Period = { started_on: string | null; ended_on: string | null }
/** What is wrong with the dates, by field. They may be in the future: a medicine is often prescribed until a later day. */
const wrongDays = ({ started_on, ended_on }: Period) => ({
  started_on: started_on !== null && !isPartialDay(started_on) && ('format' as const),
  ended_on: ended_on !== null && (!isPartialDay(ended_on) ? ('format' as const) : !canFollow(started_on, ended_on) && ('before_started_on' as const)),
})
const normalizeName = (name: string | null | undefined) => name?.trim() || null

const intakesOfMedicines = patientQuery(({ db, rows }) =>
  db
    .select({ ...columnsOf(medicine_intakes), medicine: medicines })
    .from(rows(medicine_intakes))
    .leftJoin(medicines, eq(medicines.id, medicine_intakes.medicine_id))
    .where(eq(medicine_intakes.user_id, sql.placeholder('user_id')))
    .orderBy(asc(medicine_intakes.id))
    .limit(maxRows),
)

export const medicineIntakesOf = async (
  scope: PatientScope,
  { user_id, include }: Input<typeof listMedicineIntakes>,
  language: Language,
): Promise<MedicineIntake[]> => {
  await requirePatient(scope, user_id)
  const rows = await intakesOfMedicines(scope).execute({ user_id })
  return rows.map(({ medicine, ...row }) => (include?.includes('medicine') ? { ...row, medicine: medicine && localizedMedicine(medicine, language) } : row))
}

const medicineIntakesOfEach = patientQuery(({ db, rows }) =>
  rowsOfEach(db.select().from(rows(medicine_intakes)).where(eq(medicine_intakes.user_id, eachPatient)).orderBy(asc(medicine_intakes.id)).limit(maxRowsOfEach)),
)

/** The medicine intakes of these patients, without the catalogue's medicines. */
export const medicineIntakesOfAll = (scope: PatientScope, user_ids: number[]): Promise<MedicineIntake[]> =>
  medicineIntakesOfEach(scope).execute({ ids: user_ids })

type MedicineIntakeValues = Omit<typeof medicine_intakes.$inferSelect, 'id' | 'created_at' | 'updated_at'>

const medicineById = preparedQuery((db) =>
  db
    .select({ id: medicines.id })
    .from(medicines)
    .where(eq(medicines.id, sql.placeholder('medicine_id'))),
)

/** Validates the row and normalises its texts. Throws `invalid` with the fields. */
const validateMedicineIntake = async (db: Db, row: MedicineIntakeValues): Promise<MedicineIntakeValues> => {
  const { medicine_id } = row
  const isKnown = medicine_id === null || (await medicineById(db).execute({ medicine_id })).length > 0
  const name = normalizeName(row.name)
  assertValid({
    medicine_id: (!isKnown && 'not_allowed') || (medicine_id !== null && name !== null && 'not_allowed'),
    name: medicine_id === null && name === null && 'required',
    ...wrongDays(row),
  })
  const { strength, daily_volume, memo, timing } = row
  return { ...row, name, strength: strength.trim(), daily_volume: daily_volume.trim(), timing: sortTimings(timing), memo: normalizeText(memo) }
}

const emptyIntake = {
  medicine_id: null,
  name: null,
  strength: '',
  daily_volume: '',
  divided_times: null,
  timing: [],
  started_on: null,
  ended_on: null,
  memo: '',
}

export const insertMedicineIntake = async (scope: PatientScope, input: Input<typeof addMedicineIntake>): Promise<MedicineIntake> => {
  await requirePatient(scope, input.user_id)
  const row = await validateMedicineIntake(scope.db, { ...emptyIntake, ...input })
  const [added] = await scope.insert(medicine_intakes).values(row).returning()
  return added!
}

/** A catalogue id without a name clears the free name, and the reverse: a freely typed entry may turn out to be in the catalogue. */
const clearAlternative = <K extends 'medicine_id' | 'supplement_id'>(key: K, change: { [key in K]?: number | null } & { name?: string | null }) => ({
  ...(typeof change[key] === 'number' && change.name === undefined && { name: null }),
  ...(typeof change.name === 'string' && change[key] === undefined && { [key]: null }),
})

export const updateMedicineIntake = async (scope: PatientScope, { id, updated_at, ...change }: Input<typeof changeMedicineIntake>): Promise<MedicineIntake> => {
  const { id: _, created_at: __, updated_at: ___, ...existing } = await lockRow(scope, medicine_intakes, { id, updated_at })
  const row = await validateMedicineIntake(scope.db, { ...existing, ...change, ...clearAlternative('medicine_id', change) })
  const [changed] = await scope
    .update(medicine_intakes)
    .set({ ...row, updated_at: later(medicine_intakes.updated_at) })
    .where(eq(medicine_intakes.id, id))
    .returning()
  return changed!
}

export const deleteMedicineIntake = (scope: PatientScope, id: number) => removeRow(scope, medicine_intakes, id)

const intakesOfSupplements = patientQuery(({ db, rows }) =>
  db
    .select({ ...columnsOf(supplement_intakes), supplement: supplements })
    .from(rows(supplement_intakes))
    .leftJoin(supplements, eq(supplements.id, supplement_intakes.supplement_id))
    .where(eq(supplement_intakes.user_id, sql.placeholder('user_id')))
    .orderBy(asc(supplement_intakes.id))
    .limit(maxRows),
)

export const supplementIntakesOf = async (
  scope: PatientScope,
  { user_id, include }: Input<typeof listSupplementIntakes>,
  language: Language,
): Promise<SupplementIntake[]> => {
  await requirePatient(scope, user_id)
  const rows = await intakesOfSupplements(scope).execute({ user_id })
  return rows.map(({ supplement, ...row }) =>
    include?.includes('supplement') ? { ...row, supplement: supplement && localizedSupplement(supplement, language) } : row,
  )
}

const supplementIntakesOfEach = patientQuery(({ db, rows }) =>
  rowsOfEach(
    db.select().from(rows(supplement_intakes)).where(eq(supplement_intakes.user_id, eachPatient)).orderBy(asc(supplement_intakes.id)).limit(maxRowsOfEach),
  ),
)

/** The supplement intakes of these patients, without the catalogue's supplements. */
export const supplementIntakesOfAll = (scope: PatientScope, user_ids: number[]): Promise<SupplementIntake[]> =>
  supplementIntakesOfEach(scope).execute({ ids: user_ids })

type SupplementIntakeValues = Omit<typeof supplement_intakes.$inferSelect, 'id' | 'created_at' | 'updated_at'>

const supplementById = preparedQuery((db) =>
  db
    .select({ id: supplements.id })
    .from(supplements)
    .where(eq(supplements.id, sql.placeholder('supplement_id'))),
)

const validateSupplementIntake = async (db: Db, row: SupplementIntakeValues): Promise<SupplementIntakeValues> => {
  const { supplement_id } = row
  const isKnown = supplement_id === null || (await supplementById(db).execute({ supplement_id })).length > 0
  const name = normalizeName(row.name)
  assertValid({
    supplement_id: (!isKnown && 'not_allowed') || (supplement_id !== null && name !== null && 'not_allowed'),
    name: supplement_id === null && name === null && 'required',
    ...wrongDays(row),
  })
  return { ...row, name, memo: normalizeText(row.memo) }
}

export const insertSupplementIntake = async (scope: PatientScope, input: Input<typeof addSupplementIntake>): Promise<SupplementIntake> => {
  await requirePatient(scope, input.user_id)
  const row = await validateSupplementIntake(scope.db, { supplement_id: null, name: null, started_on: null, ended_on: null, memo: '', ...input })
  const [added] = await scope.insert(supplement_intakes).values(row).returning()
  return added!
}

export const updateSupplementIntake = async (
  scope: PatientScope,
  { id, updated_at, ...change }: Input<typeof changeSupplementIntake>,
): Promise<SupplementIntake> => {
  const { id: _, created_at: __, updated_at: ___, ...existing } = await lockRow(scope, supplement_intakes, { id, updated_at })
  const row = await validateSupplementIntake(scope.db, { ...existing, ...change, ...clearAlternative('supplement_id', change) })
  const [changed] = await scope
    .update(supplement_intakes)
    .set({ ...row, updated_at: later(supplement_intakes.updated_at) })
    .where(eq(supplement_intakes.id, id))
    .returning()
  return changed!
}

export const deleteSupplementIntake = (scope: PatientScope, id: number) => removeRow(scope, supplement_intakes, id)
