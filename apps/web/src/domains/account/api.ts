import { getUser, listUsers } from '@sukoyaka/wire/people/account'
import { api, queryEndpoint } from '../../api/api.ts'

export const { useGetUserQuery, useListUsersQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getUser: queryEndpoint(build, getUser, 'users'),
    listUsers: queryEndpoint(build, listUsers, 'users'),
  }),
})
