import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LoggerOptions } from 'pino'

/** Allow list of log fields. All other fields are dropped, so that names and addresses cannot get into the log by accident. */
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
  'kind',
  'code',
  'count',
  'queue',
  'job_id',
  'migration',
  'version',
  'port',
  'pid',
  'signal',
  'streams',
  'component',
  'severity',
])
const longest = 200

const plain = (value: unknown) => {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  return typeof value === 'string' ? value.slice(0, longest) : undefined
}

type Shown = { type: string; code?: string; constraint?: string; message?: string; stack?: string; cause?: Shown }

// messages of the JavaScript engine name code, never data
const harmless =
  /^(Cannot read properties of (undefined|null) \(reading '[\w$]+'\)|[\w$.]+ is not (a function|defined|iterable|a constructor)|Maximum call stack size exceeded)$/
const frame = /^\s+at [^\r\n]*\d+:\d+\)?$/

/** Logs an error without its message, because database errors quote the parameter values. */
const showError = (error: unknown, depth = 0): Shown => {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  const said = error.message ?? ''
  const stack = typeof error.stack === 'string' ? error.stack : ''
  const frames = (said ? stack.slice(stack.indexOf(said) + said.length) : stack).split('\n').filter((line) => frame.test(line))
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' && /^\w{1,40}$/.test(code) && { code }),
    ...(typeof constraint === 'string' && { constraint: constraint.slice(0, longest) }),
    ...(harmless.test(said) && { message: said }),
    ...(frames.length && { stack: frames.slice(0, 20).join('\n') }),
    ...(error.cause !== undefined && depth < 4 && { cause: showError(error.cause, depth + 1) }),
  }
}

/** Fields of a browser's error report that are logged, after masking. */
const browserFields = ['kind', 'status', 'call', 'page']
const showBrowser = (told: unknown) => {
  const from = (typeof told === 'object' && told ? told : {}) as Record<string, unknown>
  const show = (v: unknown) =>
    typeof v === 'string'
      ? v
          .replace(/\?.*$/s, '')
          .replace(/[^\w/:. -]/g, '_')
          .replace(/\d+/g, '0')
          .slice(0, longest)
      : plain(v)
  return Object.fromEntries(browserFields.map((key) => [key, show(from[key])]))
}

const only = (fields: Record<string, unknown>) => {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields))
    if (key === 'client_error') kept[key] = showBrowser(value)
    else if (allowed.has(key)) kept[key] = key === 'err' ? showError(value) : plain(value)
  return kept
}

const errorIn = (value: unknown) =>
  value instanceof Error ? value : value && typeof value === 'object' && 'err' in value && value.err instanceof Error ? value.err : undefined

/** Masks addresses and URLs in messages. Our own messages are constant; a library's may contain them. */
const safe = (message: string) =>
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
  formatters: { level: (label) => ({ level: label }), log: only, bindings: only },
  // `only` formats errors; pino's own serializer would add the message
  serializers: { err: (e) => e },
  hooks: {
    logMethod(args, method) {
      const [first, second]: unknown[] = args
      const log = method as (...args: unknown[]) => void
      const error = errorIn(first)
      if (typeof first === 'string') return log.apply(this, [safe(first)])
      const message = typeof second === 'string' && second !== error?.message ? safe(second) : error ? 'error' : ''
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
