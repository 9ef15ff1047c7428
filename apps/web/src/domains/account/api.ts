import { changeUser, getUser, listUsers } from '@sukoyaka/wire/people/account'
import { removeIcon } from '@sukoyaka/wire/people/icon'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const { useGetUserQuery, useListUsersQuery, useChangeUserMutation, useRemoveIconMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    getUser: queryEndpoint(build, getUser, 'users'),
    listUsers: queryEndpoint(build, listUsers, 'users'),
    changeUser: mutationEndpoint(build, changeUser),
    removeIcon: mutationEndpoint(build, removeIcon),
  }),
})
