import { addVisit } from '@sukoyaka/wire/platform'
import { api, write } from '../kit/api.ts'

export const platformApi = api.injectEndpoints({ endpoints: (build) => ({ addVisit: write(build, addVisit) }) })
