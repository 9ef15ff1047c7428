import { tokyoDay } from '@sukoyaka/rules/time'
import * as checkup from '@sukoyaka/wire/record/checkup'
import * as lipid from '@sukoyaka/wire/record/lipid-risk'
import * as result from '@sukoyaka/wire/record/result'
import { translateReason } from '../../config/language.ts'
import { serve } from '../../http/serve.ts'
import { readPackageResults, readResults } from './actions/read-results.ts'
import { release } from './actions/release.ts'
import { lipidTargetOf, updateLipidTarget } from './lipid-risk-store.ts'
import { testPackagesOf, withdrawPackageRelease } from './package-store.ts'
import { deleteResult, putResults, updateResult } from './result-store.ts'
import { numericCategories, referenceRangesOf, testCategories } from './store.ts'

export const checkupRoutes = [
  serve(lipid.getLipidTarget, ({ scope, input }) => lipidTargetOf(scope, input.user_id)),
  serve(lipid.changeLipidTarget, ({ scope, actor, input }) => updateLipidTarget(scope, actor, input)),
  serve(checkup.listNumericTestResultCategories, async ({ db, language }) => ({ items: await numericCategories(db, language) })),
  serve(checkup.listTestCategories, async ({ db, language }) => ({ items: await testCategories(db, language) })),
  serve(checkup.listReferenceRanges, async ({ context, scope, input }) => ({ items: await referenceRangesOf(scope, input, context.clock()) })),
  serve(checkup.listTestPackages, async ({ scope, input, language }) => ({ items: await testPackagesOf(scope, input, language) })),
  serve(checkup.releaseTestPackage, release),
  serve(checkup.withdrawTestPackageRelease, ({ scope, input, language }) => withdrawPackageRelease(scope, input.id, language)),
  serve(checkup.listTestResults, readResults),
  serve(checkup.listTestPackageResults, readPackageResults),
  serve(result.addTestResults, async ({ scope, input, language, context }) => {
    const outcomes = await putResults(scope, input, tokyoDay(context.clock()))
    return { items: outcomes.map((outcome) => ({ ...outcome, ...(outcome.reason && { message: translateReason(language, outcome.reason) }) })) }
  }),
  serve(result.changeTestResult, ({ scope, input, context }) => updateResult(scope, input, tokyoDay(context.clock()))),
  serve(result.removeTestResult, async ({ scope, input, context }) => {
    await deleteResult(scope, input.id, tokyoDay(context.clock()))
    return null
  }),
]
