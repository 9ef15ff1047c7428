import * as checkup from '@sukoyaka/wire/checkup'
import { serve } from '../kit/serve.ts'
import { numericCategories, packageResultsOf, referenceRangesOf, testPackagesOf, testResultsOf } from './store.ts'

export const checkupRoutes = [
  serve(checkup.listNumericTestResultCategories, async ({ db, language }) => ({ items: await numericCategories(db, language) })),
  serve(checkup.listReferenceRanges, async ({ db, house, reach, input }) => ({ items: await referenceRangesOf(db, reach, input, house.clock()) })),
  serve(checkup.listTestPackages, async ({ db, reach, input, language }) => ({ items: await testPackagesOf(db, reach, input.user_id, language) })),
  serve(checkup.listTestResults, async ({ db, reach, input, language }) => ({ items: await testResultsOf(db, reach, input, language) })),
  serve(checkup.listTestPackageResults, async ({ db, reach, input, language }) => ({ items: await packageResultsOf(db, reach, input, language) })),
]
