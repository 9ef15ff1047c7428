// @vitest-environment node
import { deflateRawSync } from 'node:zlib'
import type { Sample } from '@sukoyaka/wire/record/device'
import { expect, test } from 'vitest'
import { piecesOf } from './pieces.ts'
import { summarize } from './read-export.ts'

const device = '&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,2&gt;'
const record = (type: string, start: string, end: string, value: string, more = '') =>
  `<Record type="${type}" sourceName="佐伯恵子のApple&#160;Watch" device="${device}" startDate="${start}" endDate="${end}" value="${value}" ${more}/>`
const steps = (minute: number, value: string) => {
  const at = (n: number) => `2023-01-15 08:${String(n).padStart(2, '0')}:00 +0900`
  return record('HKQuantityTypeIdentifierStepCount', at(minute), at(minute + 1), value, 'unit="count"')
}
const xml = (records: string, doctype = '<!DOCTYPE HealthData [ <!ELEMENT HealthData ANY> ]>') =>
  `<?xml version="1.0" encoding="UTF-8"?>${doctype}<HealthData locale="ja_JP">${records}</HealthData>`

/** A zip with one deflated entry. `size` is the unpacked size that its directory states. */
const zipOf = (name: string, text: string, size = Buffer.byteLength(text)) => {
  const [nameBytes, packed] = [Buffer.from(name), deflateRawSync(text)]
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(size, 18)
  common.writeUInt16LE(nameBytes.length, 22)
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, nameBytes, packed])
  const entry = Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, Buffer.alloc(14), nameBytes])
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  end.writeUInt32LE(local.length, 16)
  return new Blob([local, entry, end])
}
const piecesIn = async (file: Blob) => {
  const pieces: Sample[][] = []
  for await (const body of piecesOf({ file, user_id: 1, types: ['steps', 'sleep'] }, 2, () => {}))
    pieces.push((JSON.parse(new TextDecoder().decode(body)) as { samples: Sample[] }).samples)
  return pieces
}
const samplesOf = async (file: Blob) => (await piecesIn(file)).flat()

test('reads the zip of a Japanese phone: types, values, zone and source, without the person’s name', async () => {
  const content = [
    steps(0, '12'),
    record('HKCategoryTypeIdentifierSleepAnalysis', '2023-01-15 00:10:00 +0900', '2023-01-15 06:00:00 +0900', 'HKCategoryValueSleepAnalysisAsleepCore'),
    record('HKQuantityTypeIdentifierDietaryWater', '2023-01-15 08:00:00 +0900', '2023-01-15 08:01:00 +0900', '1', 'unit="mL"'),
    steps(1, '-3'),
    steps(2, 'many'),
  ].join('')
  const file = zipOf('apple_health_export/書き出したデータ.xml', xml(content))
  let read = 0
  expect(await summarize(file, (bytes) => (read = bytes))).toEqual({
    found: [
      { type: 'steps', count: 1, from: '2023-01-14T23:00:00.000Z', to: '2023-01-14T23:00:00.000Z' },
      { type: 'sleep', count: 1, from: '2023-01-14T15:10:00.000Z', to: '2023-01-14T15:10:00.000Z' },
    ],
    unreadable: 2,
  })
  expect(read).toBeGreaterThan(0)
  const [first] = await samplesOf(file)
  expect(first).toMatchObject({ type: 'steps', value: 12, unit: 'count', zone_offset: 540, source: { maker: 'Apple', model: 'Apple Watch (Watch6,2)' } })
})

test('gives each record the same id each time, splits the samples into pieces, and reads an XML file without a zip', async () => {
  const file = new Blob([xml([0, 1, 2, 3, 4].map((at) => steps(at, '5')).join(''))])
  const pieces = await piecesIn(file)
  expect(pieces.map((piece) => piece.length)).toEqual([2, 2, 1])
  const ids = pieces.flat().map(({ record_id }) => record_id)
  expect(new Set(ids).size).toBe(5)
  expect((await samplesOf(file)).map(({ record_id }) => record_id)).toEqual(ids)
})

test('a repeated record is sent once; a record with the same id and another value is sent in a later piece', async () => {
  const pieces = await piecesIn(new Blob([xml([steps(0, '1'), steps(0, '1'), steps(0, '2'), steps(2, '4')].join(''))]))
  expect(pieces.map((piece) => piece.map(({ value }) => value))).toEqual([[1], [2, 4]])
})

test('time in bed and sleep with the same start and end are two samples', async () => {
  const sleep = (value: string) => record('HKCategoryTypeIdentifierSleepAnalysis', '2023-01-14 23:10:00 +0900', '2023-01-15 06:00:00 +0900', value)
  const found = await samplesOf(new Blob([xml(sleep('HKCategoryValueSleepAnalysisInBed') + sleep('HKCategoryValueSleepAnalysisAsleep'))]))
  expect(found.map(({ value }) => value)).toEqual([0, 1])
  expect(new Set(found.map(({ record_id }) => record_id)).size).toBe(2)
})

test.each<[string, () => Blob]>([
  ['a zip that unpacks to more than its directory states', () => zipOf('export.xml', xml(steps(0, '1')), 10)],
  ['a zip without an export', () => zipOf('photo.jpg', 'x')],
  ['a cut zip', () => zipOf('export.xml', xml('')).slice(0, 60)],
  ['XML with entities of its own', () => new Blob([xml('<Record type="&a;"/>', '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]>')])],
  ['cut XML', () => new Blob([xml(steps(0, '1')).slice(0, -20)])],
  ['a file that is not XML', () => new Blob(['hello'])],
])('rejects %s', async (_, file) => {
  await expect(summarize(file(), () => {})).rejects.toThrow()
})
