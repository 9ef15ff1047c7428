import {
  comparePatients,
  listDistinct,
  listDuplicates,
  listMerges,
  markDistinct,
  mergePatients,
  undoMerge,
  unmarkDistinct,
} from '@sukoyaka/wire/boards/admin/merge'
import { api, mutationEndpoint, queryEndpoint } from '../../../api/api.ts'

export const {
  useListDuplicatesQuery,
  useComparePatientsQuery,
  useListMergesQuery,
  useListDistinctQuery,
  useMergePatientsMutation,
  useUndoMergeMutation,
  useMarkDistinctMutation,
  useUnmarkDistinctMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listDuplicates: queryEndpoint(build, listDuplicates, 'patient_merges', 'users'),
    comparePatients: queryEndpoint(build, comparePatients, 'patient_merges', 'users'),
    listMerges: queryEndpoint(build, listMerges, 'patient_merges'),
    mergePatients: mutationEndpoint(build, mergePatients),
    listDistinct: queryEndpoint(build, listDistinct, 'patient_merges'),
    undoMerge: mutationEndpoint(build, undoMerge),
    markDistinct: mutationEndpoint(build, markDistinct),
    unmarkDistinct: mutationEndpoint(build, unmarkDistinct),
  }),
})
