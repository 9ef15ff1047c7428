import type { HabitGoalKind } from '@sukoyaka/wire/care/habit'
import { lengthOf } from '../../../ui/form/length.ts'

export const maxContentLength = 500

export type Draft = { content: string; kind: HabitGoalKind | null; days_per_week?: number | null }
export type Complete = { content: string; kind: HabitGoalKind; days_per_week?: number | null }
export type Missing = { content?: string; kind?: string }

export const isComplete = (draft: Draft): draft is Complete => draft.content.trim() !== '' && lengthOf(draft.content) <= maxContentLength && draft.kind !== null
