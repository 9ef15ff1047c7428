import type { Reply } from '@sukoyaka/wire/endpoint'
import * as checkup from '@sukoyaka/wire/record/checkup'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

/** Catalogue item with the data needed for entry and search. */
export type Category = Reply<typeof checkup.listNumericTestResultCategories>['items'][number]

export const results = api.injectEndpoints({
  endpoints: (build) => ({
    listTestResults: queryEndpoint(build, checkup.listTestResults, 'test_results'),
    listReferenceRanges: queryEndpoint(build, checkup.listReferenceRanges, 'users'),
    listTestPackages: queryEndpoint(build, checkup.listTestPackages, 'test_packages'),
    listTestPackageResults: queryEndpoint(build, checkup.listTestPackageResults, 'test_results'),
    listTestCategories: queryEndpoint(build, checkup.listTestCategories),
    listNumericTestResultCategories: queryEndpoint(build, checkup.listNumericTestResultCategories),
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
} = results
