import { tokyoDay } from '@sukoyaka/rules/time'
import { endpoints } from '@sukoyaka/wire/all'
import * as message from '@sukoyaka/wire/care/message-room'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import * as account from '@sukoyaka/wire/people/account'
import * as contract from '@sukoyaka/wire/people/contract'
import * as patient from '@sukoyaka/wire/people/patient'
import * as checkup from '@sukoyaka/wire/record/checkup'
import * as illness from '@sukoyaka/wire/record/illness'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { systemScope } from '../src/access/system-scope.ts'
import { buildApp } from '../src/app/build-app.ts'
import type { AppContext } from '../src/context/app-context.ts'
import { changeUserOf } from '../src/domains/account/actions/change-user.ts'
import { readUser } from '../src/domains/account/actions/read-user.ts'
import { endSession } from '../src/domains/account/session-store.ts'
import { changeProfile, getUserRow } from '../src/domains/account/store.ts'
import { users } from '../src/domains/account/tables.ts'
import { testPackagesOf } from '../src/domains/checkup/package-store.ts'
import { packageResultsOf, testResultsOf } from '../src/domains/checkup/store.ts'
import { contractsOf } from '../src/domains/contract/store.ts'
import { allergiesOfAll } from '../src/domains/illness/store.ts'
import { getRoom } from '../src/domains/message/room/store.ts'
import { careTeamOf, patientsOf } from '../src/domains/patient/store.ts'
import { readPatients } from '../src/domains/patient-list/actions/read-patients.ts'
import { apiError } from '../src/errors/api-error.ts'
import { calls, keyOf } from './kit/calls/calls.ts'
import { fingerprint } from './kit/fingerprint.ts'
import { type Failure, judgeCall, judgeMethods } from './kit/judge.ts'
import { routesWithHandler } from './kit/replace-route.ts'
import { isFull, report } from './kit/report.ts'
import { openRecords, type Records } from './kit/rows/records.ts'

/** This read adds a row: the FHIR standard starts an export by GET. */
const exportPath = '/fhir/R4/$export'

let records: Records
beforeAll(async () => {
  records = await openRecords()
})

test('S-1: allows no read or write beyond the permission table, for any call, relation or method', async () => {
  const failures: Failure[] = []
  let n = 0
  let before = await fingerprint(records.testApp)
  for (const [turn, { endpoint }] of endpoints.entries()) {
    const methods = await judgeMethods(records.testApp.app, records, endpoint, isFull ? undefined : turn)
    const after = await fingerprint(records.testApp)
    if (after !== before && endpoint.path !== exportPath) failures.push({ call: keyOf(endpoint), caller: 'all', relation: 'methods', problem: 'rows changed' })
    // the daily run leaves the calls themselves to access/matrix.test.ts
    const callVerdict = isFull ? await judgeCall(records.testApp.app, records, endpoint) : undefined
    before = callVerdict ? await fingerprint(records.testApp) : after
    n += methods.n + (callVerdict?.n ?? 0)
    failures.push(...methods.failures, ...(callVerdict?.failures ?? []))
  }
  report('S-1', { n, failures: failures.length, figures: { calls: endpoints.length, addressed: Object.keys(calls).length, callers: records.callers.length } })
  expect(failures).toEqual([])
})

type Fault = {
  name: string
  endpoint: Endpoint
  servedRoutes?: ReturnType<typeof routesWithHandler>
  context?: Partial<AppContext>
  judge?: typeof judgeMethods
}

