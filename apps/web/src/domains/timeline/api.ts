import { listTimeline, listTimelineMonths } from '@sukoyaka/wire/boards/timeline'
import { api, queryEndpoint } from '../../api/api.ts'

/** A change to any of these tags refetches the timeline. */
const made = ['kartes', 'interviews', 'test_packages', 'test_results', 'habit_goals', 'assessments', 'contracts'] as const

export const { useListTimelineQuery, useListTimelineMonthsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    listTimeline: queryEndpoint(build, listTimeline, ...made),
    listTimelineMonths: queryEndpoint(build, listTimelineMonths, ...made),
  }),
})
