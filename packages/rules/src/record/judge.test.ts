import type { Bands } from '@sukoyaka/wire/record/checkup'
import { describe, expect, test } from 'vitest'
import numeric from '../../../../apps/server/reference-data/numeric_test_result_categories.json' with { type: 'json' }
import extra from '../../../../apps/server/reference-data/numeric_test_result_categories_extra.json' with { type: 'json' }
import { formatValue } from '../value.ts'
import { isSerious, judge, type Measurable, namesOwnUnit, readValue, rounded, type SexAndBirthday, seriousSide, type Version, verdictOn } from './judge.ts'

type Sex = 'male' | 'female' | null
type Range = Bands & { sex: 'male' | 'female' | 'any'; age_min: number; age_max: number | null }
type Category = Measurable & { name: string; ranges: Range[] }
const catalogue = [...numeric.items, ...extra.items] as unknown as Category[]
const categoryOf = (name: string) => catalogue.find((category) => category.name === name)!
const versionsOf = ({ ranges }: Category): Version[] => ranges.map((range, i) => ({ ...range, id: i + 1, valid_from: null, retired_at: null }))

/** The first instant of 15 June 2026 in Tokyo. `personAged` is a person who reaches the given age on that day. */
const midnight = '2026-06-14T15:00:00.000Z'
const personAged = (sex: Sex, age: number): SexAndBirthday => ({ sex, birthday: `${2026 - age}-06-15` })
const statusOf = (category: Category, person: SexAndBirthday, value: number, recorded_at = midnight) =>
  verdictOn(category, versionsOf(category), person, { value, recorded_at }).status

// independent implementation of the bands in the reference data: the statuses of all bands that contain a value
const isInside = (value: number, { min, max }: Bands['healthy']) => (min === null || value >= min) && (max === null || value < max)
const bandsContaining = ({ healthy, warning, unhealthy: { below, above } }: Bands, value: number) => [
  ...(isInside(value, healthy) ? [0] : []),
  ...((below !== null && value < below) || (above !== null && value >= above) ? [1] : []),
  ...(warning.some((band) => isInside(value, band)) ? [2] : []),
]
/** The range for a sex and an age; a range for this sex takes precedence over one for any sex. */
const applicableRange = ({ ranges }: Category, sex: Sex, age: number): Range | undefined => {
  const matchingAge = ranges.filter((range) => range.age_min <= age && age <= (range.age_max ?? 999))
  return matchingAge.filter((range) => range.sex === sex)[0] ?? matchingAge.filter((range) => range.sex === 'any')[0]
}

test('judges values around every bound of every category as its bands state, for each sex and unknown sex, at 17, 18 and around age limits', () => {
  let cases = 0
  const wrong: unknown[] = []
  for (const category of catalogue) {
    const borders = category.ranges.flatMap((range) => [
      ...[range.healthy, ...range.warning].flatMap(({ min, max }) => [min, max]),
      range.unhealthy.below,
      range.unhealthy.above,
    ])
    const values = new Set(
      borders.filter((b) => b !== null).flatMap((b) => [-1, 0, 1].map((step) => Number((b + step * 10 ** -category.decimals).toFixed(category.decimals)))),
    )
    const ages = new Set([17, 18, 45, ...category.ranges.flatMap(({ age_min, age_max }) => [age_min - 1, age_min, age_max ?? 99, (age_max ?? 98) + 1])])
    for (const age of ages)
      for (const sex of ['male', 'female', null] as const) {
        const range = applicableRange(category, sex, age)
        for (const value of values.size ? values : [1]) {
          const expected = range ? bandsContaining(range, value) : [null]
          const { status, range_id } = verdictOn(category, versionsOf(category), personAged(sex, age), { value, recorded_at: midnight })
          if (expected.length !== 1 || status !== expected[0] || range_id !== (range ? category.ranges.indexOf(range) + 1 : null))
            wrong.push([category.name, sex, age, value, status, expected])
          cases++
        }
      }
  }
  expect(wrong).toEqual([])
  expect(cases).toBeGreaterThan(10_000)
})

