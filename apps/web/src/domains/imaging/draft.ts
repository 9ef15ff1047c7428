import { tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { FollowUpKind, ImageTestResult } from '@sukoyaka/wire/record/imaging'
import { dayOf } from './image-texts.ts'

export type Draft = {
  category_id: number | null
  day: string | null
  status: number | null
  finding: string
  follow_up_kind: FollowUpKind | null
  follow_up_on: string | null
  is_follow_up_done: boolean
}
export const maxFindingLength = 4000

export const draftOf = (result: ImageTestResult): Draft => ({
  category_id: result.category_id,
  day: dayOf(result),
  status: result.status,
  finding: result.finding,
  follow_up_kind: result.follow_up_kind,
  follow_up_on: result.follow_up_on,
  is_follow_up_done: result.is_follow_up_done,
})

/** The instant to save for a day: its start in Tokyo, so that today is never in the future. An unchanged day keeps the saved time. */
export const recordedAt = (day: string, saved?: ImageTestResult) => (saved && dayOf(saved) === day ? saved.recorded_at : tokyoStartOfDay(day).toISOString())

/** Only changed fields are sent, so that concurrent changes to other fields are not overwritten. */
export const changesIn = (draft: Draft & { category_id: number; day: string }, first: ImageTestResult) => ({
  ...(draft.category_id !== first.category_id && { category_id: draft.category_id }),
  ...(draft.day !== dayOf(first) && { recorded_at: recordedAt(draft.day, first) }),
  ...(draft.status !== first.status && { status: draft.status }),
  ...(draft.finding.trim() !== first.finding && { finding: draft.finding.trim() }),
  ...(draft.follow_up_kind !== first.follow_up_kind && { follow_up_kind: draft.follow_up_kind }),
  ...(draft.follow_up_on !== first.follow_up_on && { follow_up_on: draft.follow_up_on }),
  ...(draft.is_follow_up_done !== first.is_follow_up_done && { is_follow_up_done: draft.is_follow_up_done }),
})
