import * as releases from '@sukoyaka/wire/boards/release-queue'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const { useListReleasesQuery, useAddReleasesMutation, useStopReleasesMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listReleases: queryEndpoint(build, releases.listReleases, 'test_packages', 'test_results', 'urgent_contacts', 'held_releases'),
    addReleases: mutationEndpoint(build, releases.addReleases),
    stopReleases: mutationEndpoint(build, releases.stopReleases),
  }),
})
