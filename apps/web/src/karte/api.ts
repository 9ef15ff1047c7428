import { listKartes } from '@sukoyaka/wire/karte'
import { api, read } from '../kit/api.ts'

export const { useListKartesQuery } = api.injectEndpoints({
  endpoints: (build) => ({ listKartes: read(build, listKartes, 'kartes') }),
})
