import { roles, scopeOf } from '@sukoyaka/wire/access'
import { type Endpoint, isReading } from '@sukoyaka/wire/endpoint'
import { type ErrorCode, errors } from '@sukoyaka/wire/errors'
import { translateError, translateReason } from '../../config/language.ts'
import { outcomeOf } from '../plugins/operation-outcome.ts'

/** Body of error responses, except those of FHIR calls. Below `/oauth`, `error` is OAuth's name of the error instead. */
export const errorSchema = {
  type: 'object',
  description: 'The error in the requested language and its code. Show `error`, decide by `code`.',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string' },
    code: { type: 'string', enum: Object.keys(errors) },
    fields: { type: 'object', description: 'With 422: the reasons per field.', additionalProperties: { type: 'array', items: { type: 'string' } } },
    versions: {
      type: 'object',
      description: 'With `conflict` on a text or a task: the stored version (null if it was deleted) and the sent one.',
      properties: { saved: { type: ['object', 'null'] }, sent: { type: 'object' } },
    },
    tries_left: { type: 'integer', description: 'With `otp_invalid` and `passcode_wrong`: attempts left.' },
  },
}

const statusText: Record<number, string> = {
  400: 'Malformed request: invalid JSON, unknown field, wrong type, invalid path or query',
  401: 'Not signed in, or the sign-in failed. Only `unauthenticated` means that the session has ended',
  403: 'The role lacks the permission, whether or not the record exists',
  404: 'Not found, or outside the caller’s patient scope',
  406: 'Unknown version of the media type',
  409: 'Changed since it was read, or a call with the same key is still running',
  410: 'Expired or no longer available',
  413: 'Body or file larger than its limit',
  415: 'Unsupported media type of the body or of a file',
  422: 'A well-typed value that is out of bounds or not allowed',
  429: 'Too many requests; see Retry-After',
  500: 'Internal error',
  503: 'Temporarily unavailable; see Retry-After',
}

/** Body of error responses of FHIR calls; our error code is in `details`. */
export const outcomeSchema = {
  type: 'object',
  required: ['resourceType', 'issue'],
  properties: { resourceType: { type: 'string', const: 'OperationOutcome' }, issue: { type: 'array', items: { type: 'object' } } },
}

/** Whether the endpoint sends an event stream: its reply is a string and it declares no media type. */
export const isStream = ({ reply, media }: Endpoint) => !media && (reply as { type?: unknown }).type === 'string'

const hasIdField = (schema: Endpoint['query'] | Endpoint['body']) => Object.keys(schema?.properties ?? {}).some((key) => /(^|_)id$/.test(key))

/** Error codes of this endpoint, including those of every endpoint with such a method, permission or input. */
const codesOf = (endpoint: Endpoint): ErrorCode[] => {
  const isPublic = endpoint.permission === 'public'
  const hasQuery = Object.keys(endpoint.query?.properties ?? {}).length > 0
  const { permission } = endpoint
  const isForbiddenForSome = permission !== 'public' && roles.some((role) => !scopeOf(role, permission))
  const codes: (ErrorCode | false)[] = [
    'unknown_parameter',
    (hasQuery || !!endpoint.params || !!endpoint.body) && 'malformed',
    hasQuery && 'nested_query',
    !isPublic && 'unauthenticated',
    isForbiddenForSome && 'forbidden',
    (!!endpoint.params || hasIdField(endpoint.query) || (!isPublic && hasIdField(endpoint.body))) && 'not_found',
    'version_unknown',
    endpoint.method === 'POST' && 'conflict',
    !!endpoint.body && 'too_large',
    !!endpoint.body && 'media_type_unsupported',
    !!endpoint.body && 'invalid',
    endpoint.method === 'POST' && !isReading(endpoint) && 'idempotency_key_reused',
    endpoint.method === 'POST' && !isReading(endpoint) && 'call_in_progress',
    (isStream(endpoint) || (!isPublic && !isReading(endpoint) && !endpoint.isPolled)) && 'too_many',
    ...(endpoint.errors ?? []),
    'internal',
    'unavailable',
    'disk_full',
  ]
  return [...new Set(codes.filter((code) => code !== false))]
}

const exampleOfCode = (code: ErrorCode, endpoint: Endpoint) => {
  const field = Object.keys(endpoint.body?.properties ?? {})[0]
  return {
    error: translateError('ja', code),
    code,
    ...(code === 'invalid' && field && { fields: { [field]: [translateReason('ja', 'required')] } }),
    ...(code === 'otp_invalid' && { tries_left: 4 }),
  }
}

/** Error responses of an endpoint by status, with an example per code. */
export const errorResponsesOf = (endpoint: Endpoint) => {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codesOf(endpoint)) byStatus.set(errors[code], [...(byStatus.get(errors[code]) ?? []), code])
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        {
          description: `${statusText[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
          ...((status === 429 || status === 503) && { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } }),
          content:
            endpoint.standard === 'fhir'
              ? {
                  'application/fhir+json': {
                    schema: { $ref: '#/components/schemas/OperationOutcome' },
                    examples: Object.fromEntries(codes.map((code) => [code, { value: outcomeOf(exampleOfCode(code, endpoint), Number(status)) }])),
                  },
                }
              : {
                  'application/json': {
                    schema: { $ref: '#/components/schemas/Error' },
                    examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOfCode(code, endpoint) }])),
                  },
                },
        },
      ]),
  )
}
