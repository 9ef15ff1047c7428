import * as row from '@sukoyaka/wire/boards/import-row'
import * as wire from '@sukoyaka/wire/boards/results-import'
import { listNumericTestResultCategories } from '@sukoyaka/wire/record/checkup'
import { api, read, write } from '../../api/api.ts'

const reads = api.injectEndpoints({
  endpoints: (build) => ({
    listResultsImports: read(build, wire.listResultsImports, 'imports'),
    readResultsImport: read(build, wire.readResultsImport, 'imports'),
    listImportRows: read(build, row.listImportRows, 'imports'),
    listKeptResults: read(build, row.listKeptResults, 'imports'),
    listImportCategories: read(build, listNumericTestResultCategories),
  }),
})

export const {
  useListResultsImportsQuery,
  useReadResultsImportQuery,
  useListImportRowsQuery,
  useListKeptResultsQuery,
  useListImportCategoriesQuery,
  useAddResultsImportMutation,
  useAddImportPartMutation,
  useChangeResultsImportMutation,
  useFixImportRowMutation,
  useApplyResultsImportMutation,
  useUndoResultsImportMutation,
  useRemoveResultsImportMutation,
} = reads.injectEndpoints({
  endpoints: (build) => ({
    addResultsImport: write(build, wire.addResultsImport),
    addImportPart: write(build, wire.addImportPart),
    changeResultsImport: write(build, wire.changeResultsImport, ({ id, mapping = [] }, dispatch) => [
      dispatch(
        reads.util.updateQueryData('readResultsImport', { id }, (held) => {
          for (const { at, field, category_id, unit } of mapping) {
            const column = held.mapping[at]
            if (column && (field !== undefined || category_id !== undefined)) Object.assign(column, { field: field ?? null, category_id: category_id ?? null })
            if (column) Object.assign(column, { source: 'chosen', is_unit_guessed: false, ...(unit !== undefined && { unit }) })
          }
        }),
      ),
    ]),
    fixImportRow: write(build, row.fixImportRow),
    applyResultsImport: write(build, wire.applyResultsImport),
    undoResultsImport: write(build, wire.undoResultsImport),
    removeResultsImport: write(build, wire.removeResultsImport),
  }),
})
