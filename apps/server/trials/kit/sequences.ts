import { deepStrictEqual } from 'node:assert'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { password } from '../../test/test-app.ts'
import { validOf } from './arbitrary.ts'
import { type Api, type Operation, readApi, resolve } from './document.ts'
import { seed } from './report.ts'
import { type ApiResponse, type Records, requestAs } from './rows/records.ts'
import { widestCallerFor } from './send-as-caller.ts'

type Item = { id: number } & Record<string, unknown>
/** A resource that is added by POST and listed by GET on the same path. Resources with a `message_id` are left out, because their conversation varies. */
export type Resource = { path: string; create: Operation; list: Operation; read?: Operation; change?: Operation; remove?: Operation }

export const resourcesOf = (api: Api): Resource[] =>
  api.operations
    .filter(({ method, path, body }) => {
      const fields = (body && resolve(api, body).properties) ?? {}
      // a generated report would be about a checkup of another patient than the one whose list is read; the calls on presence return a list, not a row
      return method === 'POST' && !path.includes('{') && !('message_id' in fields) && path !== '/api/checkup_reports' && !path.endsWith('_presences')
    })
    .flatMap((create): Resource[] => {
      const find = (method: string, path: string) => api.operations.find((operation) => operation.method === method && operation.path === path)
      const list = find('GET', create.path)
      const at = `${create.path}/{id}`
      // a withdrawn message leaves a placeholder, a revoked share stays listed; withdrawing a request also deletes its unstarted questionnaire
      const remove = ['/api/messages', '/api/shares'].includes(create.path) ? undefined : find('DELETE', at)
      const change = create.path === '/api/data_entry_requests' ? undefined : (find('PUT', at) ?? find('PATCH', at))
      // GET /api/app_authorizations describes one request of an app; it is no list
      const isList = list?.parameters.every(({ name, required }) => !required || name !== 'redirect_uri')
      return list && isList ? [{ path: create.path, create, list, read: find('GET', at), change, remove }] : []
    })

type Model = { alive: Map<string, Map<number, Item>>; removedIds: Map<string, number[]>; sessions: string[]; ended: string[] }
type System = {
  app: FastifyInstance
  api: Api
  records: Records
  member: { id: number; email: string; authorization: string }
  count: (name: string) => void
}
type Command = fc.AsyncCommand<Model, System>

const assertThat = (isTrue: boolean, problem: string) => {
  if (!isTrue) throw new Error(problem)
}
/** Compares the shared fields; countdowns in seconds are left out. */
const assertSame = (actual: Item | undefined, expected: Item, problem: string) => {
  assertThat(actual !== undefined, `${problem}: missing`)
  const sharedKeys = Object.keys(expected).filter((key) => key in actual! && key !== 'seconds_left')
  const sharedFields = (item: Item) => Object.fromEntries(sharedKeys.map((key) => [key, item[key]]))
  deepStrictEqual(sharedFields(actual!), sharedFields(expected), `${problem}: different content`)
}
const itemAt = <T>(list: Iterable<T>, i: number): T => {
  const items = [...list]
  return items[i % items.length]!
}

const requestAsMember = ({ app, records }: System, operation: Operation, url: string, body?: unknown): Promise<ApiResponse> =>
  requestAs(app, widestCallerFor(operation, records), operation.method, url, { body })

/**
 * Lists the items as their author, because some fields differ for other callers. Items of a public call have no author. Items that name no owner belong to
 * their author.
 */
const listItems = async (system: System, { list, create, path }: Resource): Promise<Item[]> => {
  const namesOwner = 'user_id' in (resolve(system.api, create.body!).properties ?? {})
  const names = list.parameters.flatMap(({ name, required }) => (required || (name === 'user_id' && namesOwner) ? [name] : []))
  const query = names.map((name) => `${name}=${system.member.id}`)
  const items: Item[] = []
  for (let page: number | null = 1; page !== null; ) {
    const url: string = [path, [...query, ...(page > 1 ? [`page=${page}`] : [])].join('&')].filter(Boolean).join('?')
    const { status, text } = await requestAs(system.app, widestCallerFor(create.isPublic ? list : create, system.records), 'GET', url)
    assertThat(status === 200, `GET ${path} returns ${status}`)
    const found = JSON.parse(text) as { items?: Item[]; next_page?: number | null }
    items.push(...(found.items ?? []))
    page = found.next_page ?? null
  }
  return items
}

const command = (name: string, check: (model: Model) => boolean, run: (model: Model, system: System) => Promise<void>): Command => ({
  check,
  run: async (model, system) => {
    await run(model, system)
    system.count('steps')
  },
  toString: () => name,
})

