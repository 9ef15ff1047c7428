import * as today from '@sukoyaka/wire/boards/today'
import { api, type OptimisticUpdate, read, write } from '../../api/api.ts'

type Row = Pick<today.TodayItem, 'section' | 'subject_id' | 'patient'>
type Rows = { section?: string; items: Row[]; total_count: number; reviewed_count: number }
type Kept = Rows & { sections?: Rows[] }

/** What others do with a record shows on the board: what it is made of is part of it. Steps are not: somebody walks all the time. */
const madeOf = ['today', 'test_results', 'test_packages', 'interviews', 'message_rooms', 'contracts', 'care_people'] as const

// biome-ignore lint/suspicious/noExplicitAny: the api before it knows its own calls
const untyped = api.util as any

/** A row that is reviewed leaves the board and its section at once. */
const foreseeReview: OptimisticUpdate<typeof today.addTodayReview> = ({ section, user_id, subject_id }, dispatch) => {
  const isIt = (row: Row) => row.patient.id === user_id && row.subject_id === (subject_id ?? null)
  const take = (rows: Rows) => {
    const before = rows.items.length
    rows.items = rows.items.filter((row) => !isIt(row))
    if (rows.items.length === before) return
    rows.total_count -= 1
    rows.reviewed_count += 1
  }
  type Held = { endpointName: string; originalArgs: { section?: string; reviewed?: boolean } }
  const held = dispatch((_: unknown, getState: () => unknown) => untyped.selectInvalidatedBy(getState(), ['today'])) as Held[]
  return held
    .filter(({ originalArgs }) => !originalArgs?.reviewed && (originalArgs?.section === undefined || originalArgs.section === section))
    .map(({ endpointName, originalArgs }) =>
      dispatch(
        untyped.updateQueryData(endpointName, originalArgs, (kept: Kept) => {
          for (const rows of kept.sections ?? [kept]) if (rows.section === undefined || rows.section === section) take(rows)
        }),
      ),
    )
}

export const { useGetTodayQuery, useListTodaySectionQuery, useAddTodayReviewMutation, useRemoveTodayReviewMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    getToday: read(build, today.getToday, ...madeOf),
    listTodaySection: read(build, today.listTodaySection, ...madeOf),
    addTodayReview: write(build, today.addTodayReview, foreseeReview),
    removeTodayReview: write(build, today.removeTodayReview),
  }),
})
