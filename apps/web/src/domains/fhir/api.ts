import { applyFhirImport, checkFhirImport, listFhirImports, undoFhirImport } from '@sukoyaka/wire/boards/fhir-import'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const { useListFhirImportsQuery, useCheckFhirImportMutation, useApplyFhirImportMutation, useUndoFhirImportMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listFhirImports: queryEndpoint(build, listFhirImports, 'fhir_imports'),
    checkFhirImport: mutationEndpoint(build, checkFhirImport),
    applyFhirImport: mutationEndpoint(build, applyFhirImport),
    undoFhirImport: mutationEndpoint(build, undoFhirImport),
  }),
})
