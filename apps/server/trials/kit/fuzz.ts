import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { askerOf, send } from './askers.ts'
import { type Case, caseOf } from './cases.ts'
import { openConform } from './conform.ts'
import { type Operation, readApi, urlOf } from './document.ts'
import { seed } from './report.ts'
import { type Answered, knock, type Records } from './rows/records.ts'

const sideBySide = 8
const perRound = 400

export type Fuzzed = { n: number; failures: string[]; statuses: Record<string, number>; accepted: Set<string>; p99_ms: number; calls: number }

/** Sends `n` generated requests and reports deviations from the OpenAPI document. Repeatable by seed. */
export const fuzz = async (app: FastifyInstance, records: Records, n: number, only?: (operation: Operation) => boolean): Promise<Fuzzed> => {
  const api = await readApi(app)
  const { isValid, faultOf } = openConform(api)
  const arbitrary = caseOf(api, isValid, only)
  const fuzzed: Fuzzed = { n, failures: [], statuses: {}, accepted: new Set(), p99_ms: 0, calls: api.operations.length }
  const times: number[] = []
  const told = new Set<string>()

  const ask = async ({ asking, kind, stranger, method }: Case): Promise<Answered> => {
    const caller = askerOf(asking.operation, records)
    if (kind === 'method')
      return knock(app, caller, method!, urlOf(asking), { headers: asking.header, ...(method !== 'GET' && method !== 'HEAD' && { body: asking.body }) })
    if (kind !== 'stranger') return send(app, records, asking, caller)
    const authorization = stranger === 'ended' ? records.callers.find(({ name }) => name === 'ended session')!.authorization : stranger
    return knock(app, { authorization }, asking.operation.method, urlOf(asking), { body: asking.body, headers: asking.header })
  }

  /** Whether the status fits the kind of request. */
  const isMeant = ({ kind, asking: { operation, body } }: Case, { status, headers }: Answered) => {
    if (kind === 'stranger') return status === 401
    if (kind === 'method') return status === 405 && String(headers.allow ?? '').includes(operation.method)
    // a body over the limit gets 413 before it is validated
    if (kind === 'broken') return status === 400 || status === 422 || (status === 413 && JSON.stringify(body ?? '').length > 500_000)
    return ![400, 401, 405, 406, 413, 415].includes(status) || operation.isPublic
  }

  const judge = async (item: Case) => {
    const { operation } = item.asking
    const began = performance.now()
    const answer = await ask(item)
    times.push(performance.now() - began)
    const what = item.kind === 'method' ? `by ${item.method}` : (item.broken ?? item.stranger ?? '')
    const say = (said: string) => {
      const kind = `${operation.key}, ${item.kind}: ${said}`
      // one example per kind of failure
      if (!told.has(kind)) fuzzed.failures.push(`${kind}; ${what} ${urlOf(item.asking).slice(0, 200)} ${JSON.stringify(item.asking.body)?.slice(0, 300) ?? ''}`)
      told.add(kind)
    }
    fuzzed.statuses[answer.status] = (fuzzed.statuses[answer.status] ?? 0) + 1
    if (item.kind === 'valid' && answer.status < 300) fuzzed.accepted.add(operation.key)
    // responses to HEAD and OPTIONS have no body
    const fault = item.kind === 'method' && answer.text === '' ? undefined : faultOf(operation, answer)
    if (fault) return say(fault)
    if (!isMeant(item, answer)) say(`answered ${answer.status} ${answer.text.slice(0, 160)}`)
  }

  for (let done = 0; done < n; done += perRound) {
    await records.world.context.db.execute(sql`delete from limited_attempts`)
    const cases = fc.sample(arbitrary, { numRuns: Math.min(perRound, n - done), seed: seed + done })
    const next = cases.values()
    const work = async () => {
      for (const item of next) await judge(item)
    }
    await Promise.all(Array.from({ length: sideBySide }, work))
  }
  fuzzed.p99_ms = Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0)
  return fuzzed
}
