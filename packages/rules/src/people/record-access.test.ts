import { endpoints } from '@sukoyaka/wire/all'
import { expect, test } from 'vitest'
import { isReadAction, mergeAccesses, partOfSegment, recordPartOf } from './record-access.ts'

test('each segment in partOfSegment occurs in the path of a call', () => {
  const segments = new Set(endpoints.map(({ endpoint }) => endpoint.path.replace(/^(\/api)?(\/admin)?\//, '').split('/')[0]))
  expect(Object.keys(partOfSegment).filter((segment) => !segments.has(segment))).toEqual([])
})

const packageActions: [action: string, part: string][] = [
  ['GET /api/test_packages', 'results'],
  ['GET /api/test_packages/:id/test_results', 'results'],
  ['POST /api/test_packages/:id/release', 'results'],
  ['DELETE /api/test_packages/:id/release', 'results'],
  ['GET /api/test_packages/notice', 'checkups'],
  ['GET /test_packages/:id/calendar', 'checkups'],
  ['POST /api/test_packages', 'checkups'],
  ['POST /api/test_packages/:id/cancel', 'checkups'],
  ['PUT /api/test_packages/:id', 'checkups'],
  ['DELETE /api/test_packages/:id', 'checkups'],
]

test('packageActions lists all calls whose path contains test_packages', () => {
  const actions = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).filter((action) => /test_packages/.test(action))
  expect(packageActions.map(([action]) => action).toSorted()).toEqual(actions.toSorted())
})

test.each([
  ...packageActions,
  ['GET /api/test_results', 'results'],
  ['PUT /api/kartes/:id', 'notes'],
  ['GET /files/:signed', 'files'],
  ['PUT /users/:id', 'profile'],
  ['GET /interviews/:id/calendar', 'interviews'],
  ['GET /api/admin/contracts', 'profile'],
  ['GET /api/checkup_reports', 'results'],
  ['GET /api/device_days', 'activity'],
  ['GET /api/timeline', 'other'],
])('%s concerns the part %s', (action, part) => expect(recordPartOf(action)).toBe(part))

const opensOrPreviews = [
  'POST /api/bulk_messages/preview',
  'POST /api/fhir_imports/check',
  'POST /api/interviews/preview_notice',
  'POST /api/shared_records',
  'POST /share/:token',
]

test('GET calls, polled calls, searches, previews and the opening of shared records are reads; all other calls are changes', () => {
  const actions = endpoints.map(({ endpoint }) => ({ ...endpoint, action: `${endpoint.method} ${endpoint.path}` }))
  const reads = actions.filter(({ method, isPolled, isSearch, action }) => method === 'GET' || isPolled || isSearch || opensOrPreviews.includes(action))
  expect(actions.filter(({ action }) => isReadAction(action))).toEqual(reads)
  expect(reads.filter(({ action }) => opensOrPreviews.includes(action))).toHaveLength(opensOrPreviews.length)
})

test('merges the accesses of a person that are at most 30 minutes apart', () => {
  const at = (time: string) => `2026-11-22T${time}:00.000Z`
  const log = [
    { id: 5, at: at('10:00'), user_id: 2, action: 'GET /api/kartes' },
    { id: 4, at: at('09:45'), user_id: 3, action: 'GET /api/test_results' },
    { id: 3, at: at('09:30'), user_id: 2, action: 'PUT /api/kartes/:id' },
    { id: 2, at: at('09:10'), user_id: 2, action: 'GET /api/kartes' },
    { id: 1, at: at('08:00'), user_id: 2, action: 'GET /api/steps' },
    { id: 0, at: at('08:00'), user_id: 2, action: 'GET /api/test_results' },
  ]
  expect(mergeAccesses(log)).toEqual([
    { id: 5, from: at('09:10'), until: at('10:00'), user_id: 2, read: ['notes'], changed: ['notes'] },
    { id: 4, from: at('09:45'), until: at('09:45'), user_id: 3, read: ['results'], changed: [] },
    { id: 1, from: at('08:00'), until: at('08:00'), user_id: 2, read: ['results', 'activity'], changed: [] },
  ])
})
