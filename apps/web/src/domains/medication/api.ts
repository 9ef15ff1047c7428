import * as medication from '@sukoyaka/wire/record/medication'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'
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
    listMedicines: queryEndpoint(build, medication.listMedicines),
    listSupplements: queryEndpoint(build, medication.listSupplements),
    listMedicineIntakes: queryEndpoint(build, medication.listMedicineIntakes, 'medicine_intakes'),
    addMedicineIntake: mutationEndpoint(build, medication.addMedicineIntake, medicines.added),
    changeMedicineIntake: mutationEndpoint(build, medication.changeMedicineIntake, medicines.changed),
    removeMedicineIntake: mutationEndpoint(build, medication.removeMedicineIntake, medicines.removed),
    listSupplementIntakes: queryEndpoint(build, medication.listSupplementIntakes, 'supplement_intakes'),
    addSupplementIntake: mutationEndpoint(build, medication.addSupplementIntake, supplements.added),
    changeSupplementIntake: mutationEndpoint(build, medication.changeSupplementIntake, supplements.changed),
    removeSupplementIntake: mutationEndpoint(build, medication.removeSupplementIntake, supplements.removed),
  }),
})
