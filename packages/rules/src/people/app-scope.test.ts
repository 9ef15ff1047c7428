import { expect, test } from 'vitest'
import { allowsType, canRead, grantableScopes } from './app-scope.ts'

test('grants only what the app may ask for and the person can grant', () => {
  const asked = 'patient/*.rs user/Observation.read launch/patient offline_access patient/Observation.cud openid'
  expect(grantableScopes(asked, ['patient/*.rs', 'user/*.rs', 'offline_access'], true)).toEqual([
    'patient/*.rs',
    'user/Observation.read',
    'launch/patient',
    'offline_access',
  ])
  expect(grantableScopes(asked, ['patient/*.rs', 'user/*.rs'], false)).toEqual(['user/Observation.read'])
  expect(grantableScopes(asked, ['patient/*.rs'], false)).toEqual([])
  expect([canRead(['offline_access', 'launch/patient']), canRead(['user/*.rs'])]).toEqual([false, true])
})

test('allows the types that a scope names', () => {
  expect(allowsType(['patient/Observation.rs', 'offline_access'], 'Observation')).toBe(true)
  expect(allowsType(['patient/Observation.rs'], 'Condition')).toBe(false)
  expect(allowsType(['user/*.rs'], 'Condition')).toBe(true)
  expect(allowsType(['offline_access'], 'Condition')).toBe(false)
})
