import * as releases from '@sukoyaka/wire/boards/release-queue'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const { useListReleasesQuery, useAddReleasesMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listReleases: queryEndpoint(build, releases.listReleases, 'test_packages', 'test_results', 'urgent_contacts'),
    addReleases: mutationEndpoint(build, releases.addReleases),
  }),
})
