import type { Bands, Conversion, ResultStatus } from '@sukoyaka/wire/record/checkup'
import { ageOn } from '../person.ts'
import { tokyoDay } from '../time.ts'
import { type Applies, rangeFor, statusOf } from './checkup.ts'

type Span = { min: number | null; max: number | null }

/** What a category of the catalogue says about its numbers. */
export type Measurable = {
  unit: string
  unit_display: string
  decimals: number
  possible: Span | null
  likely: Span | null
  serious: Bands['unhealthy'] | null
  conversions: readonly Conversion[] | null
}

/** Whoever of it is unknown leaves the status unknown. */
export type Judged = { sex: 'male' | 'female' | null; birthday: string | null }

/** A version of a range: it holds from `valid_from` (null: ever since) until it was retired. */
export type Version = Applies & Bands & { id: number; valid_from: string | null; retired_at: string | null }

/** The nearest number with so many decimals, as it is written down: 1.005 is 1.01, although the binary number lies below. */
export const rounded = (value: number, decimals: number): number => {
  // twelve digits take off what a multiplication added
  const size = Math.round(Number((Math.abs(value) * 10 ** decimals).toPrecision(12))) / 10 ** decimals
  return value < 0 && size !== 0 ? -size : size
}

/** One spelling of a unit: full width, capitals, both signs for micro and spaces make no other unit. */
const plain = (unit: string) => unit.normalize('NFKC').replace(/[μµ]/g, 'u').replace(/\s/g, '').toLowerCase()

const within = (value: number, span: Span | null) => !span || ((span.min === null || value >= span.min) && (span.max === null || value <= span.max))

export type Typed = { value: number; unit?: string | null; confirmed?: boolean }
export type Reading = { value: number; entered_value: number | null; entered_unit: string | null }
export type Unreadable = 'unknown_unit' | 'impossible' | 'unlikely'

/**
 * A typed number in the category's unit. Another unit takes a factor of the reference data and is rounded to the laboratory's decimals,
 * so that what is judged is what is read; what was typed is kept beside it. Limits are inclusive: outside `possible` it is refused,
 * outside `likely` until somebody confirmed it.
 */
export const readValue = (category: Measurable, { value, unit, confirmed }: Typed): Reading | { refused: Unreadable } => {
  const given = unit ? plain(unit) : ''
  const isOwn = !given || given === plain(category.unit) || given === plain(category.unit_display)
  const conversion = isOwn ? undefined : category.conversions?.find((one) => plain(one.unit) === given)
  if (!isOwn && !conversion) return { refused: 'unknown_unit' }
  const read = conversion ? rounded(value * conversion.factor + conversion.offset, category.decimals) : value
  if (!Number.isFinite(read) || !within(read, category.possible)) return { refused: 'impossible' }
  if (!confirmed && !within(read, category.likely)) return { refused: 'unlikely' }
  return { value: read, entered_value: conversion ? value : null, entered_unit: conversion ? conversion.unit : null }
}

/** The versions that held on a day: those of today where none of that day is kept. */
const versionsOn = <V extends Version>(versions: readonly V[], instant: string): readonly V[] => {
  if (versions.every(({ valid_from, retired_at }) => valid_from === null && retired_at === null)) return versions
  const then = Date.parse(instant)
  const held = versions.filter(
    ({ valid_from, retired_at }) => (valid_from === null || Date.parse(valid_from) <= then) && (retired_at === null || Date.parse(retired_at) > then),
  )
  return held.length ? held : versions.filter(({ retired_at }) => retired_at === null)
}

export type Verdict = { status: ResultStatus | null; range_id: number | null; is_serious: boolean }

/** Serious by limits that hold for everybody: below `below` or at least `above`. */
export const isSerious = (value: number, { serious }: Pick<Measurable, 'serious'>): boolean =>
  Boolean(serious) && ((serious!.below !== null && value < serious!.below) || (serious!.above !== null && value >= serious!.above))

/** The status of a value in the category's unit, by the range for that person's sex and their age on that day in Tokyo. */
export const verdictOn = (
  category: Pick<Measurable, 'serious'>,
  versions: readonly Version[],
  { sex, birthday }: Judged,
  { value, recorded_at }: { value: number; recorded_at: string },
): Verdict => {
  const is_serious = isSerious(value, category)
  const range = birthday === null ? undefined : rangeFor(versionsOn(versions, recorded_at), sex, ageOn(birthday, tokyoDay(recorded_at)))
  return { status: range ? (statusOf(value, range) ?? null) : null, range_id: range?.id ?? null, is_serious }
}

/** All that is kept of one typed result, or why it is not. */
export const judge = (
  category: Measurable,
  versions: readonly Version[],
  person: Judged,
  { recorded_at, ...typed }: Typed & { recorded_at: string },
): (Reading & Verdict) | { refused: Unreadable } => {
  const reading = readValue(category, typed)
  return 'refused' in reading ? reading : { ...reading, ...verdictOn(category, versions, person, { value: reading.value, recorded_at }) }
}
