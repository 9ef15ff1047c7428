import { deepStrictEqual } from 'node:assert'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { password } from '../../test/world.ts'
import { validOf } from './arbitrary.ts'
import { askerOf } from './askers.ts'
import { type Api, type Operation, readApi, resolve } from './document.ts'
import { seed } from './report.ts'
import { type Answered, knock, type Records } from './rows/records.ts'

type Item = { id: number } & Record<string, unknown>
/** A resource added by POST and listed by GET on the same path. Marks on messages are left out, because their conversation varies. */
export type Resource = { path: string; create: Operation; list: Operation; read?: Operation; change?: Operation; remove?: Operation }

export const resourcesOf = (api: Api): Resource[] =>
  api.operations
    .filter(({ method, path, body }) => method === 'POST' && !path.includes('{') && !(body && 'message_id' in (resolve(api, body).properties ?? {})))
    .flatMap((create): Resource[] => {
      const find = (method: string, path: string) => api.operations.find((operation) => operation.method === method && operation.path === path)
      const list = find('GET', create.path)
      const at = `${create.path}/{id}`
      // a withdrawn message leaves a placeholder; withdrawing a request also deletes its unstarted questionnaire
      const remove = create.path === '/api/messages' ? undefined : find('DELETE', at)
      const change = create.path === '/api/data_entry_requests' ? undefined : (find('PUT', at) ?? find('PATCH', at))
      return list ? [{ path: create.path, create, list, read: find('GET', at), change, remove }] : []
    })

type Model = { alive: Map<string, Map<number, Item>>; gone: Map<string, number[]>; sessions: string[]; ended: string[] }
type Real = { app: FastifyInstance; api: Api; records: Records; member: { id: number; email: string; authorization: string }; count: (what: string) => void }
type Command = fc.AsyncCommand<Model, Real>

const must = (is: boolean, what: string) => {
  if (!is) throw new Error(what)
}
/** Compares the shared fields; countdowns in seconds are left out. */
const mustAgree = (a: Item | undefined, b: Item, what: string) => {
  must(a !== undefined, `${what}: missing`)
  const shared = Object.keys(b).filter((key) => key in a! && key !== 'seconds_left')
  const of = (item: Item) => Object.fromEntries(shared.map((key) => [key, item[key]]))
  deepStrictEqual(of(a!), of(b), `${what}: different content`)
}
const nth = <T>(list: Iterable<T>, i: number): T => {
  const all = [...list]
  return all[i % all.length]!
}

const by = ({ app, records }: Real, operation: Operation, url: string, body?: unknown): Promise<Answered> =>
  knock(app, askerOf(operation, records), operation.method, url, { body })

/** Listed as its author: some fields differ for others. */
const listed = async (real: Real, { list, create, path }: Resource): Promise<Item[]> => {
  const names = list.parameters.flatMap(({ name, required }) => (required ? [name] : []))
  const url = names.length ? `${path}?${names.map((name) => `${name}=${real.member.id}`).join('&')}` : path
  const { status, text } = await knock(real.app, askerOf(create, real.records), 'GET', url)
  must(status === 200, `GET ${path} is answered ${status}`)
  return (JSON.parse(text) as { items: Item[] }).items
}

const command = (name: string, check: (model: Model) => boolean, run: (model: Model, real: Real) => Promise<void>): Command => ({
  check,
  run: async (model, real) => {
    await run(model, real)
    real.count('steps')
  },
  toString: () => name,
})

