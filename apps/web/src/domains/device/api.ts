import * as day from '@sukoyaka/wire/record/device-day'
import * as google from '@sukoyaka/wire/record/google-access'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const {
  useGetDeviceSyncQuery,
  useGetDeviceDayQuery,
  useUnauthorizedScopesQuery,
  useLazyAuthorizedGoogleQuery,
  useChangeDeviceOrderMutation,
  usePreferDeviceMutation,
  useBeginGoogleAuthorizationMutation,
  useRemoveGoogleTokenMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    getDeviceSync: queryEndpoint(build, day.getDeviceSync, 'device_samples', 'device_days'),
    getDeviceDay: queryEndpoint(build, day.getDeviceDay, 'device_samples', 'device_days'),
    unauthorizedScopes: queryEndpoint(build, google.unauthorizedScopes, 'google_api_tokens'),
    authorizedGoogle: queryEndpoint(build, google.authorizedGoogle),
    preferDevice: mutationEndpoint(build, day.preferDevice),
    changeDeviceOrder: mutationEndpoint(build, day.changeDeviceOrder),
    beginGoogleAuthorization: mutationEndpoint(build, google.beginGoogleAuthorization),
    removeGoogleToken: mutationEndpoint(build, google.removeGoogleToken),
  }),
})
