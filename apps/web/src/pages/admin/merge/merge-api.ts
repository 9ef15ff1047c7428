import { comparePatients, listDuplicates, listMerges, markDistinct, mergePatients, undoMerge } from '@sukoyaka/wire/boards/admin/merge'
import { api, mutationEndpoint, queryEndpoint } from '../../../api/api.ts'

export const { useListDuplicatesQuery, useComparePatientsQuery, useListMergesQuery, useMergePatientsMutation, useUndoMergeMutation, useMarkDistinctMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      listDuplicates: queryEndpoint(build, listDuplicates, 'patient_merges', 'users'),
      comparePatients: queryEndpoint(build, comparePatients, 'patient_merges', 'users'),
      listMerges: queryEndpoint(build, listMerges, 'patient_merges'),
      mergePatients: mutationEndpoint(build, mergePatients),
      undoMerge: mutationEndpoint(build, undoMerge),
      markDistinct: mutationEndpoint(build, markDistinct),
    }),
  })
