import type { SpanColumns } from '@sukoyaka/rules/record/device/dirty'
import { problemOf, storedValue } from '@sukoyaka/rules/record/device/sample'
import type { FieldReason } from '@sukoyaka/wire/errors'
import type { DeviceSource, Sample, SampleType } from '@sukoyaka/wire/record/device'
import { apiError } from '../../errors/api-error.ts'

/** The samples of a post as columns: a post holds up to 100,000, so they are read once and get no objects of their own. */
export type SampleColumns = SpanColumns & {
  record_ids: string[]
  types: SampleType[]
  /** In the stored unit. */
  values: number[]
  started_at: string[]
  ended_at: string[]
  starts: Float64Array
  ends: Float64Array
  zone_offsets: number[]
  /** Indexes of the samples’ sources in `sources`. */
  source_indexes: number[]
  sources: DeviceSource[]
}

/** Maximum number of fields with errors in a reply. */
const maxErrors = 100

export const sourceKey = ({ maker, model, app }: DeviceSource) => `${maker.trim()}\n${model.trim()}\n${app.trim()}`

type KnownSource = { index: number; record_ids: Set<string> }

/** Finds the index of a sample’s source, and the record ids read from that source. Most samples have the source of the sample before: no key is made then. */
const sourceFinder = (sources: DeviceSource[]) => {
  const known = new Map<string, KnownSource>()
  let last: { source: DeviceSource; found: KnownSource } | undefined
  return (source: DeviceSource): KnownSource => {
    if (last && source.maker === last.source.maker && source.model === last.source.model && source.app === last.source.app) return last.found
    const key = sourceKey(source)
    const found = known.get(key) ?? { index: sources.push(source) - 1, record_ids: new Set() }
    known.set(key, found)
    last = { source, found }
    return found
  }
}

/** Reads samples into columns. Throws 422 with the fields of invalid samples, at most `maxErrors`. */
export const readColumns = (samples: readonly Sample[], now: number): SampleColumns => {
  const [starts, ends] = [new Float64Array(samples.length), new Float64Array(samples.length)]
  const columns: SampleColumns = {
    ...{ record_ids: [], types: [], values: [], started_at: [], ended_at: [], zone_offsets: [], source_indexes: [], sources: [] },
    starts,
    ends,
  }
  const find = sourceFinder(columns.sources)
  const fields: Record<string, FieldReason[]> = {}
  for (const [index, sample] of samples.entries()) {
    const { record_id, type, started_at, ended_at } = sample
    const [source, value] = [find(sample.source), storedValue(sample)]
    const start = Date.parse(started_at)
    const end = Date.parse(ended_at)
    const problem = source.record_ids.has(record_id) ? ({ field: 'record_id', reason: 'twice' } as const) : problemOf(type, value, start, end, now)
    if (problem) {
      fields[`samples.${index}.${problem.field}`] = [problem.reason]
      if (Object.keys(fields).length >= maxErrors) break
      continue
    }
    source.record_ids.add(record_id)
    columns.record_ids.push(record_id)
    columns.types.push(type)
    columns.values.push(value!)
    columns.started_at.push(started_at)
    columns.ended_at.push(ended_at)
    columns.zone_offsets.push(sample.zone_offset)
    columns.source_indexes.push(source.index)
    starts[index] = start
    ends[index] = end
  }
  if (Object.keys(fields).length) throw apiError('invalid', { fields })
  return columns
}
