import { tokyoDay } from '@sukoyaka/rules/time'
import * as checkup from '@sukoyaka/wire/record/checkup'
import * as result from '@sukoyaka/wire/record/result'
import { sayReason } from '../../config/language.ts'
import { serve } from '../../http/serve.ts'
import { release, takeBack } from './actions/release.ts'
import { testPackagesOf } from './package-store.ts'
import { deleteResult, putResults, updateResult } from './result-store.ts'
import { numericCategories, packageResultsOf, referenceRangesOf, testCategories, testResultsOf } from './store.ts'

export const checkupRoutes = [
  serve(checkup.listNumericTestResultCategories, async ({ db, language }) => ({ items: await numericCategories(db, language) })),
  serve(checkup.listTestCategories, async ({ db, language }) => ({ items: await testCategories(db, language) })),
  serve(checkup.listReferenceRanges, async ({ db, context, reach, input }) => ({ items: await referenceRangesOf(db, reach, input, context.clock()) })),
  serve(checkup.listTestPackages, async ({ db, reach, input, language }) => ({ items: await testPackagesOf(db, reach, input, language) })),
  serve(checkup.releaseTestPackage, release),
  serve(checkup.takeBackTestPackage, takeBack),
  serve(checkup.listTestResults, ({ db, reach, input, language }) => testResultsOf(db, reach, input, language)),
  serve(checkup.listTestPackageResults, async ({ db, reach, input, language }) => ({ items: await packageResultsOf(db, reach, input, language) })),
  serve(result.addTestResults, async ({ db, reach, input, language, context }) => {
    const outcomes = await putResults(db, reach, input, tokyoDay(context.clock()))
    return { items: outcomes.map((one) => ({ ...one, ...(one.reason && { message: sayReason(language, one.reason) }) })) }
  }),
  serve(result.changeTestResult, ({ db, reach, input, context }) => updateResult(db, reach, input, tokyoDay(context.clock()))),
  serve(result.removeTestResult, async ({ db, reach, input, context }) => {
    await deleteResult(db, reach, input.id, tokyoDay(context.clock()))
    return null
  }),
]
