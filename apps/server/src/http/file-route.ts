import { allowsType } from '@sukoyaka/rules/people/app-scope'
import type { Permission, Role } from '@sukoyaka/wire/access'
import { scopeOf } from '@sukoyaka/wire/access'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openScope } from '../access/open-scope.ts'
import type { PatientScope } from '../access/patient-scope.ts'
import type { AppContext, Identity } from '../context/app-context.ts'
import type { Db } from '../database/db.ts'
import { apiError } from '../errors/api-error.ts'
import { disposition } from '../files/file-name.ts'
import { findFile } from '../files/file-rows.ts'
import { iconKeyIn } from '../files/icon-url.ts'
import { readSigned, type SignedFile } from '../files/signed-file.ts'
import { keyOfVariant } from '../files/store-uploads.ts'
import { audit } from '../observability/audit.ts'
import { bearerTokenIn, credentialsIn } from './plugins/authenticate.ts'

/**
 * Permission check for files of one owner: the required permission, and whether this patient scope may open the file. `resourceType` is the FHIR resource
 * that refers to such files: apps that may read it open them with their bearer tokens.
 */
export type FileGuard = {
  owner: string
  permission: Permission
  resourceType?: 'Media' | 'DocumentReference'
  isOpen: (scope: PatientScope, file_id: number) => Promise<boolean>
}

/** Action of icon requests in the audit log, to distinguish them from files of the record. */
const iconAction = 'GET /files/:icon'
const policy = "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'"

type FileActor = Identity & { scopes?: readonly string[] }
/**
 * The caller, by the Authorization header or, without it, by the cookies of the page, because an `<img>` cannot send the header. Cookies in a request from
 * another site are ignored.
 */
const identify = async (context: AppContext, { headers, cookies }: FastifyRequest): Promise<FileActor | undefined> => {
  const token = bearerTokenIn(headers.authorization)
  if (token !== undefined) return context.identifyApp(token)
  const credentials = credentialsIn(headers.authorization)
  if (credentials) return context.identify(credentials.token, credentials.email, false, true)
  if (!['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined)) return undefined
  const { accessToken, email } = cookies
  return accessToken && email && email.length <= 254 ? context.identify(accessToken, email, false, true) : undefined
}

/** Finds the person whose icon has this URL. */
export type IconOwner = (db: Db, url: string) => Promise<{ id: number; role: Role } | undefined>

/** Everyone who is signed in may see their own icon and the icons of staff; the icon of a patient is for people who may see the patient. */
const ownerOfOpenIcon = async ({ db }: AppContext, ownerOf: IconOwner, actor: Identity, url: string) => {
  const owner = await ownerOf(db, url)
  if (!owner || owner.id === actor.id || owner.role !== 'patient') return owner
  return scopeOf(actor.role, 'patient.read') !== undefined && openScope(db, actor, 'patient.read').includes(owner.id) ? owner : undefined
}

const sendIcon = async (context: AppContext, reply: FastifyReply, key: string) => {
  const content = await context.files.get(key)
  if (!content) throw apiError('not_found')
  // a changed icon has another URL
  reply.headers({ 'cache-control': 'private, max-age=300', 'content-type': 'image/webp', 'content-disposition': 'inline', 'content-security-policy': policy })
  return reply.send(content)
}

/** Whether a request asks for a later byte range, as a playing video does, or revalidates (If-None-Match). Such requests are logged like repeated reads. */
const isContinued = ({ headers }: FastifyRequest) => headers['if-none-match'] !== undefined || /^bytes=0*[1-9]/.test(headers.range ?? '')

type Part = { start: number; end: number }
/** The requested byte range (RFC 9110): undefined for the whole file, null if not satisfiable. */
const rangeOf = ({ headers: { range, 'if-range': condition } }: FastifyRequest, size: number, etag: string): Part | null | undefined => {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '') || (condition !== undefined && condition !== etag)) return undefined
  if (from === '') return Number(to) === 0 ? null : { start: Math.max(0, size - Number(to)), end: size - 1 }
  const [start, end] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < start) return undefined
  return start >= size ? null : { start, end }
}