const onResource = (api: Api, resource: Resource): fc.Arbitrary<Command>[] => {
  const { path, create, list, read, change, remove } = resource
  const aliveOf = ({ alive }: Model) => alive.get(path) ?? new Map<number, Item>()
  const bodyOf = ({ body }: Operation) => validOf(api, body!) as fc.Arbitrary<object>
  const properties = resolve(api, create.body!).properties ?? {}
  const whose = ['user_id', ...list.parameters.flatMap(({ name, required }) => (required && name === 'patient_id' ? [name] : []))].filter(
    (name) => name in properties,
  )
  const isSome = (model: Model) => aliveOf(model).size > 0
  const adding = bodyOf(create).map((body) =>
    command(
      `POST ${path} ${JSON.stringify(body)}`,
      () => true,
      async (model, real) => {
        const { status, text } = await by(real, create, path, { ...body, ...Object.fromEntries(whose.map((name) => [name, real.member.id])) })
        must(status < 500 && status !== 400, `POST ${path} is answered ${status}`)
        // a 204 creates no row
        if (status >= 300 || status === 204) return
        const made = JSON.parse(text) as Item
        mustAgree(
          (await listed(real, resource)).find(({ id }) => id === made.id),
          made,
          `after POST ${path}`,
        )
        model.alive.set(path, aliveOf(model).set(made.id, made))
        real.count(`added ${path}`)
      },
    ),
  )
  const looking = fc.constant(
    command(
      `GET ${path}`,
      () => true,
      async (model, real) => {
        const items = await listed(real, resource)
        for (const known of aliveOf(model).values())
          mustAgree(
            items.find(({ id }) => id === known.id),
            known,
            `in GET ${path}`,
          )
        for (const id of model.gone.get(path) ?? []) must(!items.some((item) => item.id === id), `in GET ${path}: ${id} is listed again`)
      },
    ),
  )
  const changing =
    change &&
    fc.tuple(fc.nat(), bodyOf(change)).map(([n, body]) =>
      command(`change ${path} ${JSON.stringify(body)}`, isSome, async (model, real) => {
        const before = nth(aliveOf(model).values(), n)
        const { status, text } = await by(real, change, `${path}/${before.id}`, body)
        must(status < 500 && status !== 400 && status !== 404, `${change.method} ${path}/:id is answered ${status}`)
        const after = status < 300 ? (JSON.parse(text) as Item) : before
        must(after.id === before.id, 'another one is answered')
        mustAgree(
          (await listed(real, resource)).find(({ id }) => id === before.id),
          after,
          `after ${change.method} ${path}, answered ${status}`,
        )
        if (status < 300) real.count(`changed ${path}`)
        aliveOf(model).set(after.id, after)
      }),
    )
  const removing =
    remove &&
    fc.nat().map((n) =>
      command(`remove ${path}`, isSome, async (model, real) => {
        const { id } = nth(aliveOf(model).values(), n)
        const { status } = await by(real, remove, `${path}/${id}`)
        must(status === 204 || status === 200, `DELETE ${path}/:id is answered ${status}`)
        aliveOf(model).delete(id)
        real.count(`removed ${path}`)
        model.gone.set(path, [...(model.gone.get(path) ?? []), id])
        must(!(await listed(real, resource)).some((item) => item.id === id), `after DELETE ${path}: it is still listed`)
      }),
    )
  const using = fc.tuple(fc.nat(), change ? bodyOf(change) : fc.constant({})).map(([n, body]) =>
    command(
      `use after remove ${path}`,
      ({ gone }) => (gone.get(path)?.length ?? 0) > 0,
      async (model, real) => {
        const id = nth(model.gone.get(path)!, n)
        for (const operation of [read, change, remove])
          if (operation) {
            const { status, text } = await by(real, operation, `${path}/${id}`, operation === change ? body : undefined)
            real.count(`used ${path}`)
            must(status === 404, `${operation.method} ${path}/:id after DELETE is answered ${status} ${text} to ${JSON.stringify(body)}`)
          }
      },
    ),
  )
  return [adding, adding, looking, ...(changing ? [changing, changing] : []), ...(removing ? [removing, using] : [])]
}

