import type { Language } from '@sukoyaka/phrases/language'
import type { Permission } from '@sukoyaka/wire/access'
import type { Endpoint, Input, Reply, Tag } from '@sukoyaka/wire/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import { openScope } from '../access/open-scope.ts'
import { type Caller, ownUnder, type PatientScope } from '../access/patient-scope.ts'
import { languageOf } from '../config/language.ts'
import type { AppContext } from '../context/app-context.ts'
import { type Db, isSerializationFailure } from '../database/db.ts'
import { RawJson } from '../database/raw-json.ts'
import { ApiError, apiError } from '../errors/api-error.ts'
import type { Upload } from '../files/store-uploads.ts'
import { audit } from '../observability/audit.ts'
import { type About, tellAbout, tellPerson } from '../realtime/event-rows.ts'
import { type Answer, checkKey, once, onceLoosely } from './idempotency.ts'
import { takeUploads } from './upload.ts'
import { validator } from './validate.ts'

/** The client of a request, signed in or not. */
export type Visitor = { ip: string; cookies: Record<string, string>; setCookie: (cookie: string) => void }

type ActorOf<E extends Endpoint> = E['permission'] extends 'public' ? undefined : Actor

export type Call<E extends Endpoint> = {
  context: AppContext
  /** In calls that write: the transaction of the whole call. */
  db: Db
  actor: ActorOf<E>
  /** The patients whose rows this call may read and change. A public call has none. */
  scope: E['permission'] extends 'public' ? undefined : PatientScope
  /** For a public call that identifies a person by its own token: what that person may see. Throws 403. */
  scopeOf: (caller: Caller, permission: Permission) => PatientScope
  input: Input<E>
  /** Files of the call in upload order, already in the store. `insertFiles` creates their rows; files without a row are deleted. */
  uploads: Upload[]
  /** Runs after the commit, e.g. to delete files. A failure is only logged. */
  after: (work: () => Promise<unknown>) => void
  /** Sets the subject of the call's event; its `changes` are published either way. */
  about: (kind: About['kind'], record_id: number) => void
  language: Language
  visitor: Visitor
  request: FastifyRequest
  reply: FastifyReply
}

/** Returned by a handler that streams and has taken over the reply. */
export const streamed = Symbol('streamed')

export type Served = { endpoint: Endpoint; mount: (app: FastifyInstance, context: AppContext) => void }

type Asked = { actor: Actor | undefined; at: number }
const asked = new WeakMap<FastifyRequest, Asked>()
/** The authenticated caller, if known, for the error handler and the log. */
export const askerOf = (request: FastifyRequest) => asked.get(request)?.actor

const tokenForm = /^Token token="([\w-]{20,200})", email="([^"\s]{3,254})"$/

const authenticate = async (context: AppContext, request: FastifyRequest): Promise<Actor> => {
  const [, token, email] = tokenForm.exec(request.headers.authorization ?? '') ?? []
  const isActive = request.headers['x-background'] !== '1'
  const actor = token && email ? await context.identify(token, email, isActive) : undefined
  if (!actor) throw apiError('unauthenticated')
  return actor
}

const cookiesOf = (header = ''): Record<string, string> =>
  Object.fromEntries(
    header.split(';').flatMap((part) => (part.includes('=') ? [[part.slice(0, part.indexOf('=')).trim(), part.slice(part.indexOf('=') + 1).trim()]] : [])),
  )

/** Milliseconds after which a JSON body that took long to arrive is authenticated again. Uploads always are. */
const trustFor = 900

type Options = {
  /** False if some writes must survive a rejected call, such as a counted attempt; the handler then opens its own transactions. */
  atomic?: boolean
}

/** No body, or the empty object that browsers send. */
const isNothing = (sent: unknown) => sent === undefined || sent === null || JSON.stringify(sent) === '{}'

