import type { JobStressCheck, StressScale } from '@sukoyaka/wire/record/stress-check'
import { intlLocale, type Language } from '../../ui/date/tokyo.ts'

export type ScaleRow = StressScale & { point: number; before: number | undefined }

/** Point 3 and above is usual or better, so only 1 and 2 call for attention. */
export const toneOfPoint = (point: number) => (point === 1 ? 'danger' : point === 2 ? 'warning' : 'healthy')

/** Scales that have an evaluation point, with the point of the previous check. */
export const rowsOf = (check: JobStressCheck, before: JobStressCheck | undefined): ScaleRow[] => {
  const earlier = new Map(before?.scales.map(({ code, evaluation_point }) => [code, evaluation_point]))
  return check.scales.flatMap((scale) =>
    scale.evaluation_point === null ? [] : [{ ...scale, point: scale.evaluation_point, before: earlier.get(scale.code) ?? undefined }],
  )
}

/** Scales that call for attention, the worst first. */
export const weakRows = (rows: readonly ScaleRow[]) => rows.filter(({ point }) => point <= 2).toSorted((one, other) => one.point - other.point)

export const listWords = (words: readonly string[], language: Language) => new Intl.ListFormat(intlLocale[language], { type: 'conjunction' }).format(words)
