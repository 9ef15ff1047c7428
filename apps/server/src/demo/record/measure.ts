import { rangeFor } from '@sukoyaka/rules/record/checkup'
import type { Version } from '@sukoyaka/rules/record/judge'
import type { Bands } from '@sukoyaka/wire/record/checkup'
import type { DemoPatient } from '../people/people.ts'
import { randomOf } from '../random.ts'
import { type Baseline, baselines, type Course, courses, saekiCourse } from './baselines.ts'

type Span = { min: number | null; max: number | null }
export type Measured = {
  id: number
  name: string
  decimals: number
  applicable_sex: 'male' | 'female' | 'any'
  possible: Span | null
  likely: Span | null
  serious: Bands['unhealthy'] | null
  ranges: Version[]
}

const clamp = (value: number, { min, max }: Span) => Math.min(max ?? value, Math.max(min ?? value, value))
const printed = (value: number, { decimals, likely }: Measured) => {
  const held = likely ? clamp(value, likely) : value
  return Math.round(held * 10 ** decimals) / 10 ** decimals
}

/** Narrows the healthy range, so that noise rarely leaves it. */
const inner = ({ min, max }: Span, margin: number): Span => {
  const room = min !== null && max !== null ? Math.min(margin, (max - min) / 2.5) : margin
  return { min: min === null ? null : min + room, max: max === null ? null : max - room }
}

type Values = Map<string, number>
/** Values computed from others, in order of dependency. */
const reckoned: Record<string, (value: (name: string) => number, about: { age: number; sex: 'male' | 'female' }) => number> = {
  bmi: (v) => v('weight') / (v('height') / 100) ** 2,
  hematocrit: (v) => (v('hemoglobin') / v('mchc')) * 100,
  red_blood_cell: (v) => (v('hematocrit') / v('mcv')) * 1000,
  mch: (v) => (v('hemoglobin') / v('red_blood_cell')) * 1000,
  albumin_globulin_ratio: (v) => v('albumin') / (v('total_protein') - v('albumin')),
  fib4_index: (v, { age }) => (age * v('ast')) / (v('platelet') * 10 * Math.sqrt(v('alt'))),
  total_cholesterol: (v) => v('ldl_cholesterol') + v('hdl_cholesterol') + v('triglyceride') / 5,
  non_hdl_cholesterol: (v) => v('total_cholesterol') - v('hdl_cholesterol'),
  homa_ir: (v) => (v('insulin') * v('fasting_glucose')) / 405,
  egfr: (v, { age, sex }) => 194 * v('creatinine') ** -1.094 * age ** -0.287 * (sex === 'female' ? 0.739 : 1),
  fev1: (v) => v('forced_vital_capacity') * 0.8,
  fev1_percentage: (v) => (v('fev1') / v('forced_vital_capacity')) * 100,
}

/** A deliberately abnormal value: in the unhealthy range, but still possible. */
const abnormal = (category: Measured, range: Bands | undefined): number | undefined => {
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
  const course: Course = patient.index === 0 ? saekiCourse : courses[patient.index % courses.length]!
  const onset = 3 + (patient.index % 5)
  const constitution = new Map<string, number>()

  const usual = (name: string, base: Baseline, healthy: Span | undefined) => {
    const held = constitution.get(name)
    if (held !== undefined) return held
    const drawn = base[sex] + randomOf(`body ${name}`, patient.index).normal() * base.people
    const value = healthy ? clamp(drawn, inner(healthy, base.within * 1.5 + Math.abs(base.decade))) : drawn
    constitution.set(name, value)
    return value
  }

  const measure = (category: Measured, base: Baseline, { day_number, years_ago, age }: Occasion): number | undefined => {
    const range = rangeFor(category.ranges, patient.sex, age)
    if (patient.trial === 'abnormal' && years_ago < 1) {
      const worst = abnormal(category, range)
      if (worst !== undefined) return worst
    }
    const steady = usual(category.name, base, range?.healthy)
    const noise = randomOf(`noise ${category.name} ${day_number}`, patient.index).normal() * base.within
    const target = course[category.name]
    if (target === undefined) return steady - (base.decade * years_ago) / 10 + noise
    // recent values equal the course's target
    if (years_ago < 0.15) return target
    return steady + (target - steady) * Math.max(0, 1 - years_ago / (patient.index === 0 ? 9 : onset)) ** 1.3 + noise
  }

  /** Values of one day by category. Quantities without a baseline are skipped. */
  return (categories: readonly Measured[], occasion: Occasion): Values => {
    const values: Values = new Map()
    for (const category of categories) {
      const base = baselines.get(category.name)
      const value = base && measure(category, base, occasion)
      if (value !== undefined) values.set(category.name, printed(value, category))
    }
    for (const category of Object.keys(reckoned).flatMap((name) => categories.find((row) => row.name === name) ?? [])) {
      const value = reckoned[category.name]!((name) => values.get(name) ?? Number.NaN, { age: occasion.age, sex })
      if (Number.isFinite(value)) values.set(category.name, printed(value, category))
    }
    return values
  }
}