/** Defines an endpoint: authenticates, checks the permission, validates, runs the handler in a transaction, writes the audit log and sends the reply. */
export const serve = <const E extends Endpoint>(
  endpoint: E,
  answer: (call: Call<E>) => Promise<Reply<E> | RawJson | typeof streamed>,
  { atomic = true }: Options = {},
): Served => ({
  endpoint,
  mount(app, context) {
    const { method, path: url, permission, params, query, body, files, reply: schema, status = 200, changes, audience } = endpoint
    const route = `${method} ${url}`
    const isRead = method === 'GET'
    const checkParams = params && validator(params, 'params')
    const checkQuery = query && validator(query, 'query')
    const checkBody = body && validator(body, files ? 'form' : 'body')

    const letIn = async (request: FastifyRequest, needs: Permission, at: number) => {
      const actor = await authenticate(context, request)
      asked.set(request, { actor, at })
      ownUnder(actor, needs)
    }
    /** Authenticates again, because the session may have ended while the body was arriving. */
    const stillIn = async (request: FastifyRequest, within_ms: number) => {
      const { at } = asked.get(request)!
      if (permission !== 'public' && performance.now() - at >= within_ms) await letIn(request, permission, at)
    }

    const inputOf = (request: FastifyRequest, sent: unknown) => {
      if (!query && Object.keys(request.query as object).length)
        throw apiError('unknown_parameter', { name: Object.keys(request.query as object)[0]!.slice(0, 100) })
      if (!body && !isNothing(sent)) throw apiError('unknown_parameter', { name: 'body' })
      return Object.assign({}, checkQuery?.(request.query), checkBody?.(sent), checkParams?.(request.params)) as Input<E>
    }

    type Taken = { input: Input<E>; sent: unknown; uploads: Upload[] }
    const run = async (
      request: FastifyRequest,
      reply: FastifyReply,
      { input, sent, uploads }: Taken,
    ): Promise<{ made: Answer | typeof streamed; isUsed: boolean }> => {
      const { actor } = asked.get(request)!
      let scopes: PatientScope[] = []
      const accessed = () => new Set(scopes.flatMap((scope) => [...scope.accessed]))
      let later: (() => Promise<unknown>)[] = []
      let isUsed = false
      let subject: About | undefined
      let tellLast: (() => Promise<void>) | undefined
      const cookies: string[] = []
      const visitor: Visitor = { ip: request.ip ?? '', cookies: cookiesOf(request.headers.cookie), setCookie: (cookie) => cookies.push(cookie) }
      const language = languageOf(request.headers['accept-language'])
      const note = (db: Db) =>
        audit(db, {
          user_id: actor?.id ?? null,
          patient_ids: accessed(),
          action: route,
          outcome: 'done',
          status,
          ip: request.ip,
          request_id: request.id,
          isRead: isRead || endpoint.isPolled === true,
        })

      const work = async (db: Db): Promise<Answer | typeof streamed> => {
        later = []
        scopes = []
        subject = undefined
        tellLast = undefined
        const after = (next: () => Promise<unknown>) => void later.push(next)
        const about: Call<E>['about'] = (kind, record_id) => {
          subject = { kind, record_id }
        }
        const scopeOf = (caller: Caller, needs: Permission) => {
          const scope = openScope(db, caller, needs)
          scopes.push(scope)
          return scope
        }
        const scope = (permission === 'public' ? undefined : scopeOf(actor!, permission)) as Call<E>['scope']
        const made = await answer({ context, db, actor: actor as ActorOf<E>, scope, scopeOf, input, uploads, after, about, language, visitor, request, reply })
        isUsed = true
        if (made === streamed) return streamed
        if (!isRead && changes && audience === 'caller' && actor) await tellPerson(db, actor.id, changes)
        if (!isRead && changes && !audience) {
          await context.follow(db, changes, accessed())
          tellLast = () => publish(db, actor, accessed(), changes, subject)
        }
        // reference data is not part of a patient record, so it is not logged
        if (endpoint.cache !== 'reference') await note(db)
        return { status, reply: made, cookies }
      }

      const key = method === 'POST' ? request.headers['idempotency-key'] : undefined
      if (key !== undefined) checkKey(String(key))
      const call = key === undefined ? undefined : { key: String(key), user_id: actor?.id ?? null, route, body: sent }
      const settled = work as (db: Db) => Promise<Answer>
      /** Publishes at the end of the transaction: numbering the event locks the counter until the commit. */
      const told = async <T>(made: Promise<T>): Promise<T> => {
        const answer = await made
        await tellLast?.()
        return answer
      }
      const decided = (): Promise<Answer | typeof streamed> => {
        if (isRead) return work(context.db)
        if (!atomic) return call ? onceLoosely(context.db, call, () => told(settled(context.db))) : told(work(context.db))
        return inTransaction(context.db, (tx) => {
          tellLast = undefined
          return told(call ? once(tx, call, () => settled(tx)) : settled(tx))
        })
      }
      const made = await decided()
      for (const next of later) await next().catch((error) => request.log.error({ err: error }, 'task after the commit failed'))
      return { made, isUsed }
    }

    app.route({
      method,
      url,
      // HEAD is not part of the contract
      exposeHeadRoute: false,
      schema: { response: { [status]: schema } },
      config: { permission, cache: endpoint.cache, takesFiles: Boolean(files) },
      onRequest: async (request) => {
        const at = performance.now()
        if (permission === 'public') {
          asked.set(request, { actor: undefined, at })
          return
        }
        await letIn(request, permission, at)
      },
      handler: async (request, reply) => {
        if (!files) await stillIn(request, trustFor)
        const made = files
          ? await takeUploads(
              context,
              request,
              files,
              (sent) => inputOf(request, sent),
              async (taken) => {
                await stillIn(request, 0)
                return run(request, reply, taken)
              },
            )
          : (await run(request, reply, { input: inputOf(request, request.body), sent: request.body, uploads: [] })).made
        if (made === streamed) return reply
        for (const cookie of made.cookies) reply.header('set-cookie', cookie)
        reply.status(made.status)
        if (made.reply instanceof RawJson) return reply.type('application/json; charset=utf-8').send(Buffer.from(made.reply.json, 'latin1'))
        return made.status === 204 ? reply.send() : made.reply
      },
    })
  },
})

const inTransaction = async <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (error instanceof ApiError || !isSerializationFailure(error) || tries === 4) throw error
    }
  }
}

/** Publishes to users who may see the affected patients, or only to the caller if there are none. */
const publish = async (db: Db, actor: Actor | undefined, accessed: ReadonlySet<number>, changes: readonly Tag[], about?: About) => {
  for (const patient_id of accessed) await tellAbout(db, patient_id, changes, about)
  if (!accessed.size && actor) await tellPerson(db, actor.id, changes)
}
