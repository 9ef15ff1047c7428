import { endpoints } from '@sukoyaka/wire/all'
import { expect, test } from 'vitest'
import { isReadAction, mergeAccesses, partOfSegment, recordPartOf } from './record-access.ts'

test('names calls that exist', () => {
  const segments = new Set(endpoints.map(({ endpoint }) => endpoint.path.split('/')[2]))
  expect(Object.keys(partOfSegment).filter((segment) => !segments.has(segment))).toEqual([])
})

test.each([
  ['GET /api/test_results', 'results'],
  ['GET /api/test_packages/:id/test_results', 'results'],
  ['PUT /api/kartes/:id', 'notes'],
  ['GET /files/:signed', 'files'],
  ['GET /api/timeline', 'other'],
])('%s is %s', (action, part) => expect(recordPartOf(action)).toBe(part))

test('calls that open pages and apps repeat, and searches, are reads; other calls but GET are changes', () => {
  const actionsOf = (chosen: typeof endpoints) => chosen.map(({ endpoint: { method, path } }) => `${method} ${path}`)
  const [reads, changes] = [true, false].map((isRead) =>
    actionsOf(endpoints.filter(({ endpoint }) => (endpoint.method === 'GET' || endpoint.isPolled === true || endpoint.isSearch === true) === isRead)),
  )
  expect(reads!.filter((action) => !isReadAction(action))).toEqual([])
  expect(changes!.filter(isReadAction)).toEqual([])
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
