import { updateAuthInfo } from '@sukoyaka/wire/people/credentials'
import { changePasskey, listPasskeys, removePasskey } from '@sukoyaka/wire/people/passkey'
import { endOtherSessions, endSession, listSessions, listTrustedDevices, removeTrustedDevice, removeTrustedDevices } from '@sukoyaka/wire/people/session'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const {
  useListSessionsQuery,
  useListTrustedDevicesQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useRemoveTrustedDeviceMutation,
  useRemoveTrustedDevicesMutation,
  useUpdateAuthInfoMutation,
  useListPasskeysQuery,
  useChangePasskeyMutation,
  useRemovePasskeyMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: queryEndpoint(build, listSessions, 'sessions'),
    listTrustedDevices: queryEndpoint(build, listTrustedDevices, 'trusted_devices'),
    endSession: mutationEndpoint(build, endSession),
    endOtherSessions: mutationEndpoint(build, endOtherSessions),
    removeTrustedDevice: mutationEndpoint(build, removeTrustedDevice),
    removeTrustedDevices: mutationEndpoint(build, removeTrustedDevices),
    updateAuthInfo: mutationEndpoint(build, updateAuthInfo),
    listPasskeys: queryEndpoint(build, listPasskeys, 'passkeys'),
    changePasskey: mutationEndpoint(build, changePasskey),
    removePasskey: mutationEndpoint(build, removePasskey),
  }),
})
