import * as calendar from '@sukoyaka/wire/care/calendar'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const { useListCalendarFeedsQuery, useAddCalendarFeedMutation, useRemoveCalendarFeedMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listCalendarFeeds: queryEndpoint(build, calendar.listCalendarFeeds, 'calendar_feeds'),
    addCalendarFeed: mutationEndpoint(build, calendar.addCalendarFeed),
    removeCalendarFeed: mutationEndpoint(build, calendar.removeCalendarFeed),
  }),
})
