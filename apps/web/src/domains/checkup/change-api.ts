import { judgedNumber, statusOf } from '@sukoyaka/rules/record/checkup'
import { addTestResults, changeTestResult, removeTestResult } from '@sukoyaka/wire/record/result'
import { mutationEndpoint, type OptimisticUpdate } from '../../api/api.ts'
import { resultsApi } from './api.ts'

type PatchDispatch = Parameters<OptimisticUpdate<typeof removeTestResult>>[1]
type List = Parameters<Parameters<typeof resultsApi.util.updateQueryData<'listTestResults'>>[2]>[0]

/** The request does not name the patient, so the result is searched in every cached reply of `listTestResults`. */
const updateEveryList = (dispatch: PatchDispatch, edit: (list: List) => void) =>
  dispatch((_, getState) => resultsApi.util.selectInvalidatedBy(getState(), ['test_results']))
    .filter(({ endpointName }) => endpointName === 'listTestResults')
    .map(({ originalArgs }) => dispatch(resultsApi.util.updateQueryData('listTestResults', originalArgs, edit)))

export const { useAddTestResultsMutation, useChangeTestResultMutation, useRemoveTestResultMutation } = resultsApi.injectEndpoints({
  endpoints: (build) => ({
    addTestResults: mutationEndpoint(build, addTestResults),
    changeTestResult: mutationEndpoint(build, changeTestResult, ({ id, value, comparator, unit, recorded_at }, dispatch) =>
      updateEveryList(dispatch, (list) => {
        const result = list.items.find((item) => item.id === id)
        if (!result) return
        if (recorded_at !== undefined) result.recorded_at = recorded_at
        // the server converts units
        if (value === undefined || unit !== undefined) return
        const range = list.ranges?.find((item) => item.id === result.range_id)
        Object.assign(result, {
          value,
          comparator: comparator ?? null,
          entered_value: null,
          entered_unit: null,
          status: range ? (statusOf(judgedNumber({ value, comparator }), range) ?? null) : result.status,
        })
      }),
    ),
    removeTestResult: mutationEndpoint(build, removeTestResult, ({ id }, dispatch) =>
      updateEveryList(dispatch, (list) => {
        list.items = list.items.filter((item) => item.id !== id)
      }),
    ),
  }),
})
