import { authOtp, getUser, listUsers, signInV2, signOut } from '@sukoyaka/wire/account'
import { api, read, write } from '../kit/api.ts'

export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    signInV2: write(build, signInV2),
    authOtp: write(build, authOtp),
    signOut: write(build, signOut),
    getUser: read(build, getUser, 'users'),
    listUsers: read(build, listUsers, 'users'),
  }),
})

export const { useSignInV2Mutation, useAuthOtpMutation, useGetUserQuery, useListUsersQuery } = accountApi
