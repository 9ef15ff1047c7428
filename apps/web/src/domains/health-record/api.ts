import * as health_record from '@sukoyaka/wire/record/health-record'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

const lists = api.injectEndpoints({
  endpoints: (build) => ({
    listHealthRecordCategories: queryEndpoint(build, health_record.listHealthRecordCategories, 'record_templates'),
    listHealthRecords: queryEndpoint(build, health_record.listHealthRecords, 'health_records'),
  }),
})

export const {
  useListHealthRecordCategoriesQuery,
  useListHealthRecordsQuery,
  useAddHealthRecordMutation,
  useChangeHealthRecordMutation,
  useRemoveHealthRecordMutation,
} = lists.injectEndpoints({
  endpoints: (build) => ({
    addHealthRecord: mutationEndpoint(build, health_record.addHealthRecord),
    changeHealthRecord: mutationEndpoint(build, health_record.changeHealthRecord),
    removeHealthRecord: mutationEndpoint(build, health_record.removeHealthRecord, ({ id }, dispatch) =>
      dispatch((_, getState) => lists.util.selectInvalidatedBy(getState(), ['health_records']))
        .filter(({ endpointName }) => endpointName === 'listHealthRecords')
        .map(({ originalArgs }) =>
          dispatch(
            lists.util.updateQueryData('listHealthRecords', originalArgs, (list) => {
              list.items = list.items.filter((item) => item.id !== id)
            }),
          ),
        ),
    ),
  }),
})