const onResource = (api: Api, resource: Resource): fc.Arbitrary<Command>[] => {
  const { path, create, list, read, change, remove } = resource
  const itemsOf = ({ alive }: Model) => alive.get(path) ?? new Map<number, Item>()
  const bodyOf = ({ body }: Operation) => validOf(api, body!) as fc.Arbitrary<object>
  const properties = resolve(api, create.body!).properties ?? {}
  const ownerParameters = ['user_id', ...list.parameters.flatMap(({ name, required }) => (required && name === 'patient_id' ? [name] : []))].filter(
    (name) => name in properties,
  )
  const hasItems = (model: Model) => itemsOf(model).size > 0
  const createCommand = bodyOf(create).map((body) =>
    command(
      `POST ${path} ${JSON.stringify(body)}`,
      () => true,
      async (model, system) => {
        const { status, text } = await requestAsMember(system, create, path, {
          ...body,
          ...Object.fromEntries(ownerParameters.map((name) => [name, system.member.id])),
        })
        assertThat(status < 500 && status !== 400, `POST ${path} returns ${status}`)
        // a 204 creates no row
        if (status >= 300 || status === 204) return
        const created = JSON.parse(text) as Item
        assertSame(
          (await listItems(system, resource)).find(({ id }) => id === created.id),
          created,
          `after POST ${path}`,
        )
        model.alive.set(path, itemsOf(model).set(created.id, created))
        system.count(`added ${path}`)
      },
    ),
  )
  const listCommand = fc.constant(
    command(
      `GET ${path}`,
      () => true,
      async (model, system) => {
        const items = await listItems(system, resource)
        for (const alive of itemsOf(model).values())
          assertSame(
            items.find(({ id }) => id === alive.id),
            alive,
            `in GET ${path}`,
          )
        for (const id of model.removedIds.get(path) ?? []) assertThat(!items.some((item) => item.id === id), `in GET ${path}: ${id} is listed again`)
      },
    ),
  )
  const changeCommand =
    change &&
    fc.tuple(fc.nat(), bodyOf(change)).map(([i, body]) =>
      command(`change ${path} ${JSON.stringify(body)}`, hasItems, async (model, system) => {
        const before = itemAt(itemsOf(model).values(), i)
        const { status, text } = await requestAsMember(system, change, `${path}/${before.id}`, body)
        assertThat(status < 500 && status !== 400 && status !== 404, `${change.method} ${path}/:id returns ${status}`)
        const after = status < 300 ? (JSON.parse(text) as Item) : before
        assertThat(after.id === before.id, 'an item with another id is returned')
        assertSame(
          (await listItems(system, resource)).find(({ id }) => id === before.id),
          after,
          `after ${change.method} ${path}, returned ${status}`,
        )
        if (status < 300) system.count(`changed ${path}`)
        itemsOf(model).set(after.id, after)
      }),
    )
  const removeCommand =
    remove &&
    fc.nat().map((n) =>
      command(`remove ${path}`, hasItems, async (model, system) => {
        const { id } = itemAt(itemsOf(model).values(), n)
        const { status } = await requestAsMember(system, remove, `${path}/${id}`)
        assertThat(status === 204 || status === 200, `DELETE ${path}/:id returns ${status}`)
        itemsOf(model).delete(id)
        system.count(`removed ${path}`)
        model.removedIds.set(path, [...(model.removedIds.get(path) ?? []), id])
        assertThat(!(await listItems(system, resource)).some((item) => item.id === id), `after DELETE ${path}: it is still listed`)
      }),
    )
  const useRemovedCommand = fc.tuple(fc.nat(), change ? bodyOf(change) : fc.constant({})).map(([n, body]) =>
    command(
      `use after remove ${path}`,
      ({ removedIds }) => (removedIds.get(path)?.length ?? 0) > 0,
      async (model, system) => {
        const id = itemAt(model.removedIds.get(path)!, n)
        for (const operation of [read, change, remove])
          if (operation) {
            const { status, text } = await requestAsMember(system, operation, `${path}/${id}`, operation === change ? body : undefined)
            system.count(`used ${path}`)
            assertThat(status === 404, `${operation.method} ${path}/:id after DELETE returns ${status} ${text} to ${JSON.stringify(body)}`)
          }
      },
    ),
  )
  return [
    createCommand,
    createCommand,
    listCommand,
    ...(changeCommand ? [changeCommand, changeCommand] : []),
    ...(removeCommand ? [removeCommand, useRemovedCommand] : []),
  ]
}

