import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { Permission } from './access.ts'
import type { ErrorCode } from './errors.ts'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As written in the specification, `:id` for a path parameter. */
  path: `/${string}`
  /** `public` is said out loud: what names neither does not compile. */
  permission: Permission | 'public'
  /** One line for the OpenAPI document. */
  summary: string
  /** What two people would read differently: bounds of a list, whose data, when it changes. */
  description?: string
  params?: TObject
  query?: TObject
  body?: TObject
  /** Files by the name of their field. With them the call is sent as multipart/form-data, whose other parts are the body. */
  files?: Readonly<Record<string, FileField>>
  reply: TSchema
  status?: 200 | 201 | 204
  /** The refusals of this very call; those that any call may answer are added by the document. */
  errors?: readonly ErrorCode[]
  /** Input a client might send and the reply it might get. Shown in the OpenAPI document, sent by the matrix test. */
  example?: { params?: object; query?: object; body?: object; reply?: unknown }
  /** What a client must read again after this call. */
  changes?: readonly Tag[]
  /** Whom that is told, unless it is those who may see the patient: the person alone who asks, or whoever the handler tells. */
  audience?: 'caller' | 'handler'
  /** Said again and again by a page that stays open: the audit log has it once in ten minutes, like a read. */
  isPolled?: true
  /** Reference data is the same for everybody of one language and may be kept for an hour; everything else is `no-store`. */
  cache?: 'reference'
  /** A reply that is a file and no JSON: one text of this kind. */
  media?: 'text/csv' | 'text/calendar'
}

/** A document is handed over as it came, and never shown. */
export type FileKind = 'image' | 'video' | 'document'
export type FileField = { kinds: readonly FileKind[]; max: number; isRequired?: boolean }
/** Of one file. */
export const maxBytes = { image: 20_000_000, video: 200_000_000, document: 20_000_000 } as const satisfies Record<FileKind, number>
/** Of all the files of one call. */
export const maxBytesPerCall = 400_000_000

/** What clients hold and read again: named after the lists they came from. */
export const tags = [
  'session',
  'users',
  'care_people',
  'contracts',
  'plans',
  'message_rooms',
  'messages',
  'message_pins',
  'message_reminders',
  'room_presences',
  'canned_replies',
  'bulk_messages',
  'notifications',
  'notification_settings',
  'user_unread_records',
  'test_packages',
  'checkup_quota',
  'checkup_waitlist',
  'test_results',
  'symptoms',
  'lifestyles',
  'steps',
  'sleeps',
  'health_records',
  'health_scores',
  'allergy_reactions',
  'past_illnesses',
  'family_past_illnesses',
  'performed_operations',
  'medicine_intakes',
  'supplement_intakes',
  'interviews',
  'auto_minutes',
  'calendar_feeds',
  'kartes',
  'job_stress_checks',
  'karte_templates',
  'imports',
  'tasks',
  'questionnaires',
  'data_entry_requests',
  'today',
  'assessments',
  'diseases',
  'habit_goals',
  'habit_goal_templates',
  'categories',
] as const
export type Tag = (typeof tags)[number]
/** What the care side keeps to itself: patients are not even told that it changed. */
export const staffOnlyTags = [
  'kartes',
  'auto_minutes',
  'karte_templates',
  'tasks',
  'today',
  'imports',
  'message_pins',
  'room_presences',
  'canned_replies',
  'bulk_messages',
] as const satisfies readonly Tag[]

/** One call of the API. Its schemas are the validation, the types of both sides and the OpenAPI document. */
export const endpoint = <const E extends Endpoint>(e: E): E => e

type Of<T> = T extends TSchema ? Static<T> : unknown
export type Input<E extends Endpoint> = Of<E['params']> & Of<E['query']> & Of<E['body']>
export type Reply<E extends Endpoint> = Static<E['reply']>

const closed = { additionalProperties: false } as const

/** An object that refuses unknown fields: for everything a client sends. */
export const Sent = <const P extends Record<string, TSchema>>(properties: P) => Type.Object(properties, closed)

/** The schema or null, as one type array where it can be, so that the serializer stays fast. */
export const Nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>(
    'type' in schema && typeof schema.type === 'string' && !('enum' in schema)
      ? { ...schema, type: [schema.type, 'null'] }
      : { anyOf: [schema, { type: 'null' }] },
  )

/** Whole numbers up to 2^53 − 1, so that they survive JSON. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
/** A calendar day in Asia/Tokyo, `YYYY-MM-DD`. */
export const Day = Type.String({ format: 'date', minLength: 10, maxLength: 10 })
/** A day of which perhaps only the year or the month is known: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
export const PartialDay = Type.String({ pattern: '^[12]\\d{3}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01]))?)?$', maxLength: 10 })
/** ISO 8601 in UTC with `Z`. */
export const Instant = Type.String({ format: 'date-time', maxLength: 30 })
export const OneOf = <const V extends readonly string[]>(values: V) => Type.Unsafe<V[number]>({ type: 'string', enum: values })
/** Text of one line as people type it, trimmed by the server. */
export const Line = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$' })
/** Text of several lines. */
export const Text = (maxLength: number, minLength = 1) =>
  Type.String({ minLength, maxLength, pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$' })

/** A page's own name for a window of it or for what it sends. */
export const ClientId = Type.String({ pattern: '^[\\w-]{8,100}$', maxLength: 100 })

export const ById = Sent({ id: Id })
/** `me` is the person who asks. */
export const ByIdOrMe = Sent({ id: Type.Unsafe<number | 'me'>({ anyOf: [Id, { type: 'string', const: 'me' }] }) })
export const UserId = Sent({ user_id: Id })
/** `include[]=a&include[]=b` or `include=a,b`. */
export const Include = <const V extends readonly string[]>(...values: V) =>
  Type.Optional(Type.Unsafe<V[number][]>({ type: 'array', items: { type: 'string', enum: values }, maxItems: values.length, 'x-comma': true }))
/** From 1; 25 a page. */
export const Page = Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 }))

export const Items = <T extends TSchema>(item: T) => Type.Object({ items: Type.Array(item) })
/** A page of 25; `next_page` is null at the end. */
export const Paged = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), page: Type.Integer(), next_page: Nullable(Type.Integer()), total_count: Type.Integer() })
export const Nothing = Type.Null()
