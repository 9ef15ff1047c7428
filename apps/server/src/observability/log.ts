import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LoggerOptions } from 'pino'

/** Allow list of log fields, beside `client_error`, which is masked. Others are dropped, so that names and addresses cannot get into the log by accident. */
const allowed = new Set([
  'err',
  'request_id',
  'method',
  'route',
  'status',
  'ms',
  'user_id',
  'session_id',
  'patient_id',
  'report_id',
  'recipient_id',
  'refund_id',
  'test_package_id',
  'kind',
  'code',
  'count',
  'queue',
  'job_id',
  // the head of the chain of the audit log
  'seq',
  'hash',
  'migration',
  'version',
  'port',
  'pid',
  'signal',
  'streams',
  'component',
  'severity',
])
const maxLength = 200

const toPlainValue = (value: unknown) => {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  return typeof value === 'string' ? value.slice(0, maxLength) : undefined
}

type LoggedError = { type: string; code?: string; constraint?: string; message?: string; stack?: string; cause?: LoggedError }

// these messages of the JavaScript engine name code, never data
const engineMessages =
  /^(Cannot read properties of (undefined|null) \(reading '[\w$]+'\)|[\w$.]+ is not (a function|defined|iterable|a constructor)|Maximum call stack size exceeded)$/
const frame = /^\s+at [^\r\n]*\d+:\d+\)?$/

/** Logs an error without its message (except `engineMessages`), because database errors quote the parameter values. */
const serializeError = (error: unknown, depth = 0): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  const message = error.message ?? ''
  const stack = typeof error.stack === 'string' ? error.stack : ''
  const frames = (message ? stack.slice(stack.indexOf(message) + message.length) : stack).split('\n').filter((line) => frame.test(line))
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' && /^\w{1,40}$/.test(code) && { code }),
    ...(typeof constraint === 'string' && { constraint: constraint.slice(0, maxLength) }),
    ...(engineMessages.test(message) && { message }),
    ...(frames.length && { stack: frames.slice(0, 20).join('\n') }),
    ...(error.cause !== undefined && depth < 4 && { cause: serializeError(error.cause, depth + 1) }),
  }
}

/** Fields of a browser's error report that are logged, after masking. */
const browserFields = ['kind', 'status', 'call', 'page']
const maskReport = (report: unknown) => {
  const fields = (typeof report === 'object' && report ? report : {}) as Record<string, unknown>
  const mask = (value: unknown) =>
    typeof value === 'string'
      ? value
          .replace(/\?.*$/s, '')
          .replace(/[^\w/:. -]/g, '_')
          // numbers may be ids or typed by people; a version suffix belongs to the name: sign_in_v2
          .replace(/_v\d{1,2}(?![\w-])|\d+/g, (digits) => (digits.startsWith('_v') ? digits : '0'))
          .slice(0, maxLength)
      : toPlainValue(value)
  return Object.fromEntries(browserFields.map((key) => [key, mask(fields[key])]))
}

const allowedFields = (fields: Record<string, unknown>) => {
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields))
    if (key === 'client_error') result[key] = maskReport(value)
    else if (allowed.has(key)) result[key] = key === 'err' ? serializeError(value) : toPlainValue(value)
  return result
}

const findError = (value: unknown) =>
  value instanceof Error ? value : value && typeof value === 'object' && 'err' in value && value.err instanceof Error ? value.err : undefined

/** Masks e-mail addresses and URLs with a query. Our own messages are constant, but messages of libraries may contain such text. */
const maskMessage = (message: string) =>
  message
    .replace(/[^\s@"'<>]+@[^\s@"'<>]+/g, '[address]')
    .replace(/\/[^\s]*\?[^\s]*/g, '[url]')
    .slice(0, 500)

/** pino options: one JSON object per line with an allow list of fields. No bodies, headers, queries, names, addresses or SQL parameters. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  base: null,
  timestamp: () => `,"at":"${new Date().toISOString()}"`,
  messageKey: 'message',
  formatters: { level: (label) => ({ level: label }), log: allowedFields, bindings: allowedFields },
  // `allowedFields` formats errors; pino's own serializer would add the message
  serializers: { err: (error) => error },
  hooks: {
    logMethod(args, method) {
      const [first, second]: unknown[] = args
      const log = method as (...args: unknown[]) => void
      const error = findError(first)
      if (typeof first === 'string') return log.apply(this, [maskMessage(first)])
      const message = typeof second === 'string' && second !== error?.message ? maskMessage(second) : error ? 'error' : ''
      return log.apply(this, [first instanceof Error ? { err: first } : first, message])
    },
  },
})

/** Logs one line per response. The route is a pattern, because paths and queries contain ids and names. */
export const logRequests = (app: FastifyInstance, userOf: (request: FastifyRequest) => number | undefined) => {
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status } = reply
    const route = request.routeOptions.url ?? '-'
    const line = { method: request.method, route, status, ms: Math.round(reply.elapsedTime * 10) / 10, user_id: userOf(request) }
    if (status >= 500) request.log.error(line, 'answered')
    else request.log.info(line, 'answered')
  })
}
