import { expect, test } from 'vitest'
import { demoPatient } from './people.ts'

test('patients made in 2040, some born after 2008, all have a first name', () => {
  const people = Array.from({ length: 1_000 }, (_, index) => demoPatient(index + 1, index, '2040-02-29'))
  expect(people.filter(({ birthday }) => birthday !== null && birthday > '2009').length).toBeGreaterThan(10)
  expect(people.filter(({ first_name }) => !first_name)).toEqual([])
})