/** The file of a signed URL, only for the user it was issued to and while that user may see it. Throws 410 for this user if the URL has expired. */
export const openSignedFile = async (context: AppContext, guards: FileGuard[], actor: FileActor, { file_id, user_id, isExpired }: SignedFile) => {
  if (user_id !== actor.id) return undefined
  const file = await findFile(context.db, file_id)
  const guard = guards.find(({ owner }) => owner === file?.owner)
  if (!file || !guard || !scopeOf(actor.role, guard.permission)) return undefined
  if (actor.scopes && !(guard.resourceType && allowsType(actor.scopes, guard.resourceType))) return undefined
  const scope = openScope(context.db, actor, guard.permission)
  if (!scope.includes(file.user_id) || !(await guard.isOpen(scope, file_id))) return undefined
  if (isExpired) throw apiError('gone')
  return file
}

const send = async (
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  file: NonNullable<Awaited<ReturnType<typeof findFile>>>,
  size: SignedFile['size'],
) => {
  const length = size === 'original' ? file.size : file.variants[size]
  if (length === undefined) throw apiError('not_found')
  const etag = `"${file.key}-${size}"`
  reply.headers({
    'cache-control': 'private, no-cache',
    etag,
    'accept-ranges': 'bytes',
    'content-type': size === 'original' ? file.content_type : 'image/webp',
    'content-disposition': disposition(
      size === 'original' ? file.name : file.name.replace(/\.\w+$/, '.webp'),
      // documents are not re-encoded, so never render them inline
      file.kind === 'document' ? 'attachment' : 'inline',
    ),
    'content-security-policy': policy,
  })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  const part = rangeOf(request, length, etag)
  if (part === null) return reply.status(416).header('content-range', `bytes */${length}`).send()
  const content = await context.files.get(keyOfVariant(file.key, size), part)
  if (!content) throw apiError('not_found')
  if (part) reply.status(206).header('content-range', `bytes ${part.start}-${part.end}/${length}`)
  reply.header('content-length', part ? part.end - part.start + 1 : length)
  return reply.send(content)
}

/**
 * `GET /files/:signed`: authenticates and checks the permission on every request, and writes the requests of signed-in callers to the audit log, except for
 * product images, icons of staff and the caller’s own icon. A file that the caller may not open gets the same 404 as a missing one; only the user for whom a
 * URL was made gets 410 once it has expired.
 */
export const fileRoute = (
  app: FastifyInstance,
  context: AppContext,
  guards: FileGuard[],
  iconOwner: IconOwner,
  isProductImage: (db: Db, url: string) => Promise<boolean>,
) => {
  app.route<{ Params: { signed: string } }>({
    method: 'GET',
    url: '/files/:signed',
    exposeHeadRoute: false,
    config: { compress: false } as object,
    handler: async (request, reply) => {
      const iconKey = iconKeyIn(request.url)
      const signed = iconKey ? undefined : readSigned(context, request.params.signed)
      const actor = await identify(context, request)
      const recordAccess = (outcome: 'done' | 'denied', status: number, patient_ids: number[], read: { action?: string; isRead?: boolean } = {}) =>
        audit(context.db, {
          user_id: actor?.id ?? null,
          patient_ids,
          action: 'GET /files/:signed',
          outcome,
          status,
          ip: request.ip,
          request_id: request.id,
          isRead: false,
          ...read,
        })
      try {
        // apps may open the files that FHIR resources refer to, but no icons
        if (iconKey && actor?.scopes) throw apiError('not_found')
        const iconOf = iconKey && actor && (await ownerOfOpenIcon(context, iconOwner, actor, request.url))
        if (iconKey && iconOf) {
          if (iconOf.role === 'patient' && iconOf.id !== actor?.id) await recordAccess('done', 200, [iconOf.id], { action: iconAction, isRead: true })
          return await sendIcon(context, reply, iconKey)
        }
        if (iconKey && actor && (await isProductImage(context.db, request.url))) return await sendIcon(context, reply, iconKey)
        const file = signed && actor && (await openSignedFile(context, guards, actor, signed))
        if (!file) throw apiError('not_found')
        await recordAccess('done', 200, [file.user_id], { isRead: isContinued(request) })
        return await send(context, request, reply, file, signed.size)
      } catch (error) {
        const { status } = error as { status?: number }
        if (actor && status && status < 500) await recordAccess('denied', status, [])
        throw error
      }
    },
  })
}
