import { endpoints } from '@sukoyaka/wire/all'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls as contractCalls, separateCalls } from '../../test/contract/calls/all.ts'
import { scopeOf } from '../../test/contract/permissions.ts'
import { callOf, calls, keyOf } from '../../trials/kit/calls/calls.ts'
import { judgeCall } from '../../trials/kit/judge.ts'
import { openRecords, type Records } from '../../trials/kit/rows/records.ts'
import { canReceiveEvent, type EventRow, frameFor } from '../realtime/event-visibility.ts'

let records: Records
beforeAll(async () => {
  records = await openRecords()
})

test('every endpoint of the contract has a permission test, and every permission test has an endpoint', () => {
  expect(Object.keys(calls).sort()).toEqual(endpoints.map(({ endpoint }) => keyOf(endpoint)).sort())
  for (const { endpoint } of endpoints) expect(callOf(endpoint)).toBeDefined()
})

const allContractCalls = { ...contractCalls, ...separateCalls }
/** Whether the call writes data that patients may not read, judged by the GET call at its path or, without one, at the longest prefix that has a GET call. */
const isHiddenFromPatients = ({ method, path }: Endpoint): boolean => {
  const segments = path.replace(/:(\w+)/g, '{$1}').split('/')
  const reads = segments.map((_, end) => allContractCalls[`GET ${segments.slice(0, segments.length - end).join('/')}`])
  const nearestRead = reads.find((read) => read !== undefined)
  return method !== 'GET' && nearestRead !== undefined && !scopeOf(nearestRead.row, 'patient')
}
const fhirImportTags = [
  'allergy_reactions',
  'family_past_illnesses',
  'medicine_intakes',
  'past_illnesses',
  'supplement_intakes',
  'test_packages',
  'test_results',
]
/** Tags that patients receive from calls for which `isHiddenFromPatients` holds, because these calls also change what patients may read. */
const visibleChanges: Record<string, string[]> = {
  'POST /api/admin/contracts': ['contracts', 'message_rooms', 'users'],
  'PUT /api/users/me/icon': ['message_rooms', 'users'],
  'DELETE /api/users/me/icon': ['message_rooms', 'users'],
  'PATCH /api/message_open_histories/:id': ['message_rooms', 'messages'],
  'POST /api/fhir_imports': fhirImportTags,
  'POST /api/fhir_imports/:id/undo': fhirImportTags,
  'POST /api/interviews/:id/auto_minutes/approve': ['interviews', 'notifications', 'user_unread_records'],
}
const lastEventId = async () => (await records.testApp.context.pool.query<{ last: number }>('select last from event_counter')).rows[0]!.last
/** Tags of the events after the event `last`, and the tags that patients receive of them. */
const publishedAfter = async (last: number) => {
  const { rows } = await records.testApp.context.pool.query<EventRow>('select * from events where id > $1', [last])
  const patients = [records.testApp.hanako, records.testApp.taro].map((patient) => ({ ...patient, session_id: 0 }))
  const received = rows.flatMap((row) => patients.filter((patient) => canReceiveEvent(patient, row)).map((patient) => String(frameFor(patient, row))))
  const tags = received.flatMap((frame) => (JSON.parse(frame.split('data: ')[1]!) as { changes: string[] }).changes)
  return { published: [...new Set(rows.flatMap(({ changes }) => changes))], receivedByPatients: [...new Set(tags)].sort() }
}

describe('each role and callers without access get what the permission table states for their own record, that of another patient and a missing one', () => {
  for (const { endpoint } of endpoints)
    test(keyOf(endpoint), async () => {
      const lastId = await lastEventId()
      const { n, failures } = await judgeCall(records.testApp.app, records, endpoint)
      expect(failures.map(({ caller, relation, problem }) => `${caller}, ${relation}: ${problem}`)).toEqual([])
      expect(n).toBeGreaterThanOrEqual(records.callers.length)
      if (!isHiddenFromPatients(endpoint)) return
      const { published, receivedByPatients } = await publishedAfter(lastId)
      expect(published).toEqual(expect.arrayContaining([...(endpoint.staffChanges ?? [])]))
      expect(receivedByPatients).toEqual(visibleChanges[keyOf(endpoint)] ?? [])
    })
})