// copied from the published tables, not from our files
const known: [name: string, value: number, status: 0 | 1 | 2, person?: SexAndBirthday][] = [
  ['ldl_cholesterol', 59, 1],
  ['ldl_cholesterol', 60, 0],
  ['ldl_cholesterol', 119, 0],
  ['ldl_cholesterol', 120, 2],
  ['ldl_cholesterol', 139, 2],
  ['ldl_cholesterol', 140, 1],
  ['hdl_cholesterol', 39, 1],
  ['hdl_cholesterol', 40, 0],
  ['triglyceride', 149, 0],
  ['triglyceride', 150, 2],
  ['triglyceride', 300, 1],
  ['hba1c', 5.5, 0],
  ['hba1c', 5.6, 2],
  ['hba1c', 5.9, 2],
  ['hba1c', 6, 1],
  ['fasting_glucose', 99, 0],
  ['fasting_glucose', 100, 2],
  ['fasting_glucose', 110, 1],
  ['systolic_blood_pressure', 129, 0],
  ['systolic_blood_pressure', 130, 2],
  ['systolic_blood_pressure', 139, 2],
  ['systolic_blood_pressure', 140, 1],
  ['diastolic_blood_pressure', 84, 0],
  ['diastolic_blood_pressure', 85, 2],
  ['diastolic_blood_pressure', 90, 1],
  ['bmi', 18.4, 1],
  ['bmi', 18.5, 0],
  ['bmi', 24.9, 0],
  ['bmi', 25, 1],
  ['waist_circumference', 84.9, 0, personAged('male', 50)],
  ['waist_circumference', 85, 1, personAged('male', 50)],
  ['waist_circumference', 89.9, 0, personAged('female', 50)],
  ['waist_circumference', 90, 1, personAged('female', 50)],
  ['uric_acid', 7, 0],
  ['uric_acid', 7.1, 2],
  ['uric_acid', 8, 1],
  ['egfr', 60, 0],
  ['egfr', 59.9, 1],
  ['ast', 30, 0],
  ['ast', 31, 2],
  ['ast', 36, 1],
  ['ggt', 50, 0],
  ['ggt', 81, 1],
  ['hemoglobin', 13, 1, personAged('male', 50)],
  ['hemoglobin', 13, 0, personAged('female', 50)],
  ['hemoglobin', 12, 1, personAged('female', 50)],
  ['creatinine', 1.0, 0, personAged('male', 50)],
  ['creatinine', 1.0, 1, personAged('female', 50)],
  ['psa', 3.5, 1, personAged('male', 64)],
  ['psa', 3.5, 0, personAged('male', 65)],
  ['psa', 4, 0, personAged('male', 70)],
]
test.each(known)('judges %s %d as status %d', (name, value, status, person = personAged('female', 50)) => {
  expect(statusOf(categoryOf(name), person, value)).toBe(status)
})

describe('person and time', () => {
  test('uses the age on the Tokyo day of the result: just before the 18th birthday there is no range', () => {
    const person = personAged('female', 18)
    expect(statusOf(categoryOf('ldl_cholesterol'), person, 119, midnight)).toBe(0)
    expect(statusOf(categoryOf('ldl_cholesterol'), person, 119, '2026-06-14T14:59:59.999Z')).toBeNull()
  })

  test('has no status without a birthday, or without a sex if ranges differ by sex', () => {
    expect(statusOf(categoryOf('ldl_cholesterol'), { sex: 'male', birthday: null }, 119)).toBeNull()
    expect(statusOf(categoryOf('hemoglobin'), personAged(null, 50), 13)).toBeNull()
    expect(statusOf(categoryOf('ldl_cholesterol'), personAged(null, 50), 119)).toBe(0)
    expect(statusOf(categoryOf('height'), personAged('male', 50), 170)).toBeNull()
  })

  const range = (id: number, max: number, valid_from: string | null, retired_at: string | null): Version => ({
    id,
    sex: 'any',
    age_min: 18,
    age_max: null,
    healthy: { min: null, max },
    warning: [],
    unhealthy: { below: null, above: max },
    valid_from,
    retired_at,
  })
  const changed = '2026-04-01T00:00:00.000Z'
  const verdictWith = (versions: Version[], recorded_at: string) => verdictOn({ serious: null }, versions, personAged('male', 50), { value: 130, recorded_at })

  test('uses the range version of the day; the first version covers all earlier days', () => {
    const versions = [range(1, 140, null, changed), range(2, 120, changed, null)]
    expect(verdictWith(versions, '2010-01-01T00:00:00Z')).toMatchObject({ status: 0, range_id: 1 })
    expect(verdictWith(versions, '2026-03-31T23:59:59.999Z')).toMatchObject({ status: 0, range_id: 1 })
    expect(verdictWith(versions, changed)).toMatchObject({ status: 1, range_id: 2 })
  })

  test('a value from before the first or after the last validity of a range has no status', () => {
    expect(verdictWith([range(2, 120, changed, null)], '2026-03-31T23:59:59.999Z')).toMatchObject({ status: null, range_id: null })
    expect(verdictWith([range(1, 140, null, changed)], changed)).toMatchObject({ status: null, range_id: null })
  })
})

