import type { Input } from '@sukoyaka/wire/endpoint'
import type { Channel, PostCounts, postAppleHealth } from '@sukoyaka/wire/record/device'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { requestDerivation } from '../queue.ts'
import { readColumns, type SampleColumns } from '../sample-columns.ts'
import { deleteSamples, lockDevices, upsertSamples } from '../sample-store.ts'
import { noteChannel, type SeriesEnd, sourceIdsOf } from '../source-store.ts'

/** The latest end of each source and type in a post. */
const endsOf = ({ types, source_indexes, ends, ended_at }: SampleColumns, source_ids: readonly number[]): SeriesEnd[] => {
  const latest = new Map<string, number>()
  let [lastKey, lastType, lastSource] = ['', '', -1]
  for (const [index, type] of types.entries()) {
    const source = source_indexes[index]!
    if (type !== lastType || source !== lastSource) [lastKey, lastType, lastSource] = [`${source} ${type}`, type, source]
    const known = latest.get(lastKey)
    if (known === undefined || ends[index]! > ends[known]!) latest.set(lastKey, index)
  }
  return [...latest.values()].map((index) => ({ source_id: source_ids[source_indexes[index]!]!, type: types[index]!, last_ended_at: ended_at[index]! }))
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
  const columns = readColumns(samples, now.getTime())
  await lockDevices(scope, user_id)
  const source_ids = await sourceIdsOf(scope, user_id, channel, columns.sources)
  const counts = await upsertSamples(scope, user_id, columns, source_ids)
  const deletedCount = await deleteSamples(scope, { user_id, channel, deleted })
  const post = { user_id, channel, posted_at: now.toISOString(), denied_types: denied_types && [...new Set(denied_types)].sort() }
  await noteChannel(scope, post, endsOf(columns, source_ids))
  if (counts.new + counts.changed + deletedCount) await requestDerivation(jobs, scope.db, user_id, samples.length)
  return { ...counts, deleted: deletedCount }
}
