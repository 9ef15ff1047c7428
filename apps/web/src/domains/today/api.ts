import * as today from '@sukoyaka/wire/boards/today'
import { addUrgentContact, removeUrgentContact } from '@sukoyaka/wire/boards/urgent-contact'
import { api, mutationEndpoint, type OptimisticUpdate, queryEndpoint } from '../../api/api.ts'
import { cacheUtil } from '../../api/query-cache.ts'

type Row = Pick<today.TodayItem, 'section' | 'subject_id' | 'patient'>
type Rows = { section?: string; items: Row[]; total_count: number; reviewed_count: number }
type CachedRows = Rows & { sections?: Rows[] }

/** Poll interval in ms for time-dependent sections; events update the others. */
export const pollIntervalMs = 120_000
/** Tags whose changes refetch the board. Steps are not among them, because they change too often. */
const boardTags = [
  ...(['today', 'test_results', 'test_packages', 'interviews', 'message_rooms', 'urgent_contacts', 'contracts', 'health_records', 'habit_goals'] as const),
]

/** Optimistic update: removes a reviewed row from the board and its section. */
const optimisticReview: OptimisticUpdate<typeof today.addTodayReview> = ({ section, user_id, subject_id }, dispatch) => {
  const isReviewedRow = (row: Row) => row.patient.id === user_id && row.subject_id === (subject_id ?? null)
  const removeReviewed = (rows: Rows) => {
    const before = rows.items.length
    rows.items = rows.items.filter((row) => !isReviewedRow(row))
    if (rows.items.length === before) return
    rows.total_count -= 1
    rows.reviewed_count += 1
  }
  const cacheEntries = dispatch((_, getState) => cacheUtil.selectInvalidatedBy<{ section?: string; reviewed?: boolean } | undefined>(getState(), ['today']))
  return cacheEntries
    .filter(({ originalArgs }) => !originalArgs?.reviewed && (originalArgs?.section === undefined || originalArgs.section === section))
    .map(({ endpointName, originalArgs }) =>
      dispatch(
        cacheUtil.updateQueryData(endpointName, originalArgs, (cached: CachedRows) => {
          for (const rows of cached.sections ?? [cached]) if (rows.section === undefined || rows.section === section) removeReviewed(rows)
        }),
      ),
    )
}

export const {
  useGetTodayQuery,
  useListTodaySectionQuery,
  useLazyListTodaySectionQuery,
  useAddTodayReviewMutation,
  useRemoveTodayReviewMutation,
  useAddUrgentContactMutation,
  useRemoveUrgentContactMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    getToday: queryEndpoint(build, today.getToday, ...boardTags),
    listTodaySection: queryEndpoint(build, today.listTodaySection, ...boardTags),
    addTodayReview: mutationEndpoint(build, today.addTodayReview, optimisticReview),
    removeTodayReview: mutationEndpoint(build, today.removeTodayReview),
    addUrgentContact: mutationEndpoint(build, addUrgentContact),
    removeUrgentContact: mutationEndpoint(build, removeUrgentContact),
  }),
})
