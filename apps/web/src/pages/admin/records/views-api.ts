import { addView, changeView, listViews, removeView } from '@sukoyaka/wire/boards/admin/view'
import { api, mutationEndpoint, queryEndpoint } from '../../../api/api.ts'

export const { useListViewsQuery, useAddViewMutation, useChangeViewMutation, useRemoveViewMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listViews: queryEndpoint(build, listViews, 'saved_views'),
    addView: mutationEndpoint(build, addView),
    changeView: mutationEndpoint(build, changeView),
    removeView: mutationEndpoint(build, removeView),
  }),
})
