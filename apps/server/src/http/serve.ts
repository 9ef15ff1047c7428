import type { Language } from '@sukoyaka/phrases/language'
import type { Permission } from '@sukoyaka/wire/access'
import type { Tag } from '@sukoyaka/wire/all'
import { type Endpoint, type Input, isReading, type Reply } from '@sukoyaka/wire/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import { openScope } from '../access/open-scope.ts'
import type { Caller, PatientScope } from '../access/patient-scope.ts'
import { languageOf } from '../config/language.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Db } from '../database/db.ts'
import { withOrigin } from '../database/origin.ts'
import type { RawJson } from '../database/raw-json.ts'
import type { Upload } from '../files/store-uploads.ts'
import { type AuditEntry, audit, auditInTransaction } from '../observability/audit.ts'
import { loggedAction } from '../observability/logged-action.ts'
import type { EventSubject } from '../realtime/event-rows.ts'
import { isUpload } from './body-parser.ts'
import { authenticateAgain } from './plugins/authenticate.ts'
import { followChanges, publishChanges } from './plugins/publish.ts'
import { writesReference } from './plugins/reference-cache.ts'
import { respond, streamed } from './plugins/respond.ts'
import { responseCacheOf, sendEntry } from './plugins/response-cache.ts'
import { runCall } from './plugins/transaction.ts'
import { receiveUploads } from './upload.ts'

/** The client of a request, signed in or not. */
export type Client = {
  ip: string
  user_agent: string
  cookies: Readonly<Record<string, string | undefined>>
  setCookie: (...cookie: Parameters<FastifyInstance['serializeCookie']>) => void
}

type IfPublic<E extends Endpoint, T, F> = E['permission'] extends 'public' ? T : F

export type Call<E extends Endpoint> = {
  context: AppContext
  /** In writes, unless `atomic: false`: the transaction of the whole call. */
  db: Db
  actor: IfPublic<E, undefined, Actor>
  /** The patients whose rows this call may read and change. A public call has none. */
  scope: IfPublic<E, undefined, PatientScope>
  /**
   * Opens the scope of a person other than the caller: the owner of the token in a public call, or the sender of the card that the caller responds to.
   * Throws 403 if the person's role lacks the permission.
   */
  scopeOf: (caller: Caller, permission: Permission) => PatientScope
  /**
   * Opens the scope of another GET call whose list is part of this reply. Throws 403 if the caller lacks that call's permission. The audit log gets the
   * accesses in this scope as a read of that call.
   */
  scopeAs: IfPublic<E, undefined, (endpoint: Endpoint & { method: 'GET'; permission: Permission }) => PatientScope>
  input: Input<E>
  /** Files of the call in upload order, already in the store. `insertFiles` creates their rows; files without a row are deleted. */
  uploads: Upload[]
  /** Runs after the commit, e.g. to delete files. A failure is only logged. */
  after: (task: () => Promise<unknown>) => void
  /** Sets the subject of the call's event. The endpoint's `changes` are published even without a subject. */
  about: (kind: EventSubject['kind'], record_id: number) => void
  language: Language
  client: Client
  request: FastifyRequest
  reply: FastifyReply
}

export type ServedRoute = { endpoint: Endpoint; mount: (app: FastifyInstance, context: AppContext) => void }

type Options<E extends Endpoint> = {
  /**
   * False if some writes must survive a rejected call, such as a counted attempt, or if the handler waits for another service; it then opens its own
   * transactions.
   */
  atomic?: boolean
  /**
   * For frequent reads: the tags of all changes that the response depends on. The response is cached until an event with one of them, for a minute at most.
   * Returns undefined for an input whose response depends on more than such changes.
   */
  versionTags?: (input: Input<E>) => readonly Tag[] | undefined
}

