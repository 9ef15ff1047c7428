import * as row from '@sukoyaka/wire/boards/import-row'
import * as wire from '@sukoyaka/wire/boards/results-import'
import { listPatients } from '@sukoyaka/wire/people/patient'
import { listNumericTestResultCategories } from '@sukoyaka/wire/record/checkup'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

const reads = api.injectEndpoints({
  endpoints: (build) => ({
    listResultsImports: queryEndpoint(build, wire.listResultsImports, 'imports'),
    getResultsImport: queryEndpoint(build, wire.getResultsImport, 'imports'),
    listImportRows: queryEndpoint(build, row.listImportRows, 'imports'),
    listKeptResults: queryEndpoint(build, row.listKeptResults, 'imports'),
    findImportPatients: queryEndpoint(build, listPatients, 'users'),
    listImportCategories: queryEndpoint(build, listNumericTestResultCategories, 'result_categories'),
  }),
})

export const {
  useListResultsImportsQuery,
  useGetResultsImportQuery,
  useListImportRowsQuery,
  useListKeptResultsQuery,
  useListImportCategoriesQuery,
  useFindImportPatientsQuery,
  useAddResultsImportMutation,
  useAddImportPartMutation,
  useChangeResultsImportMutation,
  useFixImportRowMutation,
  useApplyResultsImportMutation,
  useUndoResultsImportMutation,
  useRemoveResultsImportMutation,
} = reads.injectEndpoints({
  endpoints: (build) => ({
    addResultsImport: mutationEndpoint(build, wire.addResultsImport),
    addImportPart: mutationEndpoint(build, wire.addImportPart),
    changeResultsImport: mutationEndpoint(build, wire.changeResultsImport, ({ id, mapping = [] }, dispatch) => [
      dispatch(
        reads.util.updateQueryData('getResultsImport', { id }, (importState) => {
          for (const { at, field, category_id, unit } of mapping) {
            const column = importState.mapping[at]
            if (column && (field !== undefined || category_id !== undefined)) Object.assign(column, { field: field ?? null, category_id: category_id ?? null })
            if (column) Object.assign(column, { source: 'chosen', is_unit_guessed: false, ...(unit !== undefined && { unit }) })
          }
        }),
      ),
    ]),
    fixImportRow: mutationEndpoint(build, row.fixImportRow),
    applyResultsImport: mutationEndpoint(build, wire.applyResultsImport),
    undoResultsImport: mutationEndpoint(build, wire.undoResultsImport),
    removeResultsImport: mutationEndpoint(build, wire.removeResultsImport),
  }),
})
