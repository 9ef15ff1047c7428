import type { Db } from '../../database/db.ts'
import { family_past_illnesses, past_illnesses, performed_operations } from '../../domains/illness/tables.ts'
import { medicine_intakes, medicines, supplement_intakes, supplements } from '../../domains/medication/tables.ts'
import { insertRows } from '../insert.ts'
import type { DemoPatient } from '../people/people.ts'
import { familyFor, medicineIntakesFor, operationsFor, pastIllnessesFor, supplementIntakesFor } from './illnesses.ts'
import { assessmentCodesOf } from './judgements.ts'

const idsByName = async (db: Db, table: typeof medicines | typeof supplements) =>
  new Map((await db.select({ id: table.id, name: table.name }).from(table as typeof medicines)).map(({ id, name }) => [name, id]))

/** Inserts past and family illnesses, operations, medicines and supplements of these patients. */
export const addIllnesses = async (db: Db, patients: DemoPatient[], diseaseByCode: ReadonlyMap<string, number>, today: string) => {
  const rows = <T>(rowsOf: (patient: DemoPatient) => T[]) => patients.flatMap(rowsOf)
  const [medicineByName, supplementByName] = [await idsByName(db, medicines), await idsByName(db, supplements)]
  await insertRows(
    db,
    past_illnesses,
    rows((patient) => pastIllnessesFor(patient, diseaseByCode, today)),
  )
  await insertRows(
    db,
    family_past_illnesses,
    rows((patient) => familyFor(patient, diseaseByCode, today, assessmentCodesOf(patient).includes('colorectal_cancer'))),
  )
  await insertRows(
    db,
    performed_operations,
    rows((patient) => operationsFor(patient, today)),
  )
  await insertRows(
    db,
    medicine_intakes,
    rows((patient) => medicineIntakesFor(patient, medicineByName, today)),
  )
  await insertRows(
    db,
    supplement_intakes,
    rows((patient) => supplementIntakesFor(patient, supplementByName, today)),
  )
}
