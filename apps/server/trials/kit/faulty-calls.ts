import * as habit from '@sukoyaka/wire/care/habit'
import * as message from '@sukoyaka/wire/care/message-room'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import * as account from '@sukoyaka/wire/people/account'
import * as contract from '@sukoyaka/wire/people/contract'
import * as patient from '@sukoyaka/wire/people/patient'
import * as checkup from '@sukoyaka/wire/record/checkup'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { readUser } from '../../src/domains/account/actions/read-user.ts'
import { apiError } from '../../src/errors/api-error.ts'
import type { ServedRoute } from '../../src/http/serve.ts'
import { replaceRoute, routesWithHandler } from './replace-route.ts'

export type FaultyCall = { name: string; endpoint: Endpoint; served: ServedRoute[]; pattern: RegExp }

const anyReply = { reply: Type.Any() }
const open = Type.Object({}, { additionalProperties: true })
const replyEmptyList = async () => ({ items: [] })
const replyEmptyPage = async () => ({ items: [], page: 1, next_page: null, total_count: 0 })
const user = (change: object) => routesWithHandler(account.getUser, async (call) => ({ ...(await readUser(call)), ...change }), anyReply)
const raw = (endpoint: Endpoint, mount: (app: FastifyInstance) => void): ServedRoute[] => replaceRoute(endpoint, { endpoint, mount })

/** Faults in single responses, each with the failure that the trial must report. */
export const faultyCalls = (): FaultyCall[] => [
  {
    name: 'a number is returned as a string',
    endpoint: contract.listPlans,
    served: routesWithHandler(contract.listPlans, async () => ({ items: [{ id: '1' }] }), anyReply),
    pattern: /200 is not as documented/,
  },
  {
    name: 'a field is missing',
    endpoint: checkup.listNumericTestResultCategories,
    served: routesWithHandler(checkup.listNumericTestResultCategories, async () => ({ items: [{ id: 1, name: 'a' }] }), anyReply),
    pattern: /must have required property/,
  },
  { name: 'null instead of a timestamp', endpoint: account.getUser, served: user({ created_at: null }), pattern: /created_at must be string/ },
  {
    name: 'a timestamp in another format',
    endpoint: account.getUser,
    served: user({ created_at: '2026-11-21 09:00:00+09' }),
    pattern: /created_at must match format/,
  },
  {
    name: 'fails on characters beyond the BMP',
    endpoint: patient.listPatients,
    served: routesWithHandler(patient.listPatients, async ({ input }) => {
      if (/[\u{10000}-\u{10ffff}]/u.test(JSON.stringify(input.q ?? ''))) throw new Error('injected')
      return replyEmptyPage()
    }),
    pattern: /valid: returned 500/,
  },
  {
    name: 'fails on high page numbers',
    endpoint: message.listMessageRooms,
    served: routesWithHandler(message.listMessageRooms, async ({ input }) => {
      if ((input.page ?? 1) > 9_999) throw new RangeError('too far')
      return replyEmptyPage()
    }),
    pattern: /valid: returned 500/,
  },
  {
    name: 'another status',
    endpoint: contract.listPlans,
    served: routesWithHandler(contract.listPlans, replyEmptyList, { status: 201 }),
    pattern: /returned 201, which is not documented/,
  },
  {
    name: 'an undocumented error',
    endpoint: patient.listCarePeople,
    served: routesWithHandler(patient.listCarePeople, async () => {
      throw apiError('phone_number_taken')
    }),
    pattern: /returned 422, which is not documented/,
  },
  {
    name: 'an error in another format',
    endpoint: patient.listCarePeople,
    served: raw(patient.listCarePeople, (app) => app.get('/api/care_people', async (_, reply) => reply.status(400).send({ message: 'no' }))),
    pattern: /400 is not as documented/,
  },
  {
    name: 'invalid queries are accepted',
    endpoint: checkup.listTestPackages,
    served: routesWithHandler(checkup.listTestPackages, replyEmptyList, { query: open }),
    pattern: /broken: returned 200/,
  },
  {
    name: 'invalid bodies are accepted',
    endpoint: habit.addHabitGoal,
    served: routesWithHandler(
      habit.addHabitGoal,
      async () => {
        throw apiError('not_found')
      },
      { body: open },
    ),
    pattern: /broken: returned 404/,
  },
  {
    name: 'valid requests are rejected',
    endpoint: contract.listPlans,
    served: routesWithHandler(contract.listPlans, replyEmptyList, {
      query: Type.Object({ name: Type.Optional(Type.String({ maxLength: 3 })) }, { additionalProperties: false }),
    }),
    pattern: /valid: returned 400/,
  },
  {
    name: 'no authentication',
    endpoint: contract.listPlans,
    served: routesWithHandler(contract.listPlans, replyEmptyList, { permission: 'public' }),
    pattern: /unauthenticated: returned 200/,
  },
  {
    name: 'another method succeeds',
    endpoint: contract.listPlans,
    served: raw(contract.listPlans, (app) => app.route({ method: ['GET', 'PUT', 'DELETE', 'PATCH'], url: '/api/plans', handler: replyEmptyList })),
    pattern: /method: returned 200/,
  },
]

const goal = {
  kind: 'meal' as const,
  template_id: null,
  achieved_on: null,
  days_per_week: null,
  paused_on: null,
  paused_until: null,
  week: [],
  progress: null,
  categories: [],
}
const now = new Date(0).toISOString()
const fakeGoal = (id: number, { user_id = 1, content = '' }) => ({ ...goal, id, user_id, content, created_at: now, updated_at: now })

/** Faults that show only across several requests. */
export const faultySequences = (): { name: string; served: ServedRoute[]; pattern: RegExp }[] => [
  {
    name: 'an added row is missing',
    served: routesWithHandler(habit.addHabitGoal, async ({ input }) => fakeGoal(7_777_777, input)),
    pattern: /after POST \/api\/habit_goals: missing/,
  },
  {
    name: 'a deleted goal stays',
    served: routesWithHandler(habit.removeHabitGoal, async () => null),
    pattern: /after DELETE \/api\/habit_goals: it is still listed/,
  },
  {
    name: 'a change is returned but not stored',
    served: routesWithHandler(habit.changeHabitGoal, async ({ db, input }) => {
      const found = await db.execute(`select from habit_goals where id = ${Number(input.id)}`)
      if (!found.rowCount) throw apiError('not_found')
      return fakeGoal(input.id, { content: 'changed' })
    }),
    pattern: /after PUT \/api\/habit_goals, returned 200: different content/,
  },
  {
    name: 'a deleted row can be deleted again',
    served: routesWithHandler(habit.removeHabitGoal, async ({ db, input }) => {
      await db.execute(`delete from habit_goals where id = ${Number(input.id)}`)
      return null
    }),
    pattern: /DELETE \/api\/habit_goals\/:id after DELETE returns 204/,
  },
  { name: 'signing out does not end the session', served: routesWithHandler(account.signOut, async () => null), pattern: /an ended session is still valid/ },
  {
    name: 'a profile change is returned but not stored',
    served: routesWithHandler(account.changeUser, async (call) => ({ ...(await readUser(call)), last_name: 'changed' })),
    pattern: /after PATCH \/api\/users\/me, returned 200: different content/,
  },
]