const faults = (): Fault[] => {
  const forbidOtherPatient = async ({ db, actor, input }: { db: AppContext['db']; actor: { id: number; role: string }; input: { user_id: number } }) => {
    if (actor.role === 'patient' && input.user_id !== actor.id && (await db.select().from(users).where(eq(users.id, input.user_id))).length)
      throw apiError('forbidden')
  }
  return [
    {
      name: 'results are read without a patient scope',
      endpoint: checkup.listTestResults,
      servedRoutes: routesWithHandler(checkup.listTestResults, ({ db, input, language }) => testResultsOf(systemScope(db), input, language, { images: [] })),
    },
    {
      name: 'allergies are read without a patient scope',
      endpoint: illness.listAllergyReactions,
      servedRoutes: routesWithHandler(illness.listAllergyReactions, async ({ db, input }) => ({
        items: await allergiesOfAll(systemScope(db), [input.user_id]),
      })),
    },
    {
      name: 'every profile is shown as one’s own',
      endpoint: account.getUser,
      servedRoutes: routesWithHandler(account.getUser, async (call) => getUserRow(systemScope(call.db), call.input.id, 'self')),
    },
    {
      name: 'the lists included with a patient are read without a patient scope',
      endpoint: patient.listPatients,
      servedRoutes: routesWithHandler(patient.listPatients, (call) => readPatients({ ...call, scopeAs: () => systemScope(call.db) })),
    },
    {
      name: 'patients see the list of all patients',
      endpoint: patient.listPatients,
      servedRoutes: routesWithHandler(patient.listPatients, async ({ db, actor, input }) => patientsOf(systemScope(db), actor, input)),
    },
    {
      name: 'user_ids[] of contracts is not checked',
      endpoint: contract.listContracts,
      servedRoutes: routesWithHandler(contract.listContracts, async ({ context, db, input, language }) => ({
        items: await contractsOf(systemScope(db), input, { language, today: tokyoDay(context.clock()) }),
      })),
    },
    {
      name: 'a conversation is read with a permission of staff',
      endpoint: message.getMessageRoom,
      servedRoutes: routesWithHandler(
        message.getMessageRoom,
        async ({ context, actor, scope, input, language }) => getRoom(scope, { actor, now: context.clock(), language }, input),
        { permission: 'coordination.read' },
      ),
    },
    {
      name: 'an endpoint needs no session',
      endpoint: patient.listCarePeople,
      servedRoutes: routesWithHandler(patient.listCarePeople, async ({ db, input }) => ({ items: await careTeamOf(systemScope(db), input.user_id) }), {
        permission: 'public',
      }),
    },
    {
      name: 'a profile is changed without the permission',
      endpoint: account.changeUser,
      servedRoutes: routesWithHandler(account.changeUser, async ({ db, input: { id, ...change } }) => changeProfile(systemScope(db), id, 'anybody', change)),
    },
    {
      name: 'the permission is checked after the look-up',
      endpoint: account.putUser,
      servedRoutes: routesWithHandler(account.putUser, async (call) => {
        const [user] = await call.db.select().from(users).where(eq(users.id, call.input.id))
        if (!user) throw apiError('not_found')
        return changeUserOf(call)
      }),
    },
    {
      name: 'a foreign record is rejected differently from an absent one',
      endpoint: checkup.listTestPackages,
      servedRoutes: routesWithHandler(checkup.listTestPackages, async (call) => {
        await forbidOtherPatient(call)
        return { items: await testPackagesOf(call.scope, call.input.user_id, call.language) }
      }),
    },
    {
      name: 'unreleased results are shown',
      endpoint: checkup.listTestPackageResults,
      servedRoutes: routesWithHandler(checkup.listTestPackageResults, async ({ db, input, language }) => ({
        items: await packageResultsOf(systemScope(db), input, language),
      })),
    },
    {
      name: 'a rejected change still updates a row',
      endpoint: account.changeUser,
      servedRoutes: routesWithHandler(account.changeUser, async (call) => {
        await call.context.db.execute(
          sql`update users set updated_at = clock_timestamp() + interval '1 second' where id = ${call.input.id === 'me' ? call.actor.id : call.input.id}`,
        )
        return changeUserOf(call)
      }),
    },
    {
      name: 'a header overrides the method',
      endpoint: account.getUser,
      judge: judgeMethods,
      servedRoutes: routesWithHandler(account.getUser, async (call) =>
        call.request.headers['x-http-method-override'] ? getUserRow(systemScope(call.db), call.input.id, 'self') : readUser(call),
      ),
    },
    {
      name: 'an ended session is accepted',
      endpoint: checkup.listTestPackages,
      context: {
        identify: async (token, email) => {
          const { rows } = await records.testApp.context.db.execute<{ id: number; role: 'patient'; session_id: number }>(
            sql`select u.id, u.role, s.id as session_id from sessions s join users u on u.id = s.user_id where s.token_hash = sha256(${token}::bytea) and u.email = ${email}`,
          )
          return rows[0]
        },
      },
    },
    // last, because it really ends the callers' sessions
    {
      name: 'signing out ends another session',
      endpoint: account.signOut,
      servedRoutes: routesWithHandler(account.signOut, async ({ db, actor }) => {
        const { rows } = await db.execute(sql`select min(id) as id from sessions where user_id = ${actor.id} and ended_at is null`)
        await endSession(db, rows[0].id)
        return null
      }),
    },
  ]
}

test('S-1 control: detects each of sixteen injected authorization faults', async () => {
  const detected: string[] = []
  const undetected: string[] = []
  for (const { name, endpoint, servedRoutes, context, judge = judgeCall } of faults()) {
    const app = await buildApp({ ...records.testApp.context, ...context }, servedRoutes ? { servedRoutes } : {})
    const { failures } = await judge(app, records, endpoint)
    ;(failures.length ? detected : undetected).push(name)
    await app.close()
  }
  report('S-1 control', { n: detected.length + undetected.length, failures: undetected.length, figures: { caught: detected.length, missed: undetected } })
  expect(undetected).toEqual([])
  expect(detected).toHaveLength(16)
})
