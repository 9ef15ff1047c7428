import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleOfApple } from './apple.ts'
import { type Measured, type SourceSamples, standHoursOf, totalOf } from './day.ts'
import { gapsOf } from './gap.ts'
import { nightOf } from './night.ts'
import { numbersOf, type TypedSample } from './numbers.ts'
import { sampleProblem, storedValue } from './sample.ts'
import { inOrder, sourceName } from './source.ts'
import { unionOf } from './spans.ts'

const minute = 60_000
const tokyo = 540
const day = '2026-11-20'
/** A moment of the day in Tokyo, `08:30`; hours beyond 24 are on the next day, negative ones on the day before. */
const at = (text: string) => {
  const [hours = 0, minutes = 0] = text.replace('-', '').split(':').map(Number)
  return Date.parse(`${day}T00:00:00+09:00`) + (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * minute
}
const measured = (from: string, to: string, value: number, zone_offset = tokyo): Measured => ({ start: at(from), end: at(to), value, zone_offset })
const source = (source_id: number, ...samples: Measured[]): SourceSamples => ({ source_id, samples })

describe('steps of a day', () => {
  test('count only from the first source where two overlap and in its short pauses, and from the next source after the first has ended', () => {
    const watch = source(1, measured('8:00', '8:30', 3_000), measured('8:35', '9:00', 2_500))
    const phone = source(2, measured('8:00', '9:30', 9_000))
    expect(totalOf([watch, phone], day)).toMatchObject({
      value: 8_500,
      sources: [
        { source_id: 1, arrived: 5_500, counted: 5_500, dropped: 0, dropped_samples: 0 },
        { source_id: 2, arrived: 9_000, counted: 3_000, dropped: 6_000, dropped_samples: 1 },
      ],
    })
    expect(totalOf([phone, watch], day)?.value).toBe(9_000)
  })
  test('are missing without samples, and 0 with a sample of 0', () => {
    expect(totalOf([source(1)], day)).toBeUndefined()
    expect(totalOf([source(1, measured('-2:00', '-1:00', 10))], day)).toBeUndefined()
    expect(totalOf([source(1, measured('8:00', '9:00', 0))], day)?.value).toBe(0)
    expect(totalOf([source(1, measured('8:00', '8:00', 0))], day)?.value).toBe(0)
  })
  test('belong to the local day of the place where the person was; a sample across midnight is split', () => {
    expect(totalOf([source(1, measured('-1:00', '1:00', 200))], day)?.value).toBe(100)
    // 10:00 in Tokyo is the evening of the day before in Honolulu
    expect(totalOf([source(1, measured('10:00', '11:00', 500, -600))], day)).toBeUndefined()
    expect(totalOf([source(1, measured('34:00', '35:00', 500, -600))], day)?.value).toBe(500)
  })
})

const sampleOf = fc
  .record({ from: fc.integer({ min: -600, max: 2_000 }), length: fc.integer({ min: 0, max: 240 }), value: fc.integer({ min: 0, max: 5_000 }) })
  .map(({ from, length, value }): Measured => ({ start: at('0:00') + from * minute, end: at('0:00') + (from + length) * minute, value, zone_offset: tokyo }))
const sourcesOf = fc
  .array(fc.array(sampleOf, { maxLength: 12 }), { maxLength: 4 })
  .map((lists) => lists.map((samples, index): SourceSamples => ({ source_id: index + 1, samples })))

describe('for any samples', () => {
  test('`arrived` is `counted` plus `dropped`, and the number is the sum of `counted`', () => {
    fc.assert(
      fc.property(sourcesOf, (sources) => {
        const total = totalOf(sources, day)
        for (const { arrived, counted, dropped } of total?.sources ?? []) {
          expect(arrived).toBe(counted + dropped)
          expect(Math.min(arrived, counted, dropped)).toBeGreaterThanOrEqual(0)
        }
        expect(total?.value ?? 0).toBe((total?.sources ?? []).reduce((sum, { counted }) => sum + counted, 0))
      }),
    )
  })
  test('the first source counts in full, and the order of its samples does not matter', () => {
    fc.assert(
      fc.property(sourcesOf, (sources) => {
        const [first] = totalOf(sources, day)?.sources ?? []
        if (first?.source_id === 1) expect(first.dropped).toBe(0)
        const reversed = sources.map(({ source_id, samples }) => ({ source_id, samples: samples.toReversed() }))
        expect(totalOf(reversed, day)?.value).toBe(totalOf(sources, day)?.value)
      }),
    )
  })
  test('a second device that measured the same adds nothing, and a further source never lowers the number', () => {
    fc.assert(
      fc.property(sourcesOf, fc.array(sampleOf, { maxLength: 12 }), (sources, more) => {
        const copies = sources.map(({ samples }, index) => ({ source_id: 100 + index, samples }))
        expect(totalOf([...sources, ...copies], day)?.value).toBe(totalOf(sources, day)?.value)
        expect(totalOf([...sources, { source_id: 99, samples: more }], day)?.value ?? 0).toBeGreaterThanOrEqual(totalOf(sources, day)?.value ?? 0)
      }),
    )
  })
  test('counted spans of different sources never overlap', () => {
    fc.assert(
      fc.property(sourcesOf, (sources) => {
        const all = (totalOf(sources, day)?.spans ?? []).flatMap(({ counted }) => counted)
        const sum = (intervals: { start: number; end: number }[]) => intervals.reduce((total, { start, end }) => total + end - start, 0)
        expect(sum(all)).toBe(sum(unionOf(all)))
      }),
    )
  })
  test('the parts of a sample on each day add up to its value', () => {
    fc.assert(
      fc.property(sampleOf, (sample) => {
        const days = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']
        const sum = days.reduce((total, each) => total + (totalOf([source(1, sample)], each, 6)?.value ?? 0), 0)
        expect(sum).toBeCloseTo(sample.value, 4)
      }),
    )
  })
})

test('an hour in which the person stood counts once; the first source with a sample in the hour decides', () => {
  const watch = source(1, measured('8:00', '9:00', 1), measured('9:00', '10:00', 0))
  const phone = source(2, measured('8:00', '9:00', 1), measured('9:00', '10:00', 1), measured('10:00', '11:00', 1))
  expect(standHoursOf([watch, phone], day)).toMatchObject({
    value: 2,
    sources: [
      { arrived: 1, counted: 1, dropped: 0 },
      { arrived: 3, counted: 1, dropped: 2 },
    ],
  })
  expect(standHoursOf([watch], '2026-11-21')).toBeUndefined()
})

describe('a night', () => {
  const [bed, asleep, awake, deep] = [0, 1, 2, 4]
  test('belongs to the day of waking, joins its stages, and leaves out the time awake', () => {
    const watch = source(
      1,
      measured('-1:00', '2:00', asleep),
      measured('2:00', '3:00', deep),
      measured('3:00', '3:30', awake),
      measured('3:30', '6:00', asleep),
    )
    expect(nightOf([watch], day)).toMatchObject({ value: 390, asleep: [{ start: at('-1:00'), end: at('3:00') }, { start: at('3:30') }] })
    expect(nightOf([watch], '2026-11-19')).toBeUndefined()
  })
  test('has all sleep that ends on its day: parts before and after midnight, and a nap after noon', () => {
    const watch = source(1, measured('-1:00', '-0:10', asleep), measured('0:20', '6:00', asleep), measured('13:00', '13:30', asleep))
    expect(nightOf([watch], day)?.asleep).toHaveLength(3)
    expect(nightOf([watch], day)?.value).toBe(420)
  })
  test('takes the first source per interval, and the next one where the first has no record', () => {
    const watch = source(1, measured('0:00', '3:00', asleep))
    const phone = source(2, measured('-0:30', '6:00', asleep))
    expect(nightOf([watch, phone], day)).toMatchObject({
      value: 390,
      sources: [
        { source_id: 1, arrived: 180, counted: 180, dropped: 0 },
        { source_id: 2, arrived: 390, counted: 210, dropped: 180, dropped_samples: 1 },
      ],
    })
  })
  test('takes the time in bed only where nothing recorded sleep', () => {
    const phone = source(2, measured('-1:30', '7:00', bed))
    expect(nightOf([phone], day)?.value).toBe(510)
    expect(nightOf([source(1, measured('0:00', '6:00', asleep)), phone], day)?.value).toBe(360)
  })
  test('has no overlapping spans, and its value is about the sum of their lengths', () => {
    const stage = sampleOf.map((sample) => ({ ...sample, value: sample.value % 6 }))
    fc.assert(
      fc.property(fc.array(fc.array(stage, { maxLength: 8 }), { maxLength: 3 }), (lists) => {
        const night = nightOf(
          lists.map((samples, index) => ({ source_id: index + 1, samples })),
          day,
        )
        if (!night) return
        const covered = unionOf(night.asleep).reduce((sum, { start, end }) => sum + end - start, 0)
        expect(night.asleep.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(covered)
        expect(Math.abs(night.value - covered / minute)).toBeLessThan(4)
        for (const { arrived, counted, dropped } of night.sources) expect(arrived).toBe(counted + dropped)
      }),
    )
  })
})

describe('numbers of a day', () => {
  const typed = (type: TypedSample['type'], source_id: number, value: number): TypedSample => ({ ...measured('8:00', '9:00', value), type, source_id })
  const orders = { activity: [1, 2], sleep: [1, 2] }
  test('are in the units of the health record; what was not measured is absent', () => {
    const numbers = numbersOf([typed('distance', 1, 1_234), typed('stairs', 2, 3)], orders, day)
    expect(Object.entries(numbers).map(([kind, total]) => [kind, total.value])).toEqual([
      ['distance', 1.23],
      ['stairs', 3],
    ])
  })
  test('add basal energy to active energy only if both were measured', () => {
    expect(numbersOf([typed('active_energy', 1, 300)], orders, day).total_energy).toBeUndefined()
    expect(numbersOf([typed('active_energy', 1, 300), typed('basal_energy', 1, 1_400)], orders, day).total_energy?.value).toBe(1_700)
    expect(numbersOf([typed('total_energy', 1, 1_800), typed('active_energy', 1, 300), typed('basal_energy', 1, 1_400)], orders, day).total_energy?.value).toBe(
      1_800,
    )
  })
})

test('sources count in the order that the patient set; without one, watches count before phones', () => {
  const phone = { id: 1, maker: 'Apple', model: 'iPhone 15', app: '', place: null }
  const watch = { id: 2, maker: 'Apple', model: 'Apple Watch Series 9', app: '', place: null }
  expect(inOrder([phone, watch]).map(({ id }) => id)).toEqual([2, 1])
  expect(
    inOrder([
      { ...phone, place: 0 },
      { ...watch, place: 1 },
    ]).map(({ id }) => id),
  ).toEqual([1, 2])
  expect(sourceName({ maker: 'Fitbit', model: '', app: '' })).toBe('Fitbit')
})

test('a sample is converted to the stored unit; sampleProblem returns the field and the reason of a rejection', () => {
  const sample = {
    record_id: 'a',
    type: 'distance' as const,
    value: 1.2,
    unit: 'km',
    started_at: '2026-11-20T00:00:00Z',
    ended_at: '2026-11-20T00:10:00Z',
    zone_offset: tokyo,
    source: { maker: '', model: '', app: '' },
  }
  const now = Date.parse('2026-11-20T01:00:00Z')
  expect([storedValue(sample), sampleProblem(sample, now)]).toEqual([1_200, undefined])
  expect(sampleProblem({ ...sample, value: 400 }, now)).toEqual({ field: 'value', reason: 'too_large' })
  expect(sampleProblem({ ...sample, started_at: '1999-12-31T00:00:00Z', ended_at: '1999-12-31T00:00:00Z' }, now)).toEqual({
    field: 'started_at',
    reason: 'too_long_ago',
  })
})

test.each([
  ['2024-02-29 08:00:00 +0900', '2024-02-28T23:00:00.000Z'],
  ['2023-02-29 08:00:00 +0900', undefined],
  ['2023-04-31 08:00:00 +0900', undefined],
])('a record of Apple Health with the time %s becomes a sample that starts at %s', (time, started_at) => {
  const record = { type: 'HKQuantityTypeIdentifierStepCount', startDate: time, endDate: time, value: '12', unit: 'count' }
  expect(sampleOfApple(record)?.started_at).toBe(started_at)
})

test('consecutive hours without a sample are joined; fewer than twelve are no gap', () => {
  const hours = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => new Date(Date.parse('2026-11-20T00:00:00Z') + (from + at) * 3_600_000).toISOString())
  expect(gapsOf([...hours(0, 11), ...hours(12, 12), ...hours(30, 14)])).toEqual([
    { from: '2026-11-20T12:00:00.000Z', to: '2026-11-21T00:00:00.000Z' },
    { from: '2026-11-21T06:00:00.000Z', to: '2026-11-21T20:00:00.000Z' },
  ])
})