/** A buffer is sent as it is: the handler sets its content type. */
type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Reply<E> | RawJson | Buffer | typeof streamed>
type CallInput<E extends Endpoint> = { input: Input<E>; body: unknown; uploads: Upload[] }
/** One run of the handler: what it returned and what it asked for. A retried transaction makes a new attempt. */
type Attempt = {
  result: unknown
  accessed: ReadonlySet<number>
  parts: ReadonlyMap<string, PatientScope>
  about: EventSubject | undefined
  after: (() => Promise<unknown>)[]
  cookies: string[]
}

/** Runs the handler once with a scope of its own and collects what it asks for. */
const attemptCall = async <E extends Endpoint>(
  { endpoint, handler }: { endpoint: E; handler: Handler<E> },
  at: { context: AppContext; db: Db; request: FastifyRequest; reply: FastifyReply },
  { input, uploads }: CallInput<E>,
): Promise<Attempt> => {
  const { db, request } = at
  const [scopes, after, cookies]: [PatientScope[], Attempt['after'], string[]] = [[], [], []]
  const parts = new Map<string, PatientScope>()
  let subject: EventSubject | undefined
  const scopeOf: Call<E>['scopeOf'] = (caller, permission) => {
    const scope = openScope(db, caller, permission)
    scopes.push(scope)
    return scope
  }
  const { actor } = request
  const scopeAs = (part: { method: string; path: string; permission: Permission }) => {
    const scope = openScope(db, actor!, part.permission)
    parts.set(`${part.method} ${part.path}`, scope)
    return scope
  }
  const callerScope =
    actor && endpoint.permission !== 'public' ? { actor, scope: scopeOf(actor, endpoint.permission), scopeAs } : { actor: undefined, scope: undefined }
  const result = await handler({
    ...at,
    ...(callerScope as Pick<Call<E>, 'actor' | 'scope' | 'scopeAs'>),
    scopeOf,
    input,
    uploads,
    after: (task) => void after.push(task),
    about: (kind, record_id) => {
      subject = { kind, record_id }
    },
    language: languageOf(request.headers['accept-language']),
    client: {
      ip: request.ip ?? '',
      user_agent: request.headers['user-agent'] ?? '',
      cookies: request.cookies,
      setCookie: (...cookie) => void cookies.push(request.server.serializeCookie(...cookie)),
    },
  })
  return { result, parts, accessed: new Set(scopes.flatMap((scope) => [...scope.accessed])), about: subject, after, cookies }
}

/** Tags of calls that may end sessions or merge patients. */
const peopleTags = ['session', 'sessions', 'users', 'patient_merges']

/** Id of the person who signed in with a public call. */
const signedInId = (result: unknown): number | null => {
  const isSession = typeof result === 'object' && result !== null && 'access_token' in result && 'id' in result
  return isSession ? Number(result.id) : null
}

const auditEntryOf = ({ actor, ip, id: request_id }: FastifyRequest, { status, result }: { status: number; result?: unknown }) =>
  ({ user_id: actor?.id ?? signedInId(result), outcome: 'done', status, ip, request_id }) as const

type Logged = Pick<AuditEntry, 'action' | 'patient_ids' | 'isRead'>

/** Writes the accesses of the call and those in the scopes of `scopeAs` to the audit log. Reads get into the cache of logged reads after the commit. */
const auditAttempt = async (db: Db, { parts, after }: Attempt, entry: ReturnType<typeof auditEntryOf>, call: readonly Logged[]) => {
  const reads = [...parts].filter(([, { accessed }]) => accessed.size).map(([action, { accessed }]) => ({ action, patient_ids: accessed, isRead: true }))
  for (const logged of [...call, ...reads]) {
    const remember = await auditInTransaction(db, { ...entry, ...logged })
    if (remember) after.push(async () => remember())
  }
}

/**
 * Serves an endpoint. The plugins identify the caller, check the permission and validate the input; then the handler runs (a write in one
 * transaction with the audit log and events, unless `atomic: false`), and the response is sent.
 */
