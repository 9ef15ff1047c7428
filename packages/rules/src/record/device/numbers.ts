import type { SampleType } from '@sukoyaka/wire/record/device'
import type { DayKind, OrderGroup } from '@sukoyaka/wire/record/device-day'
import { type Contribution, type DayTotal, type Measured, type SourceSamples, standHoursOf, totalOf } from './day.ts'
import { type Night, nightOf } from './night.ts'

export type TypedSample = Measured & { source_id: number; type: SampleType }
/** Ids of the sources of each group, in the order in which they count. */
export type Orders = Record<OrderGroup, readonly number[]>
export type DayNumbers = Partial<Record<DayKind, DayTotal>> & { sleep?: Night }

/** The types of samples that each number is derived from. */
export const typesOfKind: Record<DayKind, readonly SampleType[]> = {
  steps: ['steps'],
  distance: ['distance'],
  active_energy: ['active_energy'],
  total_energy: ['total_energy', 'active_energy', 'basal_energy'],
  stairs: ['stairs'],
  stand_hour: ['stand_hour'],
  sleep: ['sleep'],
}
export const groupOfType = (type: SampleType): OrderGroup => (type === 'sleep' ? 'sleep' : 'activity')
export const derivedTypes = [...new Set(Object.values(typesOfKind).flat())]

/** Largest value of a day; a larger one is treated as an error of a device. Distance in km, energy in kcal, sleep in minutes. */
const largest: Record<DayKind, number> = {
  steps: 200_000,
  distance: 200,
  active_energy: 10_000,
  total_energy: 12_000,
  stairs: 500,
  stand_hour: 24,
  sleep: 1_440,
}
export const isPlausible = (kind: DayKind, value: number): boolean => value <= largest[kind]

const bySource = (samples: readonly TypedSample[], type: SampleType, order: readonly number[]): SourceSamples[] => {
  const groups = Map.groupBy(
    samples.filter((sample) => sample.type === type),
    ({ source_id }) => source_id,
  )
  return order.flatMap((source_id) => (groups.has(source_id) ? [{ source_id, samples: groups.get(source_id)! }] : []))
}

const scaled = (total: DayTotal | undefined, factor: number, decimals: number): DayTotal | undefined => {
  if (!total) return undefined
  const scale = 10 ** decimals
  const convert = (value: number) => Math.round(value * factor * scale) / scale
  const sources = total.sources.map(({ arrived, counted, ...rest }) => {
    const [all, part] = [convert(arrived), convert(counted)]
    return { ...rest, arrived: all, counted: part, dropped: Math.round((all - part) * scale) / scale }
  })
  return { ...total, value: Math.round(sources.reduce((sum, { counted }) => sum + counted, 0) * scale) / scale, sources }
}

const sumOf = (a: DayTotal, b: DayTotal): DayTotal => {
  const merged = new Map<number, Contribution>()
  for (const part of [...a.sources, ...b.sources]) {
    const known = merged.get(part.source_id)
    merged.set(part.source_id, {
      source_id: part.source_id,
      arrived: part.arrived + (known?.arrived ?? 0),
      counted: part.counted + (known?.counted ?? 0),
      dropped: part.dropped + (known?.dropped ?? 0),
      dropped_samples: part.dropped_samples + (known?.dropped_samples ?? 0),
    })
  }
  return { value: a.value + b.value, sources: [...merged.values()], spans: a.spans }
}

/** All numbers of a local day. A number for which nothing was measured is absent. */
export const numbersOf = (samples: readonly TypedSample[], orders: Orders, day: string): DayNumbers => {
  const of = (type: SampleType) => bySource(samples, type, orders[groupOfType(type)])
  const [active, basal] = [totalOf(of('active_energy'), day), totalOf(of('basal_energy'), day)]
  const found = {
    steps: totalOf(of('steps'), day),
    distance: scaled(totalOf(of('distance'), day), 0.001, 2),
    active_energy: active,
    // basal energy alone or active energy alone is not the total
    total_energy: totalOf(of('total_energy'), day) ?? (active && basal && sumOf(active, basal)),
    stairs: totalOf(of('stairs'), day),
    stand_hour: standHoursOf(of('stand_hour'), day),
    sleep: nightOf(of('sleep'), day),
  }
  return Object.fromEntries(Object.entries(found).filter(([, total]) => total !== undefined))
}
