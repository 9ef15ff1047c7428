import { getUser, listUsers } from '@sukoyaka/wire/people/account'
import { api, read } from '../../api/api.ts'

export const { useGetUserQuery, useListUsersQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getUser: read(build, getUser, 'users'),
    listUsers: read(build, listUsers, 'users'),
  }),
})
