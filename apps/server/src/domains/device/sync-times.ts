import { type Channel, daysReadAgain, type SampleType } from '@sukoyaka/wire/record/device'
import type { PatientScope } from '../../access/patient-scope.ts'
import { requirePatient } from '../patient/require-store.ts'
import { latestOfTypes } from './source-store.ts'

/** The time from which the next post should have samples: `daysReadAgain` days before the last sample, because samples come late and are revised. */
const readFrom = (last_ended_at: string) => new Date(Date.parse(last_ended_at) - daysReadAgain * 86_400_000).toISOString()

export const latestPosts = async (scope: PatientScope, user_id: number, channel: Channel) => {
  await requirePatient(scope, user_id)
  const rows = await latestOfTypes(scope, user_id, channel)
  return rows.map((row) => ({ ...row, read_from: readFrom(row.last_ended_at) }))
}

export const syncTimes = async (scope: PatientScope, user_id: number, channel: Channel, keys: readonly SampleType[]) => {
  const latest = new Map((await latestPosts(scope, user_id, channel)).map((post) => [post.type, post]))
  return keys.map((key) => ({ key, last_sync_time: latest.get(key)?.posted_at ?? null, read_from: latest.get(key)?.read_from ?? null }))
}
