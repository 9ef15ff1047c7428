import { roles, scopeOf } from '@sukoyaka/wire/access'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import { type ErrorCode, errors } from '@sukoyaka/wire/errors'
import { sayError, sayReason } from '../../config/language.ts'

/** The shape of every refusal. */
export const errorSchema = {
  type: 'object',
  description: 'What happened, in the language asked for, and its code. A client shows `error` and acts on `code`.',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string' },
    code: { type: 'string', enum: Object.keys(errors) },
    fields: { type: 'object', description: 'With 422: what is wrong with which field.', additionalProperties: { type: 'array', items: { type: 'string' } } },
    versions: {
      type: 'object',
      description: 'With `conflict` where text was written: what is kept (null where it is gone), and what was sent.',
      properties: { saved: { type: ['object', 'null'] }, sent: { type: 'object' } },
    },
    tries_left: { type: 'integer', description: 'With `otp_invalid`.' },
  },
}

const statusText: Record<number, string> = {
  400: 'What no form can cause: unreadable JSON, an unknown field, a wrong type, a bad path or query',
  401: 'Not signed in, or the sign-in is refused. Only `unauthenticated` ends a session',
  403: 'The role lacks the permission: the same for own, another’s and absent',
  404: 'Not within reach, or not there: the same answer',
  406: 'A version of the media type that is not known',
  409: 'Changed meanwhile, or the same call is still under way',
  410: 'It was there and is over',
  413: 'Larger than 1 MB, or than a file may be',
  415: 'A body that is not JSON, or not of the form the call takes; a file of another type',
  422: 'A well-typed value that is out of bounds or refused',
  429: 'Too many; see Retry-After',
  500: 'Our mistake',
  503: 'Not ready; see Retry-After',
}

/** An answer that is one text is a stream of events. */
export const isStream = ({ reply, media }: Endpoint) => !media && (reply as { type?: unknown }).type === 'string'

const namesSomebody = (schema: Endpoint['query'] | Endpoint['body']) => Object.keys(schema?.properties ?? {}).some((key) => /(^|_)id$/.test(key))

/** The refusals of this call and those that any call of its kind may answer. */
const codesOf = (e: Endpoint): ErrorCode[] => {
  const isPublic = e.permission === 'public'
  const hasQuery = Object.keys(e.query?.properties ?? {}).length > 0
  const isRefusedToSome = e.permission !== 'public' && roles.some((role) => !scopeOf(role, e.permission as never))
  const codes: (ErrorCode | false)[] = [
    'unknown_parameter',
    (hasQuery || !!e.params || !!e.body) && 'malformed',
    hasQuery && 'nested_query',
    !isPublic && 'unauthenticated',
    isRefusedToSome && 'forbidden',
    (!!e.params || namesSomebody(e.query) || (!isPublic && namesSomebody(e.body))) && 'not_found',
    'version_unknown',
    e.method === 'POST' && 'conflict',
    !!e.body && 'too_large',
    !!e.body && 'media_type_unsupported',
    !!e.body && 'invalid',
    e.method === 'POST' && 'idempotency_key_reused',
    isStream(e) && 'too_many',
    ...(e.errors ?? []),
    'internal',
    'unavailable',
  ]
  return [...new Set(codes.filter((code) => code !== false))]
}

const exampleOfCode = (code: ErrorCode, e: Endpoint) => {
  const field = Object.keys(e.body?.properties ?? {})[0]
  return {
    error: sayError('ja', code),
    code,
    ...(code === 'invalid' && field && { fields: { [field]: [sayReason('ja', 'required')] } }),
    ...(code === 'otp_invalid' && { tries_left: 4 }),
  }
}

/** The error responses of a call by status, each code with an example. */
export const refusalsOf = (e: Endpoint) => {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codesOf(e)) byStatus.set(errors[code], [...(byStatus.get(errors[code]) ?? []), code])
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        {
          description: `${statusText[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
          ...((status === 429 || status === 503) && { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } }),
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Error' },
              examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOfCode(code, e) }])),
            },
          },
        },
      ]),
  )
}
