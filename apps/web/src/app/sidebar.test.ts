import { roles } from '@sukoyaka/wire/access'
import { expect, test } from 'vitest'
import { fillsWindow, showsSidebar } from './sidebar.ts'

const careRoleNames = ['doctor', 'nurse', 'trainer', 'observer', 'nutritionist', 'concierge']

test.each(['/12/summary', '/12/database', '/12/timeline', '/12/summary/', '/12/report', '/12/stress_check'])(
  'on %s only the six care roles see the sidebar',
  (path) => {
    expect(roles.filter((role) => showsSidebar(path, role)).toSorted()).toEqual(careRoleNames.toSorted())
  },
)
test.each(['/', '/admin', '/12', '/12/payments', '/x/summary', '/12/summary/more', '/sign_in'])('on %s no role sees the sidebar', (path) => {
  expect(roles.filter((role) => showsSidebar(path, role))).toEqual([])
})
test('only patients answer questionnaires on a full page', () => {
  expect(roles.filter((role) => fillsWindow('/12/questionnaires/3', role))).toEqual(['patient'])
  expect(fillsWindow('/12/summary', 'patient')).toBe(false)
})
