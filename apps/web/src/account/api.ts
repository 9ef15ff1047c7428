import { getUser, listUsers } from '@sukoyaka/wire/account'
import { api, read } from '../kit/api.ts'

export const { useGetUserQuery, useListUsersQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getUser: read(build, getUser, 'users'),
    listUsers: read(build, listUsers, 'users'),
  }),
})
