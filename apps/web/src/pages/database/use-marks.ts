import { tokyoDay } from '@sukoyaka/rules/time'
import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import type { Interview } from '@sukoyaka/wire/care/interview'
import type { MedicineIntake } from '@sukoyaka/wire/record/medication'
import { useMemo } from 'react'
import { type ChartMark, firstDayOf } from '../../domains/checkup/drawer/marks.ts'
import { useListHabitGoalsQuery } from '../../domains/habit/api.ts'
import { useListInterviewsQuery } from '../../domains/interview/api.ts'
import { useListMedicineIntakesQuery } from '../../domains/medication/api.ts'

const firstLine = (text: string) => text.split('\n')[0]!.trim()

const goalMark = ({ content, created_at }: HabitGoal): ChartMark => ({ at: tokyoDay(created_at), kind: 'goal', text: firstLine(content) })
const interviewMark = ({ name, conducted_at }: Interview): ChartMark => ({ at: tokyoDay(conducted_at), kind: 'interview', text: name })
const medicineMarks = ({ medicine, name, started_on }: MedicineIntake): ChartMark[] =>
  started_on ? [{ at: firstDayOf(started_on), kind: 'medicine', text: medicine?.display_name ?? name ?? '' }] : []

/** Medicines, goals and finished interviews marked on result charts. */
export const useMarks = (user_id: number): ChartMark[] => {
  const goals = useListHabitGoalsQuery({ user_id }).currentData?.items
  const medicines = useListMedicineIntakesQuery({ user_id, include: ['medicine'] }).currentData?.items
  const interviews = useListInterviewsQuery({ interviewee_id: user_id }).currentData?.items
  return useMemo(
    () => [
      ...(medicines ?? []).flatMap(medicineMarks),
      ...(goals ?? []).map(goalMark),
      ...(interviews ?? []).filter(({ status }) => status === 'done').map(interviewMark),
    ],
    [goals, medicines, interviews],
  )
}