describe('limits of a value', () => {
  test('possible and likely limits are inclusive in every category', () => {
    const wrong: unknown[] = []
    for (const category of catalogue) {
      const step = 10 ** -category.decimals
      const outcomeOf = (value: number, confirmed = false) => {
        const read = readValue(category, { value, confirmed })
        return 'problem' in read ? read.problem : 'read'
      }
      const expectOutcome = (value: number, confirmed: boolean, expected: string) =>
        outcomeOf(value, confirmed) === expected || wrong.push([category.name, value, expected, outcomeOf(value)])
      const { possible, likely } = category
      for (const value of [possible!.min!, possible!.max!]) expectOutcome(value, true, 'read')
      for (const value of [possible!.min! - step, possible!.max! + step]) expectOutcome(value, true, 'impossible')
      for (const value of [likely!.min!, likely!.max!]) expectOutcome(value, false, 'read')
      for (const value of [likely!.min! - step, likely!.max! + step])
        if (value >= possible!.min! && value <= possible!.max!) {
          expectOutcome(value, false, 'unlikely')
          expectOutcome(value, true, 'read')
        }
    }
    expect(wrong).toEqual([])
    expect(readValue(categoryOf('hba1c'), { value: Number.NaN })).toEqual({ problem: 'impossible' })
  })

  test('a value is critical below the lower limit and at or above the upper limit, with or without a range', () => {
    expect([2.4, 2.5, 5.9, 6].map((value) => isSerious({ value }, categoryOf('potassium')))).toEqual([true, false, false, true])
    expect([179, 180].map((value) => isSerious({ value }, categoryOf('systolic_blood_pressure')))).toEqual([false, true])
    expect(isSerious({ value: 999 }, categoryOf('height'))).toBe(false)
    expect([49, 50, 399, 400].map((value) => seriousSide({ value }, categoryOf('casual_glucose')))).toEqual(['low', undefined, undefined, 'high'])
    expect(verdictOn(categoryOf('potassium'), versionsOf(categoryOf('potassium')), { sex: null, birthday: null }, { value: 6, recorded_at: midnight })).toEqual(
      {
        status: null,
        range_id: null,
        is_serious: true,
      },
    )
  })
})

