import type { CarePerson } from '@sukoyaka/wire/people/patient'
import { expect, test } from 'vitest'
import { timeOfDay } from './Greeting.tsx'
import { leadOf } from './words.ts'

test('greets by the time of day in Tokyo, regardless of the system time zone', () => {
  expect(timeOfDay(new Date('2026-11-20T20:00:00Z'))).toBe('morning')
  expect(timeOfDay(new Date('2026-11-21T02:00:00Z'))).toBe('day')
  expect(timeOfDay(new Date('2026-11-21T09:00:00Z'))).toBe('evening')
  expect(timeOfDay(new Date('2026-11-20T19:59:59Z'))).toBe('evening')
})

test('the lead is the main doctor, before a main nurse and other doctors', () => {
  const person = (id: number, role: CarePerson['role'], main: boolean) => ({ id, role, main }) as CarePerson
  expect(leadOf([person(1, 'nurse', true), person(2, 'doctor', false), person(3, 'doctor', true)])?.id).toBe(3)
  expect(leadOf([person(1, 'nurse', true)])?.id).toBe(1)
  expect(leadOf([])).toBeUndefined()
})
