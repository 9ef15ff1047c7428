import type { Endpoint } from '@sukoyaka/wire/endpoint'
import type { listTestPackageResults, listTestResults } from '@sukoyaka/wire/record/checkup'
import { urlsFor } from '../../../files/signed-file.ts'
import type { Call } from '../../../http/serve.ts'
import { fileTypes, imageResultsOfPackage, newestImageResultsOf } from '../../imaging/read-store.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { numericType } from '../judging-store.ts'
import { allTypes, packageResultsOf, patientOfReleasedPackage, testResultsOf, untoldResultsOf } from '../store.ts'

const readerOf = <E extends Endpoint>({ context, actor, language }: Call<E>) => ({ language, urlOf: urlsFor(context, actor!.id) })
const fileTypesIn = (types: readonly number[]) => types.filter((type) => fileTypes.includes(type))

export const readResults = async (call: Call<typeof listTestResults>) => {
  const { context, scope, input, language } = call
  const { user_id, count = 10, categories, types = allTypes, include } = input
  await requirePatient(scope, user_id)
  const filter = { user_id, types: fileTypesIn(types), count, categories }
  const images = filter.types.length ? await newestImageResultsOf(scope, filter, readerOf(call), Boolean(include?.includes('category'))) : []
  return testResultsOf(scope, input, language, { images, untold: await untoldResultsOf(scope, input, language, context.clock()) })
}

export const readPackageResults = async (call: Call<typeof listTestPackageResults>) => {
  const { scope, input, language } = call
  const { id, types = allTypes, include } = input
  await patientOfReleasedPackage(scope, id)
  const numeric = types.includes(numericType) ? await packageResultsOf(scope, input, language) : { items: [] }
  if (!fileTypesIn(types).length) return numeric
  const images = await imageResultsOfPackage(scope, id, readerOf(call), Boolean(include?.includes('category')))
  return { ...numeric, items: [...numeric.items, ...images.filter(({ type }) => types.includes(type))] }
}
