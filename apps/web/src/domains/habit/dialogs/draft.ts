import type { HabitGoalKind } from '@sukoyaka/wire/care/habit'
import type { useTranslation } from 'react-i18next'
import { lengthOf } from '../../../ui/form/length.ts'
import type { Targets } from './targets.ts'

type T = ReturnType<typeof useTranslation<'habit'>>['t']

export const maxContentLength = 500

export type Draft = { content: string; kind: HabitGoalKind | null; days_per_week?: number | null; targets?: Targets }

export const draftErrors = ({ content, kind }: Draft, t: T) => ({
  content: content.trim() ? lengthOf(content) > maxContentLength : t('form.contentMissing'),
  kind: kind ? undefined : t('form.kindMissing'),
})
