import * as calendar from '@sukoyaka/wire/care/calendar'
import { api, read, write } from '../../api/api.ts'

export const { useListCalendarFeedsQuery, useAddCalendarFeedMutation, useRemoveCalendarFeedMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listCalendarFeeds: read(build, calendar.listCalendarFeeds, 'calendar_feeds'),
    addCalendarFeed: write(build, calendar.addCalendarFeed),
    removeCalendarFeed: write(build, calendar.removeCalendarFeed),
  }),
})
