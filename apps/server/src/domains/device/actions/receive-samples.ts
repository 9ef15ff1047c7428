import type { Input } from '@sukoyaka/wire/endpoint'
import type { Channel, PostCounts, postAppleHealth } from '@sukoyaka/wire/record/device'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { requestDerivation } from '../queue.ts'
import { assertSamples, deleteSamples, lockDevices, upsertSamples } from '../sample-store.ts'
import { noteChannel, noteSeries, type SeriesEnd, sourceIdsOf } from '../source-store.ts'

/** The latest end of each source and type in a post. */
const endsOf = (samples: Input<typeof postAppleHealth>['samples'], sourceIdAt: (index: number) => number): SeriesEnd[] => {
  const ends = new Map<string, SeriesEnd>()
  for (const [index, { type, ended_at }] of samples.entries()) {
    const source_id = sourceIdAt(index)
    const key = `${source_id} ${type}`
    const end = ends.get(key)
    if (!end) ends.set(key, { source_id, type, last_ended_at: ended_at })
    else if (Date.parse(ended_at) > Date.parse(end.last_ended_at)) end.last_ended_at = ended_at
  }
  return [...ends.values()]
}

/** Stores what a phone sent. Everything is checked first; all of it is stored or nothing. */
export const receiveSamples = async (
  { clock, jobs }: Pick<AppContext, 'clock' | 'jobs'>,
  scope: PatientScope,
  channel: Channel,
  { user_id, samples, deleted = [], denied_types }: Input<typeof postAppleHealth>,
): Promise<PostCounts> => {
  await requirePatient(scope, user_id)
  const now = clock()
  assertSamples(samples, now.getTime())
  await lockDevices(scope, user_id)
  const source_ids = await sourceIdsOf(
    scope,
    user_id,
    channel,
    samples.map(({ source }) => source),
  )
  const sourceIdAt = (index: number) => source_ids[index]!
  const counts = await upsertSamples(scope, user_id, samples, sourceIdAt)
  const deletedCount = await deleteSamples(scope, { user_id, channel, deleted })
  await noteSeries(scope, endsOf(samples, sourceIdAt), now.toISOString())
  await noteChannel(scope, { user_id, channel, posted_at: now.toISOString(), denied_types: denied_types && [...new Set(denied_types)].sort() })
  if (counts.new + counts.changed + deletedCount) await requestDerivation(jobs, scope.db, user_id, samples.length)
  return { ...counts, deleted: deletedCount }
}
