// Black-box test: imports nothing from `src`. The tables of calls and permissions in this folder are typed by hand.
import { beforeAll, describe, expect, test } from 'vitest'
import { calls, separateCalls } from './calls/all.ts'
import { type Call, type Ids, none, recordLists } from './calls/call.ts'
import { type People, signInPeople } from './people.ts'
import { roles, scopeOf } from './permissions.ts'
import type { SendRequest } from './server.ts'
import { specifiedCalls } from './specified-calls.ts'

const noNotes = { kartes: [], karteImages: [], drafts: [], draftImages: [] }
const noPictures = { imageCategory: none, imageResult: none, image: none, spareImageResults: [], spareImages: [] }
const absentIds: Ids = {
  user: none,
  users: [none],
  word: '血圧',
  room: none,
  package: none,
  sparePackage: none,
  undatedPackage: none,
  datedPackage: none,
  removablePackages: [],
  cancellablePackages: [],
  freeKinds: ['metal'],
  result: none,
  spareResults: [],
  assessment: none,
  goal: none,
  spareGoals: [],
  tasks: [none],
  questionnaire: none,
  request: none,
  reviews: [none],
  contacts: [none],
  interviews: [none],
  healthRecord: none,
  spareHealthRecords: [],
  message: none,
  policies: { privacy: none, usage: none },
  cartItems: [],
  recommendations: [],
  passedProducts: [],
  ...noPictures,
  ...noNotes,
  recordIds: Object.fromEntries(recordLists.map((list) => [list, [none]])) as Ids['recordIds'],
}
/** The URL with every query parameter that the specification names. */
const urlOf = ({ path, filters }: Call, ids: Ids) => {
  const url = path(ids)
  const extraQuery = typeof filters === 'function' ? filters(ids) : filters
  return extraQuery ? `${url}${url.includes('?') ? '&' : '?'}${extraQuery}` : url
}

let server: People['server']
let requestAs: People['requestAs']
let id: People['id']
let ownIds: Ids, otherIds: Ids

beforeAll(async () => {
  ;({ server, requestAs, id, ownIds, otherIds } = await signInPeople())
})

/** The error code of a reply. FHIR calls return it in an OperationOutcome. */
// biome-ignore lint/suspicious/noExplicitAny: any reply
const codeOf = (json: any): string | undefined => json?.issue?.[0].details.coding[0].code ?? json?.code

describe('endpoints of the specification', () => {
  const implemented = new Set([...Object.keys(calls), ...Object.keys(separateCalls)])
  const missing = specifiedCalls.filter(({ key }) => !implemented.has(key))

  test('the specification has 160 endpoints', () => {
    expect(specifiedCalls).toHaveLength(160)
  })

  test('rejects endpoints that are not implemented with 400, 401, 404 or 405, also for an admin', async () => {
    for (const { key, method, path } of missing) {
      const url = path.replace(/\{\w+\}/g, '1')
      // `/users/{id}` and `/message_rooms/{id}` also match these paths: the word is then an invalid id, or the method is not allowed
      const isShadowed = /^\/api\/(users|message_rooms)\/\w+$/.test(url)
      for (const request of [server.request, requestAs.admin]) {
        const { status } = await request(method, url, method === 'GET' || method === 'DELETE' ? {} : { body: {} })
        const expected = isShadowed ? [400, 401, 404, 405] : Object.keys(calls).some((name) => name.endsWith(` ${path}`)) ? [404, 405] : [404]
        expect(expected, `${key} answers ${status}: add it to the implemented calls`).toContain(status)
      }
    }
  })

  test('reads accept every query parameter of the specification', async () => {
    const more: Record<string, string> = { 'GET /api/users/patients': '&role=main_doctor', 'GET /api/message_rooms/list': '&q[main_doctor_full_name_cont]=a' }
    for (const { key, names } of specifiedCalls.filter((call) => call.key in calls && call.method === 'GET')) {
      const path = `${urlOf(calls[key]!, ownIds)}${more[key] ?? ''}`
      expect(names.filter((name) => !path.includes(name))).toEqual([])
      const reader = scopeOf(calls[key]!.row, 'nurse') ? 'nurse' : 'patient'
      expect(`${path} ${(await requestAs[reader]('GET', path)).status}`).toBe(`${path} 200`)
    }
    expect((await requestAs.doctor('GET', '/api/message_rooms/list?q[main_doctor_full_name_cont]=a')).status).toBe(403)
  })

  for (const [key, call] of Object.entries(calls))
    test(`${key} responds to each role as the permission table says`, async () => {
      const send = (request: SendRequest, ids: Ids) => request(call.method, urlOf(call, ids), call.body && { body: call.body(ids) })
      const anonymous = await send(server.request, ownIds)
      expect([anonymous.status, codeOf(anonymous.json)]).toEqual(call.row === 'without signing in' ? [call.good, undefined] : [401, 'unauthenticated'])
      for (const role of roles) {
        if (call.target === 'none') {
          const { status } = await send(requestAs[role], { ...ownIds, user: id[role] })
          expect(`${role} ${status}`).toBe(`${role} ${scopeOf(call.row, role) ? call.good : 403}`)
          continue
        }
        const scope = scopeOf(call.others ?? call.row, role)
        const isPatient = role === 'patient'
        const ownResponse = await send(requestAs[role], ownIds)
        const otherResponse = await send(requestAs[role], otherIds)
        const absentResponse = await send(requestAs[role], absentIds)
        const statusFor = (isOwn: boolean, exists: boolean) => {
          if (isOwn && isPatient && scopeOf(call.row, role)) return call.good
          if (!scope) return 403
          if (call.target === 'list') return call.good
          return exists && scope === 'all' ? call.good : 404
        }
        expect(`${role}: ${[ownResponse, otherResponse, absentResponse].map(({ status }) => status)}`).toBe(
          `${role}: ${[statusFor(true, true), statusFor(false, true), statusFor(false, false)]}`,
        )
        if (scope !== 'all') expect(otherResponse.text).toBe(absentResponse.text)
        const staffResponse =
          call.target === 'person' &&
          !/room|\{id\}\/test|(goals|questionnaires|data_entry_requests|assessments|illnesses|operations|reactions|intakes|image_test_results|kartes|drafts|interviews|messages)\/\{id\}/.test(
            key,
          ) &&
          (await send(requestAs[role], { ...absentIds, user: id.concierge }))
        if (staffResponse && role !== 'concierge')
          expect(`${role} ${staffResponse.status}`).toBe(`${role} ${!scope ? 403 : role === call.staffFor ? call.good : 404}`)
      }
    })
})