export const serve = <const E extends Endpoint>(endpoint: E, handler: Handler<E>, { atomic = true, versionTags }: Options<E> = {}): ServedRoute => ({
  endpoint,
  mount(app, context) {
    const { method, path: url, permission, cache, files, isFormOptional, maxBodyBytes, reply: schema, status = 200 } = endpoint
    const isRead = isReading(endpoint) || endpoint.isPolled === true

    const execute = (request: FastifyRequest, reply: FastifyReply, callInput: CallInput<E>) =>
      withOrigin({ user_id: request.actor?.id, request_id: request.id }, () => executeCall(request, reply, callInput))

    const executeCall = async (request: FastifyRequest, reply: FastifyReply, callInput: CallInput<E>) => {
      const { actor } = request
      const attempt = async (db: Db): Promise<Attempt> => {
        const attempted = await attemptCall({ endpoint, handler }, { context, db, request, reply }, callInput)
        if (attempted.result === streamed) return attempted
        await followChanges(context, db, endpoint, { ...attempted, actor })
        // reference data is not part of a patient record, so it is not logged
        const call = cache === 'reference' ? [] : [{ action: loggedAction(endpoint, callInput.input), patient_ids: attempted.accessed, isRead }]
        await auditAttempt(db, attempted, auditEntryOf(request, { status, result: attempted.result }), call)
        return attempted
      }
      const completed = await runCall(
        context,
        request,
        { endpoint, atomic, body: callInput.body },
        {
          attempt,
          responseOf: ({ result, cookies }) => ({ status, reply: result, cookies }),
          finish: (db, attempted) => publishChanges(db, endpoint, { ...attempted, actor }),
        },
      )
      if (endpoint.changes?.some((tag) => peopleTags.includes(tag))) context.forgetPeople()
      // what a page fetches after this response includes the changes of all events up to this one
      if (completed.newestEvent !== undefined && !writesReference(permission)) reply.header('x-newest-event', completed.newestEvent)
      for (const task of completed.attempt?.after ?? []) await task().catch((error) => request.log.error({ err: error }, 'task after the commit failed'))
      return completed
    }

    /** Sends the cached response, logged as a read too, if it is still valid for these tags; else runs the call and caches its response. */
    const executeCached = async (request: FastifyRequest, reply: FastifyReply, tags: readonly Tag[]) => {
      const { cached, keep } = await responseCacheOf(context).find(request, tags)
      if (!cached) {
        const { response, attempt } = await execute(request, reply, { input: request.input as Input<E>, body: undefined, uploads: [] })
        return sendEntry(reply, keep(String(reply.serialize(response.reply as object)), attempt!.accessed))
      }
      const action = loggedAction(endpoint, request.input as Input<E>)
      await audit(context.db, { ...auditEntryOf(request, { status }), patient_ids: cached.accessed, action, isRead })
      return sendEntry(reply, cached)
    }

    const executeUpload = (request: FastifyRequest, reply: FastifyReply) =>
      receiveUploads(
        context,
        request,
        files!,
        (body) => request.routeOptions.config.readInput!(request, body) as Input<E>,
        async ({ input, fields: body, uploads }) => {
          await authenticateAgain(context, request, 0)
          const { response, attempt } = await execute(request, reply, { input, body, uploads })
          return { result: response, isUsed: attempt !== undefined }
        },
      )

    app.route({
      method,
      url,
      // HEAD is not part of the contract
      exposeHeadRoute: false,
      ...(maxBodyBytes && { bodyLimit: maxBodyBytes }),
      schema: { response: { [status]: schema } },
      config: { endpoint, permission, cache, takesFiles: isFormOptional ? 'optional' : Boolean(files) },
      handler: async (request, reply) => {
        if (isUpload(request)) return respond(reply, await executeUpload(request, reply))
        const tags = versionTags?.(request.input as Input<E>)
        if (tags) return executeCached(request, reply, tags)
        const { response } = await execute(request, reply, { input: request.input as Input<E>, body: request.body, uploads: [] })
        return respond(reply, response)
      },
    })
  },
})
