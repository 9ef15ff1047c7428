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

  serve(medication.listMedicineIntakes, async ({ scope, input, language }) => ({ items: await medicineIntakesOf(scope, input, language) })),
  serve(medication.addMedicineIntake, ({ scope, input }) => insertMedicineIntake(scope, input)),
  serve(medication.changeMedicineIntake, ({ scope, input }) => updateMedicineIntake(scope, input)),
  serve(medication.removeMedicineIntake, ({ scope, input }) => deleteMedicineIntake(scope, input.id)),

  serve(medication.listSupplementIntakes, async ({ scope, input, language }) => ({ items: await supplementIntakesOf(scope, input, language) })),
  serve(medication.addSupplementIntake, ({ scope, input }) => insertSupplementIntake(scope, input)),
  serve(medication.changeSupplementIntake, ({ scope, input }) => updateSupplementIntake(scope, input)),
  serve(medication.removeSupplementIntake, ({ scope, input }) => deleteSupplementIntake(scope, input.id)),
]
