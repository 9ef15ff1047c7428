import { readFileSync } from 'node:fs'
import type { LifestyleRule } from '@sukoyaka/wire/record/lifestyle'
import { describe, expect, test } from 'vitest'
import { isImportant, lifestyleStatus, stepStatus, symptomStatus } from './lifestyle.ts'

type Item = { name: string; division: string; value_type: string; rule: LifestyleRule; options: { value: number }[] | null }
const itemsOf = (name: string): Item[] =>
  JSON.parse(readFileSync(new URL(`../../../../apps/server/reference-data/${name}.json`, import.meta.url), 'utf8')).items
const lifestyles = new Map(itemsOf('lifestyle_categories').map((item) => [item.name, item]))
const statusOf = (name: string, value: number) => lifestyleStatus(lifestyles.get(name)!.rule, value)

// These lists name items or divisions, so that the test does not depend on the catalogue's rules.
const unhealthyFromTwo = ['alcohol', 'smoking']
const unhealthyAtOne = ['bedding_suitability', 'bluelight_before_sleep', 'caffeine_before_sleep', 'phone_position', 'place_sleep']
const measured = ['active_energy_burned', 'distance', 'stairs_climbed', 'stand_hour', 'total_energy_burned']
const healthyAtZero = [...lifestyles.values()]
  .filter(({ division }) => ['Food', 'Preference', 'Sleep'].includes(division))
  .map(({ name }) => name)
  .filter((name) => ![...unhealthyFromTwo, ...unhealthyAtOne, 'sleep_time'].includes(name))
const neutral = [...lifestyles.values()]
  .filter(({ division }) => ['Sport', 'Hobby'].includes(division))
  .map(({ name }) => name)
  .filter((name) => !measured.includes(name))

describe('a lifestyle answer', () => {
  test.each(healthyAtZero)('%s is healthy at 0 and unhealthy at every other answer', (name) => {
    expect(statusOf(name, 0)).toBe(0)
    for (const value of [1, 2, 3]) expect(statusOf(name, value)).toBe(1)
  })
  test.each(unhealthyFromTwo)('%s is unhealthy from 2', (name) => {
    expect([0, 1, 2, 3].map((value) => statusOf(name, value))).toEqual([0, 0, 1, 1])
  })
  test.each(unhealthyAtOne)('%s is unhealthy at 1', (name) => {
    expect([0, 1].map((value) => statusOf(name, value))).toEqual([0, 1])
  })
  test.each([0, 3, 4.9, 5, 7, 9, 9.1, 14])('sleep_time is healthy at %d hours, as at every number of hours', (hours) => {
    expect(statusOf('sleep_time', hours)).toBe(0)
  })
  test.each(neutral)('%s is important at 1 and has no health status', (name) => {
    const { rule } = lifestyles.get(name)!
    expect([0, 1].map((value) => statusOf(name, value))).toEqual([undefined, undefined])
    expect([0, 1, 2].map((value) => isImportant(rule, value))).toEqual([false, true, false])
  })
  test.each(measured)('%s, measured by a device, has no status and is not important', (name) => {
    for (const value of [0, 1, 5999, 6000]) {
      expect(statusOf(name, value)).toBeUndefined()
      expect(isImportant(lifestyles.get(name)!.rule, value)).toBe(false)
    }
  })
  test('items with a health status are never important', () => {
    for (const name of [...healthyAtZero, ...unhealthyFromTwo, ...unhealthyAtOne, 'sleep_time']) expect(isImportant(lifestyles.get(name)!.rule, 1)).toBe(false)
  })
  test('covers every item of the catalogue', () => {
    expect([...healthyAtZero, ...unhealthyFromTwo, ...unhealthyAtOne, ...neutral, ...measured, 'sleep_time'].sort()).toEqual([...lifestyles.keys()].sort())
  })
})

describe('a symptom', () => {
  test.each(itemsOf('symptom_categories').map(({ name }) => name))('%s is unhealthy when answered with yes, except the skin type', (name) => {
    expect([0, 1].map((value) => symptomStatus(name, value))).toEqual(name === 'skin_type' ? [undefined, undefined] : [0, 1])
  })
})

test.each([
  [0, 2],
  [5_999, 2],
  [6_000, 0],
  [6_001, 0],
])('%d steps a day have status %d', (count, status) => {
  expect(stepStatus(count)).toBe(status)
})
