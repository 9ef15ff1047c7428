import * as medication from '@sukoyaka/wire/record/medication'
import { serve } from '../../http/serve.ts'
import { medicinesFor, supplementsFor } from './catalogue-store.ts'
import {
  deleteMedicineIntake,
  deleteSupplementIntake,
  insertMedicineIntake,
  insertSupplementIntake,
  medicineIntakesOf,
  supplementIntakesOf,
  updateMedicineIntake,
  updateSupplementIntake,
} from './store.ts'

export const medicationRoutes = [
  serve(medication.listMedicines, async ({ db, input, language }) => ({ items: await medicinesFor(db, input.q, language) })),
  serve(medication.listSupplements, async ({ db, input, language }) => ({ items: await supplementsFor(db, input.q, language) })),

  serve(medication.listMedicineIntakes, async ({ db, reach, input, language }) => ({ items: await medicineIntakesOf(db, reach, input, language) })),
  serve(medication.addMedicineIntake, ({ db, reach, input }) => insertMedicineIntake(db, reach, input)),
  serve(medication.changeMedicineIntake, ({ db, reach, input }) => updateMedicineIntake(db, reach, input)),
  serve(medication.removeMedicineIntake, ({ db, reach, input }) => deleteMedicineIntake(db, reach, input.id)),

  serve(medication.listSupplementIntakes, async ({ db, reach, input, language }) => ({ items: await supplementIntakesOf(db, reach, input, language) })),
  serve(medication.addSupplementIntake, ({ db, reach, input }) => insertSupplementIntake(db, reach, input)),
  serve(medication.changeSupplementIntake, ({ db, reach, input }) => updateSupplementIntake(db, reach, input)),
  serve(medication.removeSupplementIntake, ({ db, reach, input }) => deleteSupplementIntake(db, reach, input.id)),
]
