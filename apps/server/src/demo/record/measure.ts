import { rangeFor } from '@sukoyaka/rules/record/checkup'
import type { Version } from '@sukoyaka/rules/record/judge'
import type { Bands } from '@sukoyaka/wire/record/checkup'
import { asc } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import { reference_ranges, result_categories } from '../../domains/checkup/tables.ts'
import type { DemoPatient } from '../people/people.ts'
import { randomOf } from '../random.ts'
import { type Baseline, baselines, courseOf } from './baselines.ts'

type Span = { min: number | null; max: number | null }
export type Measured = {
  id: number
  name: string
  decimals: number
  steps: readonly number[] | null
  applicable_sex: 'male' | 'female' | 'any'
  possible: Span | null
  likely: Span | null
  serious: Bands['unhealthy'] | null
  ranges: Version[]
}

/** The result categories with their ranges, by name. */
export const measuredCategories = async (db: Db): Promise<ReadonlyMap<string, Measured>> => {
  const ranges = Map.groupBy(await db.select().from(reference_ranges).orderBy(asc(reference_ranges.id)), (range) => range.category_id)
  const categories = await db.select().from(result_categories).orderBy(asc(result_categories.id))
  return new Map(categories.map((category) => [category.name, { ...category, ranges: ranges.get(category.id) ?? [] }]))
}

const clamp = (value: number, { min, max }: Span) => Math.min(max ?? value, Math.max(min ?? value, value))
const clampAndRound = (value: number, { decimals, likely, steps }: Measured) => {
  const clamped = likely ? clamp(value, likely) : value
  if (steps) return steps.reduce((nearest, step) => (Math.abs(step - clamped) < Math.abs(nearest - clamped) ? step : nearest))
  return Math.round(clamped * 10 ** decimals) / 10 ** decimals
}

/** Narrows the healthy range, so that a value in it with noise is rarely outside of the healthy range. */
const narrowRange = ({ min, max }: Span, margin: number): Span => {
  const inset = min !== null && max !== null ? Math.min(margin, (max - min) / 2.5) : margin
  return { min: min === null ? null : min + inset, max: max === null ? null : max - inset }
}

type Values = Map<string, number>
/** Values computed from others, in order of dependency. */
const derivedValues: Record<string, (value: (name: string) => number, person: { age: number; sex: 'male' | 'female' }) => number> = {
  bmi: (valueNamed) => valueNamed('weight') / (valueNamed('height') / 100) ** 2,
  hematocrit: (valueNamed) => (valueNamed('hemoglobin') / valueNamed('mchc')) * 100,
  red_blood_cell: (valueNamed) => (valueNamed('hematocrit') / valueNamed('mcv')) * 1000,
  mch: (valueNamed) => (valueNamed('hemoglobin') / valueNamed('red_blood_cell')) * 1000,
  albumin_globulin_ratio: (valueNamed) => valueNamed('albumin') / (valueNamed('total_protein') - valueNamed('albumin')),
  fib4_index: (valueNamed, { age }) => (age * valueNamed('ast')) / (valueNamed('platelet') * 10 * Math.sqrt(valueNamed('alt'))),
  total_cholesterol: (valueNamed) => valueNamed('ldl_cholesterol') + valueNamed('hdl_cholesterol') + valueNamed('triglyceride') / 5,
  non_hdl_cholesterol: (valueNamed) => valueNamed('total_cholesterol') - valueNamed('hdl_cholesterol'),
  homa_ir: (valueNamed) => (valueNamed('insulin') * valueNamed('fasting_glucose')) / 405,
  egfr: (valueNamed, { age, sex }) => 194 * valueNamed('creatinine') ** -1.094 * age ** -0.287 * (sex === 'female' ? 0.739 : 1),
  fev1: (valueNamed) => valueNamed('forced_vital_capacity') * 0.8,
  fev1_percentage: (valueNamed) => (valueNamed('fev1') / valueNamed('forced_vital_capacity')) * 100,
}

/** A deliberately abnormal value: beyond a limit of the unhealthy band. */
const abnormalValueFor = (category: Measured, range: Bands | undefined): number | undefined => {
  if (!range) return undefined
  const { above, below } = range.unhealthy
  return above !== null
    ? above + Math.abs(above) * 0.2 + 10 ** -category.decimals
    : below !== null
      ? below - Math.abs(below) * 0.15 - 10 ** -category.decimals
      : undefined
}

/** `day_number` seeds the noise of the day. */
type Occasion = { day_number: number; years_ago: number; age: number }

/** Generates a person's measurements over the years: individual mean, slow drift, for some a developing illness, and noise. */
export const bodyOf = (patient: DemoPatient) => {
  const sex = patient.sex ?? (patient.index % 2 ? 'female' : 'male')
  const course = courseOf(patient.index)
  const onset = 3 + (patient.index % 5)
  const constitution = new Map<string, number>()

  const personalMean = (name: string, base: Baseline, healthy: Span | undefined) => {
    const existing = constitution.get(name)
    if (existing !== undefined) return existing
    const randomValue = base[sex] + randomOf(`body ${name}`, patient.index).normal() * base.betweenPeople
    const value = healthy ? clamp(randomValue, narrowRange(healthy, base.withinPerson * 1.5 + Math.abs(base.decade))) : randomValue
    constitution.set(name, value)
    return value
  }

  const measure = (category: Measured, base: Baseline, { day_number, years_ago, age }: Occasion): number | undefined => {
    const range = rangeFor(category.ranges, patient.sex, age)
    if (patient.edgeCase === 'abnormal' && years_ago < 1) {
      const abnormalValue = abnormalValueFor(category, range)
      if (abnormalValue !== undefined) return abnormalValue
    }
    const personalValue = personalMean(category.name, base, range?.healthy)
    const noise = randomOf(`noise ${category.name} ${day_number}`, patient.index).normal() * base.withinPerson
    const target = course[category.name]
    if (target === undefined) return personalValue - (base.decade * years_ago) / 10 + noise
    // recent values equal the course's target
    if (years_ago < 0.15) return target
    return personalValue + (target - personalValue) * Math.max(0, 1 - years_ago / (patient.index === 0 ? 9 : onset)) ** 1.3 + noise
  }

  /** Values of one day by category. Quantities without a baseline or a formula are skipped. */
  return (categories: readonly Measured[], occasion: Occasion): Values => {
    const values: Values = new Map()
    for (const category of categories) {
      const base = baselines.get(category.name)
      const value = base && measure(category, base, occasion)
      if (value !== undefined) values.set(category.name, clampAndRound(value, category))
    }
    for (const category of Object.keys(derivedValues).flatMap((name) => categories.find((row) => row.name === name) ?? [])) {
      const value = derivedValues[category.name]!((name) => values.get(name) ?? Number.NaN, { age: occasion.age, sex })
      if (Number.isFinite(value)) values.set(category.name, clampAndRound(value, category))
    }
    return values
  }
}
