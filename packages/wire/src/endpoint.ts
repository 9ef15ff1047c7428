import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { Permission } from './access.ts'
import type { ErrorCode } from './errors.ts'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path parameters as `:id`. */
  path: `/${string}`
  /** Required, so that an endpoint is public only if it states so. */
  permission: Permission | 'public'
  /** One line for the OpenAPI document, imperative. */
  summary: string
  /** What a client must know beyond the schema: limits, sort order, who sees what, errors. */
  description?: string
  /**
   * The call reads a list of patients, or of records of several patients. Such an access does not mean that somebody opened a record, so that patients are not
   * shown it. `unless`: an optional field of the input that names one patient; if the input has it, the patient is shown the access.
   */
  listsPatients?: true | { unless: string }
  params?: TObject
  query?: TObject
  body?: TObject
  /** Files by field name. The request is then multipart/form-data and its other parts are the body. */
  files?: Readonly<Record<string, FileField>>
  /** A JSON body is accepted as well, without files. */
  isFormOptional?: true
  /** Max bytes of the body where the server's general limit is too small. */
  maxBodyBytes?: number
  reply: TSchema
  status?: 200 | 201 | 202 | 204
  /** Error codes specific to this endpoint; the OpenAPI document adds the general ones. */
  errors?: readonly ErrorCode[]
  /** A valid input and reply for the OpenAPI document; the permission matrix test sends the input. */
  example?: { params?: object; query?: object; body?: object; reply?: unknown }
  /** Cache tags the call invalidates. Change events carry them to everyone of the `audience`. */
  changes?: readonly string[]
  /** Cache tags that patients may not learn of: change events carry them to staff only. */
  staffChanges?: readonly string[]
  /**
   * Who gets the change event: by default everyone who may see a patient that the call accessed, or the caller if it accessed none; `caller`: only the
   * caller; `handler`: the handler publishes it itself.
   */
  audience?: 'caller' | 'handler'
  /** A POST whose reply is never stored under its idempotency key, because the record that it shows may be closed before a retry. */
  isNeverStored?: true
  /** The browser does not repeat the call by itself after a lost response, because a second one is refused if the first one was carried out. */
  isSentOnce?: true
  /**
   * A POST that only reads, to keep search terms out of URLs. Its body may be a form. It takes no idempotency key, does not count as a write for rate
   * limits, and is logged as a read.
   */
  isSearch?: true
  /** A call that open pages or apps repeat; the audit log records it at most once in ten minutes, like a read. */
  isPolled?: true
  /** Reference data is the same for all users of a language and cacheable for an hour; replies of other endpoints are `no-store`. */
  cache?: 'reference'
  /** Media type of a reply that is not JSON. */
  media?: 'text/csv' | 'text/calendar' | 'image/webp' | 'application/pdf' | 'application/fhir+json' | 'application/fhir+ndjson'
  /** Follows FHIR instead of our conventions: repeated names in the query, errors as OperationOutcome, bearer tokens. */
  standard?: 'fhir'
}

/** Documents are stored unchanged and served as downloads, never inline. */
export type FileKind = 'image' | 'video' | 'document'
/**
 * `aliasOf`: this name is an alias of that field; files under both names count together. `square`: the server crops an image to a square of this many
 * pixels and keeps no other size. `isStill`: an image with several frames is rejected instead of reduced to its first frame.
 */
export type FileField = { kinds: readonly FileKind[]; max: number; isRequired?: boolean; aliasOf?: string; square?: number; isStill?: boolean }
/** Whether a call only reads. */
export const isReading = ({ method, isSearch }: { method: string; isSearch?: true }): boolean => method === 'GET' || isSearch === true

/** Max bytes of one file. */
export const maxBytes = { image: 20_000_000, video: 200_000_000, document: 20_000_000 } as const satisfies Record<FileKind, number>
/** Content types of images that every upload of images accepts. */
export const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
/** Max bytes of all files of one call; its text fields count too. */
export const maxBytesPerCall = 400_000_000

/** Declares an endpoint. Its schemas are the source of the validation, the types of client and server and the OpenAPI document. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type StaticOf<T> = T extends TSchema ? Static<T> : unknown
export type Input<E extends Endpoint> = StaticOf<E['params']> & StaticOf<E['query']> & StaticOf<E['body']>
export type Reply<E extends Endpoint> = Static<E['reply']>

const noExtraProperties = { additionalProperties: false } as const

/** An object that rejects unknown fields; for all input. */
export const InputObject = <const P extends Record<string, TSchema>>(properties: P) => Type.Object(properties, noExtraProperties)

/** The schema or null, as a type array if possible because that serializes faster. */
export const Nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>(
    'type' in schema && typeof schema.type === 'string' && !('enum' in schema)
      ? { ...schema, type: [schema.type, 'null'] }
      : { anyOf: [schema, { type: 'null' }] },
  )

/** Up to 2^53 − 1, the largest integer that is exact in JavaScript. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
/** A calendar day in Asia/Tokyo, `YYYY-MM-DD`. */
export const Day = Type.String({ format: 'date', minLength: 10, maxLength: 10 })
/** A day of which only the year or the month may be known: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
export const PartialDay = Type.String({ pattern: '^[12]\\d{3}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01]))?)?$', maxLength: 10 })
/** ISO 8601 with an offset; replies are in UTC with `Z`. */
export const Instant = Type.String({ format: 'date-time', maxLength: 30 })
export const OneOf = <const V extends readonly string[]>(values: V) => Type.Unsafe<V[number]>({ type: 'string', enum: values })
/** Single line of text. Controls that embed or override a direction of text are rejected: a name with one could reverse the text around it. */
export const Line = (maxLength: number, minLength = 1) =>
  Type.String({ minLength, maxLength, pattern: '^[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]*$' })
/** Multi-line text. */
export const Text = (maxLength: number, minLength = 1) =>
  Type.String({ minLength, maxLength, pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$' })

/** Id generated by the client, for a window or a request. */
export const ClientId = Type.String({ pattern: '^[\\w-]{8,100}$', maxLength: 100 })

export const ById = InputObject({ id: Id })
/** `me` is the caller. */
export const ByIdOrMe = InputObject({ id: Type.Unsafe<number | 'me'>({ anyOf: [Id, { type: 'string', const: 'me' }] }) })
export const UserId = InputObject({ user_id: Id })
/** `include[]=a&include[]=b` or `include=a,b`. */
export const Include = <const V extends readonly string[]>(...values: V) =>
  Type.Optional(Type.Unsafe<V[number][]>({ type: 'array', items: { type: 'string', enum: values }, maxItems: values.length, 'x-comma': true }))
/** A name that a query may repeat, as in FHIR: `date=ge2026-01&date=lt2026-02`. */
export const Repeated = <T extends TSchema>(item: T, maxItems: number) =>
  Type.Optional(Type.Unsafe<Static<T>[]>({ type: 'array', items: item, maxItems, 'x-repeat': true }))
/** Page number from 1; 25 items a page, unless the endpoint takes a `limit`. */
export const Page = Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 }))

export const Items = <T extends TSchema>(item: T) => Type.Object({ items: Type.Array(item) })
/** `next_page` is null at the end. */
export const Paged = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), page: Type.Integer(), next_page: Nullable(Type.Integer()), total_count: Type.Integer() })
export const Nothing = Type.Null()
