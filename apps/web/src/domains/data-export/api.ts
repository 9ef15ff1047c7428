import { listDataExports, removeDataExport, startDataExport } from '@sukoyaka/wire/boards/data-export'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const { useListDataExportsQuery, useStartDataExportMutation, useRemoveDataExportMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listDataExports: queryEndpoint(build, listDataExports, 'data_exports'),
    startDataExport: mutationEndpoint(build, startDataExport),
    removeDataExport: mutationEndpoint(build, removeDataExport),
  }),
})
