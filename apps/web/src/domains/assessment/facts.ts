import type { Disease } from '@sukoyaka/wire/care/assessment'
import type { CallError } from '../../api/call-error.ts'
import type { Direction, Status } from '../../ui/status/marks.tsx'

/** The newest value of one category of a patient, as it is printed. */
export type Measured = { category_id: number; name: string; value: string; unit: string; status: Status; direction?: Direction; recorded_at: string }

export type PreventPlan = NonNullable<Disease['prevent_plans']>[number]

/** What a page knows of the patient from other domains. */
export type Facts = {
  birthday: string | null
  sex: 'male' | 'female' | null
  measured: Measured[] | 'failed' | undefined
  /** Absent for those who may give nobody a goal. */
  goals?: { has: (plan: PreventPlan) => boolean; add: (plan: PreventPlan) => Promise<CallError | undefined> }
}

/** The goal that a plan becomes: its title is the goal, its body explains it. */
export const goalOf = ({ title, body }: Pick<PreventPlan, 'title' | 'body'>) => `${title}\n${body}`.trim()