const onSession = (api: Api): fc.Arbitrary<Command>[] => {
  const me = '/api/users/me'
  const profile = api.operations.find(({ key }) => key === 'PATCH /api/users/:id')!
  const isIn = ({ sessions }: Model) => sessions.length > 0
  const read = async ({ app }: Real, authorization: string) => knock(app, { authorization }, 'GET', me)
  return [
    fc.constant(
      command(
        'sign in',
        ({ sessions }) => sessions.length < 3,
        async ({ sessions }, { app, records, member: { email } }) => {
          const first = await knock(app, { authorization: undefined }, 'POST', '/api/sign_in_v2', { body: { email, password } })
          must(first.status === 200, `sign_in_v2 is answered ${first.status}`)
          const { challenge } = JSON.parse(first.text) as { challenge: string }
          const second = await knock(app, { authorization: undefined }, 'POST', '/api/auth_otp', {
            body: { email, challenge, otp: records.world.codeFor(email) },
          })
          must(second.status === 200, `auth_otp is answered ${second.status}`)
          sessions.push(`Token token="${(JSON.parse(second.text) as { access_token: string }).access_token}", email="${email}"`)
        },
      ),
    ),
    fc.tuple(fc.nat(), validOf(api, profile.body!)).map(([n, body]) =>
      command(`change me ${JSON.stringify(body)}`, isIn, async ({ sessions }, real) => {
        const authorization = nth(sessions, n)
        const before = JSON.parse((await read(real, authorization)).text) as Item
        const { status, text } = await knock(real.app, { authorization }, 'PATCH', me, { body })
        must(status === 200 || status === 422, `PATCH ${me} is answered ${status}`)
        mustAgree(
          JSON.parse((await read(real, nth(sessions, n + 1))).text) as Item,
          status === 200 ? (JSON.parse(text) as Item) : before,
          `after PATCH ${me}, answered ${status}`,
        )
      }),
    ),
    fc.nat().map((n) =>
      command('sign out', isIn, async (model, { app }) => {
        const authorization = nth(model.sessions, n)
        must((await knock(app, { authorization }, 'DELETE', '/api/sign_out')).status === 204, 'signing out fails')
        model.sessions = model.sessions.filter((session) => session !== authorization)
        model.ended.push(authorization)
      }),
    ),
    fc.constant(
      command(
        'look who is in',
        () => true,
        async ({ sessions, ended }, real) => {
          for (const session of sessions) must((await read(real, session)).status === 200, 'a session is lost')
          for (const name of ended) must((await read(real, name)).status === 401, 'an ended session is still valid')
        },
      ),
    ),
  ]
}

/** Random sequences of sign-in, add, read, change, delete and use after delete. Returns the shortest failing one, or with `isFirstEnough` the first. */
export const walk = async (
  app: FastifyInstance,
  records: Records,
  { sequences, steps, isFirstEnough = false, only }: { sequences: number; steps: number; isFirstEnough?: boolean; only?: readonly string[] },
) => {
  const api = await readApi(app)
  const resources = resourcesOf(api).filter(({ path }) => !only || only.includes(path))
  // keeps the share of sign-in and sign-out constant as resources are added
  const often = Array.from({ length: Math.max(1, Math.round(resources.length / 5)) }, () => onSession(api)).flat()
  const commands = fc.commands([...resources.flatMap((resource) => onResource(api, resource)), ...often], { maxCommands: steps, size: 'max' })
  const done: Record<string, number> = { steps: 0 }
  const count = (what: string) => {
    done[what] = (done[what] ?? 0) + 1
  }
  const property = fc.asyncProperty(commands, async (all) => {
    await records.world.context.db.execute(sql`delete from limited_attempts`)
    const member = await records.world.add({ role: 'patient' })
    const real: Real = { app, api, records, member: { ...member, authorization: records.authorizationOf(member) }, count }
    await fc.asyncModelRun(() => ({ model: { alive: new Map(), gone: new Map(), sessions: [], ended: [] }, real }), all)
  })
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    numRuns: sequences,
    seed,
    interruptAfterTimeLimit: 3_000_000,
    endOnFailure: isFirstEnough,
  })
  const failures = failed ? [`${(errorInstance as Error).message}; ${String(counterexample?.[0])}`.slice(0, 1_500)] : []
  return { done, failures, resources: resources.map(({ path }) => path) }
}
