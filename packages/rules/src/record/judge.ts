import type { Bands, Conversion, ResultStatus } from '@sukoyaka/wire/record/checkup'
import type { Comparator } from '@sukoyaka/wire/record/value'
import { ageOn } from '../person.ts'
import { tokyoDay } from '../time.ts'
import { isPossibleStep, type Measurement, type ValueFormat } from '../value.ts'
import { judgedNumber, type RangeCondition, rangeFor, statusOf } from './checkup.ts'

type Span = { min: number | null; max: number | null }

/** Numeric properties of a category. */
export type Measurable = ValueFormat & {
  unit: string
  unit_display: string
  possible: Span | null
  likely: Span | null
  serious: Bands['unhealthy'] | null
  conversions: readonly Conversion[] | null
}

/** Without a birthday there is no status; without a sex only ranges for any sex apply. */
export type SexAndBirthday = { sex: 'male' | 'female' | null; birthday: string | null }

/** Version of a range: valid from `valid_from` (null: always) until `retired_at`. */
export type Version = RangeCondition & Bands & { id: number; valid_from: string | null; retired_at: string | null }

/** Rounds the decimal notation: 1.005 to 1.01, although the binary number is slightly lower. */
export const rounded = (value: number, decimals: number): number => {
  // 12 significant digits remove the error of the multiplication
  const magnitude = Math.round(Number((Math.abs(value) * 10 ** decimals).toPrecision(12))) / 10 ** decimals
  return value < 0 && magnitude !== 0 ? -magnitude : magnitude
}

/** Normalises a unit: width, case, both micro signs, spaces. */
const normalizeUnit = (unit: string) => unit.normalize('NFKC').replace(/[μµ]/g, 'u').replace(/\s/g, '').toLowerCase()

/** Whether a text names the category’s unit: as its code, as it is shown, or by a conversion that changes no number, such as mEq/L for sodium in mmol/L. */
export const namesOwnUnit = ({ unit, unit_display, conversions }: Pick<Measurable, 'unit' | 'unit_display' | 'conversions'>, text: string): boolean => {
  const equal = conversions?.flatMap((item) => (item.factor === 1 && item.offset === 0 ? [item.unit] : [])) ?? []
  return [unit, unit_display, ...equal].some((own) => normalizeUnit(own) === normalizeUnit(text))
}

const isWithin = (value: number, span: Span | null) => !span || ((span.min === null || value >= span.min) && (span.max === null || value <= span.max))

export type EnteredValue = { value: number; comparator?: Comparator | null; unit?: string | null; confirmed?: boolean }
export type Reading = { value: number; comparator: Comparator | null; entered_value: number | null; entered_unit: string | null }
export type ValueProblem = 'unknown_unit' | 'impossible' | 'unlikely' | 'not_a_step'

/** Whether an entered number stands as it is: labels and steps are not rounded, nor is a limit of measurement in the own unit, because <0.04 would become <0. */
const isExact = ({ value_labels, steps }: Measurable, comparator: Comparator | null) => Boolean(value_labels || steps || comparator)

/**
 * A reading in the category's own unit, rounded to the category's decimals, so that the displayed value is the judged one. If that changes it, the number that
 * was entered is stored beside it.
 */
export const roundedReading = (category: Measurable, reading: Reading): Reading => {
  const value = isExact(category, reading.comparator) ? reading.value : rounded(reading.value, category.decimals)
  if (value === reading.value) return reading
  return { ...reading, value, entered_value: reading.entered_value ?? reading.value, entered_unit: reading.entered_unit ?? category.unit_display }
}

/**
 * Converts an entered number to the category's unit and rounds it to the category's decimals. Values outside `possible` are rejected, and outside `likely`
 * unless confirmed; the limits are inclusive.
 */
export const readValue = (category: Measurable, { value, comparator = null, unit, confirmed }: EnteredValue): Reading | { problem: ValueProblem } => {
  const normalizedUnit = unit ? normalizeUnit(unit) : ''
  const isOwn = !normalizedUnit || normalizedUnit === normalizeUnit(category.unit) || normalizedUnit === normalizeUnit(category.unit_display)
  const conversion = isOwn ? undefined : category.conversions?.find((item) => normalizeUnit(item.unit) === normalizedUnit)
  if (!isOwn && !conversion) return { problem: 'unknown_unit' }
  const read = conversion
    ? { value: rounded(value * conversion.factor + conversion.offset, category.decimals), comparator, entered_value: value, entered_unit: conversion.unit }
    : roundedReading(category, { value, comparator, entered_value: null, entered_unit: null })
  if (!Number.isFinite(read.value) || !isWithin(read.value, category.possible)) return { problem: 'impossible' }
  if (!isPossibleStep(read, category)) return { problem: 'not_a_step' }
  return confirmed || isWithin(read.value, category.likely) ? read : { problem: 'unlikely' }
}

/** Versions valid at an instant. None if all begin later or have ended: a value is never judged by a range of another time. */
const versionsOn = <V extends Version>(versions: readonly V[], instant: string): readonly V[] => {
  const time = Date.parse(instant)
  return versions.filter(
    ({ valid_from, retired_at }) => (valid_from === null || Date.parse(valid_from) <= time) && (retired_at === null || Date.parse(retired_at) > time),
  )
}

export type Verdict = { status: ResultStatus | null; range_id: number | null; is_serious: boolean }

/** The side on which a value is critical: below `below` or at least `above`; undefined if it is not. The limits are the same for everyone. */
export const seriousSide = (measurement: Measurement, { serious }: Pick<Measurable, 'serious'>): 'low' | 'high' | undefined => {
  const value = judgedNumber(measurement)
  if (serious && serious.below !== null && value < serious.below) return 'low'
  return serious && serious.above !== null && value >= serious.above ? 'high' : undefined
}

export const isSerious = (measurement: Measurement, category: Pick<Measurable, 'serious'>): boolean => seriousSide(measurement, category) !== undefined

/** Status of a value in the category's unit, by the range for the person's sex and age on that day in Tokyo. */
export const verdictOn = (
  category: Pick<Measurable, 'serious'>,
  versions: readonly Version[],
  { sex, birthday }: SexAndBirthday,
  { recorded_at, ...measurement }: Measurement & { recorded_at: string },
): Verdict => {
  const is_serious = isSerious(measurement, category)
  const range = birthday === null ? undefined : rangeFor(versionsOn(versions, recorded_at), sex, ageOn(birthday, tokyoDay(recorded_at)))
  return { status: range ? (statusOf(judgedNumber(measurement), range) ?? null) : null, range_id: range?.id ?? null, is_serious }
}

/** The columns to store for an entered result, or why it is rejected. */
export const judge = (
  category: Measurable,
  versions: readonly Version[],
  person: SexAndBirthday,
  { recorded_at, ...entered }: EnteredValue & { recorded_at: string },
): (Reading & Verdict) | { problem: ValueProblem } => {
  const reading = readValue(category, entered)
  return 'problem' in reading ? reading : { ...reading, ...verdictOn(category, versions, person, { ...reading, recorded_at }) }
}
