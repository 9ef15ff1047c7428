import type { Disease } from '@sukoyaka/wire/care/assessment'
import type { CallError } from '../../../api/call-error.ts'
import type { Direction, Status } from '../../../ui/status/marks.tsx'

/** A patient’s newest value of one category, formatted for display. */
export type Measured = { category_id: number; name: string; value: string; unit: string; status: Status; direction?: Direction; recorded_at: string }

export type PreventPlan = NonNullable<Disease['prevent_plans']>[number]

/** Patient data of other domains, passed in by the page. */
export type Facts = {
  birthday: string | null
  sex: 'male' | 'female' | null
  /** Recorded diseases of relatives; empty until they have loaded. */
  family_disease_ids: ReadonlySet<number>
  measured: Measured[] | 'failed' | undefined
  /** Absent without permission to create goals and until the goals have loaded. */
  goals?: { has: (plan: PreventPlan) => boolean; add: (plan: PreventPlan) => Promise<CallError | undefined> }
}

/** Content of the habit goal made from a prevention plan: the title, then the body on the next line. */
export const goalOf = ({ title, body }: Pick<PreventPlan, 'title' | 'body'>) => `${title}\n${body}`.trim()
