import type { ImageTestResult } from '@sukoyaka/wire/record/imaging'
import type { PatientScope } from '../../access/patient-scope.ts'
import { findImageResults, type Reader } from './store.ts'

type ImageFilter = { user_id: number; test_package_id?: number; count?: number; categories?: readonly string[]; include?: readonly string[] }

/** Imaging results as part of other results: of one checkup, or the newest `count` of each category. From the newest 1,000 of the patient. */
export const imageResultsFor = async (
  scope: PatientScope,
  { user_id, test_package_id, count = 10, categories, include }: ImageFilter,
  reader: Reader,
): Promise<ImageTestResult[]> => {
  const seen = new Map<number, number>()
  const isWanted = ({ category_id, category, ...result }: ImageTestResult) => {
    if (categories?.length && !categories.includes(category!.name)) return false
    if (test_package_id !== undefined) return result.test_package_id === test_package_id
    const place = (seen.get(category_id) ?? 0) + 1
    seen.set(category_id, place)
    return place <= count
  }
  const wanted = (await findImageResults(scope, 'user_id', user_id, reader, true)).filter(isWanted)
  return include?.includes('category') ? wanted : wanted.map(({ category: _, ...result }) => result)
}
