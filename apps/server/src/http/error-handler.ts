import type { Language } from '@sukoyaka/phrases/language'
import { isReading } from '@sukoyaka/wire/endpoint'
import type { ErrorCode } from '@sukoyaka/wire/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf, translateError, translateReason } from '../config/language.ts'
import type { AppContext } from '../context/app-context.ts'
import { isDiskFull, isLockTimeout, isSerializationFailure, isTimeout, isUnreachable } from '../database/db.ts'
import { ApiError } from '../errors/api-error.ts'
import { audit } from '../observability/audit.ts'
import { report } from '../observability/sentry.ts'
import { noteDiskFull } from './disk-space.ts'
import { sendErrorBody } from './plugins/operation-outcome.ts'

const codesOfFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type_unsupported',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_BAD_URL: 'malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'uri_too_long',
  FST_UNDER_PRESSURE: 'unavailable',
}

/** Maps an error to one of the contract. Unknown errors become 500 without details. */
const toApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  if (isDiskFull(error)) return new ApiError('disk_full', { retry_after: 15 })
  if (isUnreachable(error)) return new ApiError('unavailable', { retry_after: 2 })
  if (isLockTimeout(error) || isSerializationFailure(error)) return new ApiError('unavailable', { retry_after: 1 })
  if (isTimeout(error)) return new ApiError('unavailable', { retry_after: 5 })
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const mappedCode = code && codesOfFastify[code]
  if (mappedCode) return new ApiError(mappedCode, mappedCode === 'unavailable' ? { retry_after: 5 } : {})
  if (statusCode && statusCode >= 400 && statusCode < 500) return new ApiError('malformed')
  return new ApiError('internal')
}

/** Body of an error response: translated text, code, and details such as the reasons per form field. */
export const errorBody = (error: ApiError, language: Language) => {
  const { fields, values, tries_left, name, versions } = error.details
  const text = translateError(language, error.code, error.details)
  return {
    error: name && error.status === 400 ? `${text} (${name})` : text,
    code: error.code,
    ...(fields && {
      fields: Object.fromEntries(Object.entries(fields).map(([field, reasons]) => [field, reasons.map((reason) => translateReason(language, reason, values))])),
    }),
    ...(tries_left !== undefined && { tries_left }),
    ...(versions && { versions }),
  }
}

export const sendError = (context: AppContext) => async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const apiFailure = toApiError(error)
  const { status } = apiFailure
  // a timeout may be caused by a slow query, which operators have to see
  if (isTimeout(error)) request.log.error({ err: error }, 'database timeout')
  // an error of the database or file system, not the `disk_full` of `/readyz`: otherwise each probe would extend the pause
  if (isDiskFull(error)) noteDiskFull(context)
  if (status === 500) {
    request.log.error({ err: error }, 'unexpected error')
    const stack = error instanceof Error ? error.stack : undefined
    void report(context.config, {
      source: 'server',
      kind: error instanceof Error ? error.name : 'Error',
      status,
      call: `${request.method} ${request.routeOptions.url}`,
      stack,
    })
  }
  const { actor } = request
  const route = request.routeOptions.url
  const isSignIn = route !== undefined && /sign_in|auth_otp|reset_password|activation|shared_records$|^\/share\//.test(route)
  const isRefused = status === 401 || status === 403 || status === 404 || apiFailure.code === 'passkey_rejected'
  if (route && isRefused && (actor || isSignIn))
    await audit(context.db, {
      user_id: actor?.id ?? apiFailure.details.account_id ?? null,
      patient_ids: [],
      action: `${request.method} ${route}`,
      outcome: 'denied',
      status,
      ip: request.ip,
      request_id: request.id,
      isRead: isReading(request.routeOptions.config.endpoint ?? request),
    }).catch((auditError) => request.log.error({ err: auditError }, 'audit log not written'))
  const retryAfter = apiFailure.details.retry_after
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  reply.status(status).header('cache-control', 'no-store')
  return sendErrorBody(reply, request.url, errorBody(apiFailure, languageOf(request.headers['accept-language'])), status)
}
