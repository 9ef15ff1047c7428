import type { Reply } from '@sukoyaka/wire/endpoint'
import * as checkup from '@sukoyaka/wire/record/checkup'
import { api, read, write } from '../../api/api.ts'

/** Catalogue item with the data needed for entry and search. */
export type Category = Reply<typeof checkup.listNumericTestResultCategories>['items'][number]

export const results = api.injectEndpoints({
  endpoints: (build) => ({
    listTestResults: read(build, checkup.listTestResults, 'test_results'),
    listReferenceRanges: read(build, checkup.listReferenceRanges, 'users', 'categories'),
    listTestPackages: read(build, checkup.listTestPackages, 'test_packages'),
    listTestPackageResults: read(build, checkup.listTestPackageResults, 'test_results'),
    listTestCategories: read(build, checkup.listTestCategories, 'categories'),
    listNumericTestResultCategories: read(build, checkup.listNumericTestResultCategories, 'categories'),
    releaseTestPackage: write(build, checkup.releaseTestPackage),
    takeBackTestPackage: write(build, checkup.takeBackTestPackage),
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
  useTakeBackTestPackageMutation,
} = results
