import type { Reply } from '@sukoyaka/wire/endpoint'
import * as checkup from '@sukoyaka/wire/record/checkup'
import { api, mutationEndpoint, partialQueryEndpoint, queryEndpoint } from '../../api/api.ts'

/** Catalogue item with the data needed for entry and search. */
export type Category = Reply<typeof checkup.listNumericTestResultCategories>['items'][number]

type Results = { items: Reply<typeof checkup.listTestResults>['items'] }
/** The reply without image results, which have a list of their own. */
export const numericPart = <R extends Results>({ items, ...reply }: R) => ({ ...reply, items: items.filter((item) => 'value' in item) })
/** Value of the parameter `types` that requests numeric results only. */
export const numericTypes = [0]

export const resultsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // a contact about critical values changes `untold`; patients and staff get it as a change of `test_packages`
    listTestResults: partialQueryEndpoint(build, checkup.listTestResults, numericPart, 'test_results', 'test_packages'),
    listReferenceRanges: queryEndpoint(build, checkup.listReferenceRanges, 'users'),
    listTestPackages: queryEndpoint(build, checkup.listTestPackages, 'test_packages'),
    listTestPackageResults: partialQueryEndpoint(build, checkup.listTestPackageResults, numericPart, 'test_results'),
    listTestCategories: queryEndpoint(build, checkup.listTestCategories, 'test_categories'),
    listNumericTestResultCategories: queryEndpoint(build, checkup.listNumericTestResultCategories, 'result_categories'),
    releaseTestPackage: mutationEndpoint(build, checkup.releaseTestPackage),
    withdrawTestPackageRelease: mutationEndpoint(build, checkup.withdrawTestPackageRelease),
  }),
})

export const {
  useListTestResultsQuery,
  useListReferenceRangesQuery,
  useListTestPackagesQuery,
  useListTestPackageResultsQuery,
  useListTestCategoriesQuery,
  useListNumericTestResultCategoriesQuery,
  useReleaseTestPackageMutation,
  useWithdrawTestPackageReleaseMutation,
} = resultsApi
