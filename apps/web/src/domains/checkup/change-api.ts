import { judgedNumber, statusOf } from '@sukoyaka/rules/record/checkup'
import { isSerious, readValue } from '@sukoyaka/rules/record/judge'
import { addTestResults, changeTestResult, removeTestResult } from '@sukoyaka/wire/record/result'
import { mutationEndpoint, type OptimisticUpdate } from '../../api/api.ts'
import { resultsApi } from './api.ts'
import { allResultsApi } from './grid/complete.ts'

type PatchDispatch = Parameters<OptimisticUpdate<typeof removeTestResult>>[1]
type List = Pick<Parameters<Parameters<typeof resultsApi.util.updateQueryData<'listTestResults'>>[2]>[0], 'items' | 'ranges'>

/** The request does not name the patient, so the result is searched in every cached list of results. */
const updateEveryList = (dispatch: PatchDispatch, edit: (list: List) => void) =>
  dispatch((_, getState) => resultsApi.util.selectInvalidatedBy(getState(), ['test_results'])).flatMap(({ endpointName, originalArgs }) =>
    endpointName === 'listTestResults'
      ? [dispatch(resultsApi.util.updateQueryData(endpointName, originalArgs, edit))]
      : endpointName === 'listAllResults'
        ? [dispatch(allResultsApi.util.updateQueryData(endpointName, originalArgs, edit))]
        : [],
  )

/** The category of a result in the catalogue, which the dialog to edit results has loaded. */
const categoryOf = (dispatch: PatchDispatch, id: number) =>
  dispatch((_, getState) =>
    resultsApi.endpoints.listNumericTestResultCategories
      .select({})(getState())
      .data?.items.find((item) => item.id === id),
  )

export const { useAddTestResultsMutation, useChangeTestResultMutation, useRemoveTestResultMutation } = resultsApi.injectEndpoints({
  endpoints: (build) => ({
    addTestResults: mutationEndpoint(build, addTestResults),
    changeTestResult: mutationEndpoint(build, changeTestResult, ({ id, value, comparator, unit, recorded_at }, dispatch) =>
      updateEveryList(dispatch, (list) => {
        const result = list.items.find((item) => item.id === id)
        if (!result) return
        if (recorded_at !== undefined) result.recorded_at = recorded_at
        const category = categoryOf(dispatch, result.category_id)
        if (value === undefined || !category) return
        const read = readValue(category, { value, comparator: comparator ?? null, unit: unit ?? null, confirmed: true })
        if ('problem' in read) return
        const range = list.ranges?.find((item) => item.id === result.range_id)
        const status = range ? (statusOf(judgedNumber(read), range) ?? null) : result.status
        Object.assign(result, { ...read, status, is_serious: isSerious(read, category) })
      }),
    ),
    removeTestResult: mutationEndpoint(build, removeTestResult, ({ id }, dispatch) =>
      updateEveryList(dispatch, (list) => {
        list.items = list.items.filter((item) => item.id !== id)
      }),
    ),
  }),
})
