import * as medication from '@sukoyaka/wire/record/medication'
import { api, read, write } from '../../api/api.ts'
import { optimisticUpdate } from '../../api/optimistic-update.ts'

const medicines = optimisticUpdate('listMedicineIntakes', 'medicine_intakes')
const supplements = optimisticUpdate('listSupplementIntakes', 'supplement_intakes')

export const {
  useListMedicinesQuery,
  useListSupplementsQuery,
  useListMedicineIntakesQuery,
  useAddMedicineIntakeMutation,
  useChangeMedicineIntakeMutation,
  useRemoveMedicineIntakeMutation,
  useListSupplementIntakesQuery,
  useAddSupplementIntakeMutation,
  useChangeSupplementIntakeMutation,
  useRemoveSupplementIntakeMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listMedicines: read(build, medication.listMedicines),
    listSupplements: read(build, medication.listSupplements),
    listMedicineIntakes: read(build, medication.listMedicineIntakes, 'medicine_intakes'),
    addMedicineIntake: write(build, medication.addMedicineIntake, medicines.added),
    changeMedicineIntake: write(build, medication.changeMedicineIntake, medicines.changed),
    removeMedicineIntake: write(build, medication.removeMedicineIntake, medicines.removed),
    listSupplementIntakes: read(build, medication.listSupplementIntakes, 'supplement_intakes'),
    addSupplementIntake: write(build, medication.addSupplementIntake, supplements.added),
    changeSupplementIntake: write(build, medication.changeSupplementIntake, supplements.changed),
    removeSupplementIntake: write(build, medication.removeSupplementIntake, supplements.removed),
  }),
})