const onSession = (api: Api): fc.Arbitrary<Command>[] => {
  const ownPath = '/api/users/me'
  const profile = api.operations.find(({ key }) => key === 'PATCH /api/users/:id')!
  const isSignedIn = ({ sessions }: Model) => sessions.length > 0
  const read = async ({ app }: System, authorization: string) => requestAs(app, { authorization }, 'GET', ownPath)
  return [
    fc.constant(
      command(
        'sign in',
        ({ sessions }) => sessions.length < 3,
        async ({ sessions }, { app, records, member: { email } }) => {
          const first = await requestAs(app, { authorization: undefined }, 'POST', '/api/sign_in_v2', { body: { email, password } })
          assertThat(first.status === 200, `sign_in_v2 returns ${first.status}`)
          const { challenge } = JSON.parse(first.text) as { challenge: string }
          const second = await requestAs(app, { authorization: undefined }, 'POST', '/api/auth_otp', {
            body: { email, challenge, otp: records.testApp.codeFor(email) },
          })
          assertThat(second.status === 200, `auth_otp returns ${second.status}`)
          sessions.push(`Token token="${(JSON.parse(second.text) as { access_token: string }).access_token}", email="${email}"`)
        },
      ),
    ),
    fc.tuple(fc.nat(), validOf(api, profile.body!)).map(([n, body]) =>
      command(`change me ${JSON.stringify(body)}`, isSignedIn, async ({ sessions }, system) => {
        const authorization = itemAt(sessions, n)
        const before = JSON.parse((await read(system, authorization)).text) as Item
        const { status, text } = await requestAs(system.app, { authorization }, 'PATCH', ownPath, { body })
        // the body may have an `updated_at`
        assertThat(status === 200 || status === 409 || status === 422, `PATCH ${ownPath} returns ${status}`)
        assertSame(
          JSON.parse((await read(system, itemAt(sessions, n + 1))).text) as Item,
          status === 200 ? (JSON.parse(text) as Item) : before,
          `after PATCH ${ownPath}, returned ${status}`,
        )
      }),
    ),
    fc.nat().map((n) =>
      command('sign out', isSignedIn, async (model, { app }) => {
        const authorization = itemAt(model.sessions, n)
        assertThat((await requestAs(app, { authorization }, 'DELETE', '/api/sign_out')).status === 204, 'signing out fails')
        model.sessions = model.sessions.filter((session) => session !== authorization)
        model.ended.push(authorization)
      }),
    ),
    fc.constant(
      command(
        'check the sessions',
        () => true,
        async ({ sessions, ended }, system) => {
          for (const session of sessions) assertThat((await read(system, session)).status === 200, 'a session is lost')
          for (const name of ended) assertThat((await read(system, name)).status === 401, 'an ended session is still valid')
        },
      ),
    ),
  ]
}

/** Runs random sequences of sign-in, add, read, change, delete and use after delete. Reports the shortest that fails, with `isFirstEnough` the first. */
export const runSequences = async (
  app: FastifyInstance,
  records: Records,
  { sequences, steps, isFirstEnough = false, only }: { sequences: number; steps: number; isFirstEnough?: boolean; only?: readonly string[] },
) => {
  const api = await readApi(app)
  const resources = resourcesOf(api).filter(({ path }) => !only || only.includes(path))
  // keeps the share of sign-in and sign-out constant as resources are added
  const sessionCommands = Array.from({ length: Math.max(1, Math.round(resources.length / 5)) }, () => onSession(api)).flat()
  const commands = fc.commands([...resources.flatMap((resource) => onResource(api, resource)), ...sessionCommands], { maxCommands: steps, size: 'max' })
  const commandCounts: Record<string, number> = { steps: 0 }
  const count = (name: string) => {
    commandCounts[name] = (commandCounts[name] ?? 0) + 1
  }
  const property = fc.asyncProperty(commands, async (sequence) => {
    await records.testApp.context.db.execute(sql`delete from limited_attempts`)
    const member = await records.testApp.add({ role: 'patient' })
    const system: System = { app, api, records, member: { ...member, authorization: records.authorizationOf(member) }, count }
    await fc.asyncModelRun(() => ({ model: { alive: new Map(), removedIds: new Map(), sessions: [], ended: [] }, real: system }), sequence)
  })
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    numRuns: sequences,
    seed,
    interruptAfterTimeLimit: 3_000_000,
    endOnFailure: isFirstEnough,
  })
  const failures = failed ? [`${(errorInstance as Error).message}; ${String(counterexample?.[0])}`.slice(0, 1_500)] : []
  return { done: commandCounts, failures, resources: resources.map(({ path }) => path) }
}
