import type { Endpoint } from '@sukoyaka/wire/endpoint'
import type { listTestPackageResults, listTestResults } from '@sukoyaka/wire/record/checkup'
import { urlsFor } from '../../../files/signed-file.ts'
import type { Call } from '../../../http/serve.ts'
import { imageResultsFor } from '../../imaging/filtered-store.ts'
import { packageResultsOf, patientOfReleasedPackage, testResultsOf } from '../store.ts'

const readerOf = <E extends Endpoint>({ context, actor, language }: Call<E>) => ({ language, urlOf: urlsFor(context, actor!.id) })

export const readResults = async (call: Call<typeof listTestResults>) => {
  const { scope, input, language } = call
  const images = input.include?.includes('images') ? await imageResultsFor(scope, input, readerOf(call)) : undefined
  return testResultsOf(scope, input, language, images)
}

export const readPackageResults = async (call: Call<typeof listTestPackageResults>) => {
  const { scope, input, language } = call
  const { id: test_package_id, include } = input
  const user_id = await patientOfReleasedPackage(scope, test_package_id)
  const items = await packageResultsOf(scope, input, language)
  if (!include?.includes('images')) return { items }
  return { items, images: await imageResultsFor(scope, { user_id, test_package_id, include }, readerOf(call)) }
}
