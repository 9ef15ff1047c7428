import { listTimeline, listTimelineMonths } from '@sukoyaka/wire/boards/timeline'
import { api, queryEndpoint } from '../../api/api.ts'

/** A change to any of these tags refetches the timeline. */
const timelineTags = [
  ...(['kartes', 'interviews', 'test_packages', 'test_results', 'questionnaires', 'habit_goals', 'assessments', 'contracts'] as const),
  ...(['orders', 'urgent_contacts'] as const),
] as const

export const { useListTimelineQuery, useListTimelineMonthsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    listTimeline: queryEndpoint(build, listTimeline, ...timelineTags),
    listTimelineMonths: queryEndpoint(build, listTimelineMonths, ...timelineTags),
  }),
})
