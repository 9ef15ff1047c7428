import type { Sample, SampleType } from '@sukoyaka/wire/record/device'
import { isDay } from '../../time.ts'
import { exportApp } from './source.ts'

/** Attributes of a record in the file that Apple Health exports. */
export type AppleRecord = Record<string, string | undefined>

const quantities: Record<string, SampleType> = {
  HKQuantityTypeIdentifierStepCount: 'steps',
  HKQuantityTypeIdentifierDistanceWalkingRunning: 'distance',
  HKQuantityTypeIdentifierActiveEnergyBurned: 'active_energy',
  HKQuantityTypeIdentifierBasalEnergyBurned: 'basal_energy',
  HKQuantityTypeIdentifierFlightsClimbed: 'stairs',
  HKQuantityTypeIdentifierHeartRate: 'heart_rate',
  HKQuantityTypeIdentifierBodyMass: 'body_weight',
}
const sleepStages: Record<string, number> = {
  HKCategoryValueSleepAnalysisInBed: 0,
  HKCategoryValueSleepAnalysisAsleep: 1,
  HKCategoryValueSleepAnalysisAsleepUnspecified: 1,
  HKCategoryValueSleepAnalysisAwake: 2,
  HKCategoryValueSleepAnalysisAsleepCore: 3,
  HKCategoryValueSleepAnalysisAsleepDeep: 4,
  HKCategoryValueSleepAnalysisAsleepREM: 5,
}
const standHours: Record<string, number> = { HKCategoryValueAppleStandHourStood: 1, HKCategoryValueAppleStandHourIdle: 0 }
const categories: Record<string, { type: SampleType; unit: string; values: Record<string, number> }> = {
  HKCategoryTypeIdentifierSleepAnalysis: { type: 'sleep', unit: 'stage', values: sleepStages },
  HKCategoryTypeIdentifierAppleStandHour: { type: 'stand_hour', unit: 'count', values: standHours },
}

const moment = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) ([+-])(\d\d)(\d\d)$/
const readMoment = (text = '') => {
  const [, day, time, sign, hours, minutes] = moment.exec(text) ?? []
  if (!day || !isDay(day)) return undefined
  const at = new Date(`${day}T${time}${sign}${hours}:${minutes}`)
  if (Number.isNaN(at.getTime())) return undefined
  return { at: at.toISOString(), zone_offset: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) }
}

const deviceParts = (device = ''): Record<string, string> =>
  Object.fromEntries([...device.matchAll(/(name|manufacturer|hardware):(.*?)(?=, \w+:|>|$)/g)].map(([, key, value]) => [key, value!.trim()]))

/** The source of a record. `model` is not the name that the person gave the device, unless the record has no other name. */
const readSource = (device: string, sourceName: string): Sample['source'] => {
  const { name, manufacturer = '', hardware } = deviceParts(device)
  const model = name ? (hardware ? `${name} (${hardware})` : name) : sourceName
  const clean = (text: string, length: number) =>
    text
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .slice(0, length)
  return { maker: clean(manufacturer.replace(/ Inc\.$/, ''), 60), model: clean(model, 100), app: exportApp }
}

type KnownSource = { device: string; sourceName: string; source: Sample['source'] }
/** Cache of the last sources, because an export names the same few devices a million times. */
const [recent, maxRecent]: [KnownSource[], number] = [[], 8]
const sourceOf = ({ device = '', sourceName = '' }: AppleRecord): Sample['source'] => {
  const known = recent.find((each) => each.device === device && each.sourceName === sourceName)
  if (known) return known.source
  const source = readSource(device, sourceName)
  if (recent.unshift({ device, sourceName, source }) > maxRecent) recent.pop()
  return source
}

/** Two 32-bit hashes of the UTF-16 code units, the first of them FNV-1a. The file has no ids, and the same record must get the same id in each import. */
const hash = (text: string): string => {
  let [a, b] = [0x811c9dc5, 0x1000193]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 16_777_619)
    b = Math.imul(b ^ code, 2_246_822_519) ^ (b >>> 13)
  }
  return (a >>> 0).toString(36).padStart(7, '0') + (b >>> 0).toString(36).padStart(7, '0')
}

/**
 * Converts a record to a sample. Undefined for a type that is not imported, null for a record that cannot be read. Apple uses the same type names in every
 * language of the phone. The source differs from that of the app: of two sources only one counts at a time, so that data from both is not counted twice.
 */
export const sampleOfApple = (record: AppleRecord): Sample | null | undefined => {
  const { type: appleType = '', startDate, endDate } = record
  const category = Object.hasOwn(categories, appleType) ? categories[appleType] : undefined
  const type = category?.type ?? (Object.hasOwn(quantities, appleType) ? quantities[appleType] : undefined)
  if (!type) return undefined
  const start = readMoment(startDate)
  const end = endDate === startDate ? start : readMoment(endDate)
  const text = record.value ?? ''
  const value = category ? category.values[text] : text.trim() === '' ? undefined : Number(text)
  if (!start || !end || value === undefined || !Number.isFinite(value)) return null
  const source = sourceOf(record)
  const whole = type === 'steps' ? Math.round(value) : value
  // a night can be recorded as time in bed and as sleep with the same start and end
  const stage = type === 'sleep' && value === sleepStages.HKCategoryValueSleepAnalysisInBed ? ' in bed' : ''
  return {
    record_id: `x-${hash(`${type} ${start.at} ${end.at} ${source.model} ${record.sourceName ?? ''}${stage}`)}`,
    type,
    value: whole,
    unit: category?.unit ?? record.unit ?? '',
    started_at: start.at,
    ended_at: end.at,
    zone_offset: start.zone_offset,
    source,
  }
}
