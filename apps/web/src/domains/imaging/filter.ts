import type { ImageTestResult } from '@sukoyaka/wire/record/imaging'
import { dayOf } from './image-texts.ts'

export type Filter = { category_id: number | null; day: string | null; findings: boolean }
export const noFilter: Filter = { category_id: null, day: null, findings: false }

/** Whether the status is 1 (unhealthy) or 2 (warning). */
const hasFinding = ({ status }: ImageTestResult) => status === 1 || status === 2

export const filtered = (results: readonly ImageTestResult[], { category_id, day, findings }: Filter) =>
  results.filter(
    (result) => (category_id === null || result.category_id === category_id) && (day === null || dayOf(result) === day) && (!findings || hasFinding(result)),
  )

/** Previous examination of the same category. */
export const previousOf = (results: readonly ImageTestResult[], result: ImageTestResult) =>
  results.find((item) => item.category_id === result.category_id && item.id !== result.id && item.recorded_at < result.recorded_at)

/** Adds or removes an id. At most two are compared; a third replaces the first. */
export const togglePicked = (picked: readonly number[], id: number): number[] =>
  picked.includes(id) ? picked.filter((picked_id) => picked_id !== id) : [...picked, id].slice(-2)