describe('units', () => {
  test('converts every other unit by its factor and offset, and rejects units that the category does not have', () => {
    let cases = 0
    for (const category of catalogue)
      for (const { unit, factor, offset } of category.conversions ?? []) {
        const middle = Number(((category.likely!.min! + category.likely!.max!) / 2).toFixed(category.decimals))
        const typed = (middle - offset) / factor
        const read = readValue(category, { value: typed, unit })
        // mEq/L is a conversion of sodium and also its printed unit, so that nothing is converted
        const isPrinted = unit.toLowerCase() === category.unit_display.toLowerCase()
        expect(read).toEqual({ value: middle, comparator: null, entered_value: isPrinted ? null : typed, entered_unit: isPrinted ? null : unit })
        cases++
      }
    expect(cases).toBeGreaterThan(90)
    expect(readValue(categoryOf('ldl_cholesterol'), { value: 100, unit: 'g/L' })).toEqual({ problem: 'unknown_unit' })
    expect(readValue(categoryOf('hba1c'), { value: 5, unit: 'mmol/L' })).toEqual({ problem: 'unknown_unit' })
  })

  test.each<[name: string, value: number, unit: string, read: number]>([
    ['ldl_cholesterol', 4, 'mmol/L', 155],
    ['fasting_glucose', 5.6, 'mmol/L', 101],
    ['hba1c', 48, 'mmol/mol', 6.5],
    ['hba1c', 6.1, '%{JDS}', 6.5],
    ['creatinine', 88.4, 'umol/L', 1],
    ['body_temperature', 98.6, '[degF]', 37],
    ['platelet', 150_000, '/uL', 15],
    ['height', 1.65, 'm', 165],
    ['weight', 150, '[lb_av]', 68],
  ])('converts %s: %d %s to %d', (name, value, unit, read) => {
    expect(readValue(categoryOf(name), { value, unit })).toMatchObject({ value: read, entered_value: value, entered_unit: unit })
  })

  test('accepts the category’s unit as code and as printed, in any width', () => {
    for (const unit of ['mg/dL', 'mg/dl', 'ｍｇ／ｄＬ', ' mg / dL ', '', undefined, null])
      expect(readValue(categoryOf('ldl_cholesterol'), { value: 118, ...(unit !== undefined && { unit }) })).toEqual({
        value: 118,
        comparator: null,
        entered_value: null,
        entered_unit: null,
      })
    expect(readValue(categoryOf('serum_iron'), { value: 100, unit: 'µg/dL' })).toMatchObject({ entered_unit: null })
    expect(readValue(categoryOf('systolic_blood_pressure'), { value: 120, unit: 'mmHg' })).toMatchObject({ entered_unit: null })
  })

  test('a category’s unit is named by its code, as it is shown, or by a unit of the same size', () => {
    const isOwn = (name: string, text: string) => namesOwnUnit(categoryOf(name), text)
    expect([isOwn('creatinine', 'mg/dl'), isOwn('white_blood_cell', '10*3/uL'), isOwn('white_blood_cell', '×103/µL')]).toEqual([true, true, true])
    expect([isOwn('sodium', 'mmol/L'), isOwn('sodium', 'mEq/L')]).toEqual([true, true])
    expect([isOwn('creatinine', 'µmol/L'), isOwn('creatinine', 'g/L'), isOwn('creatinine', ''), isOwn('platelet', '/μL')]).toEqual([false, false, false, false])
  })

  test('judges the converted value: 3.1 mmol/L is 120 mg/dL, a warning', () => {
    const category = categoryOf('ldl_cholesterol')
    const typed = { value: 3.1, unit: 'mmol/L', recorded_at: midnight }
    expect(judge(category, versionsOf(category), personAged('male', 50), typed)).toMatchObject({ value: 120, status: 2, range_id: 1, is_serious: false })
    expect(judge(category, versionsOf(category), personAged('male', 50), { ...typed, value: 3.08 })).toMatchObject({ value: 119, status: 0 })
    expect(judge(category, versionsOf(category), personAged('male', 50), { ...typed, unit: 'mg/dL' })).toEqual({ problem: 'impossible' })
  })
})

describe('more decimals than the category has', () => {
  test.each<[name: string, value: number, read: number, status: 0 | 1 | 2, is_serious?: boolean]>([
    ['potassium', 5.96, 6, 1, true],
    ['potassium', 5.94, 5.9, 1, false],
    ['bmi', 24.94, 24.9, 0],
    ['bmi', 24.96, 25, 1],
    ['ldl_cholesterol', 139.4, 139, 2],
    ['ldl_cholesterol', 139.6, 140, 1],
    ['egfr', 59.94, 59.9, 1],
    ['egfr', 59.96, 60, 0],
  ])('judges %s %d as %d, the printed value, and keeps what was entered', (name, value, read, status, is_serious = false) => {
    const category = categoryOf(name)
    const typed = { value, recorded_at: midnight }
    const judged = judge(category, versionsOf(category), personAged('female', 50), typed)
    expect(judged).toMatchObject({ value: read, status, is_serious, entered_value: value, entered_unit: category.unit_display })
    expect(formatValue({ value }, category)).toBe(formatValue({ value: read }, category))
  })

  test('keeps steps, labels and limits of measurement, and does not accept what lies between steps', () => {
    expect(readValue(categoryOf('visual_acuity_right'), { value: 0.15 })).toMatchObject({ value: 0.15, entered_value: null })
    expect(readValue(categoryOf('visual_acuity_right'), { value: 0.151 })).toEqual({ problem: 'not_a_step' })
    expect(readValue(categoryOf('urine_protein'), { value: 1.2 })).toEqual({ problem: 'not_a_step' })
    expect(readValue(categoryOf('crp'), { value: 0.004, comparator: '<' })).toMatchObject({ value: 0.004, comparator: '<', entered_value: null })
  })

  test('a value in the category’s decimals is read as it is', () => {
    for (const category of catalogue) {
      const value = rounded((category.likely!.min! + category.likely!.max!) / 2, category.decimals)
      const read = readValue(category, { value })
      if (!category.steps && !category.value_labels) expect(read).toEqual({ value, comparator: null, entered_value: null, entered_unit: null })
    }
  })
})

test('rounds decimally, not by binary representation', () => {
  expect([rounded(1.005, 2), rounded(2.5, 0), rounded(-0.04, 1), rounded(-2.55, 1), rounded(6.45, 1), rounded(1e-9, 3)]).toEqual([1.01, 3, 0, -2.6, 6.5, 0])
})
