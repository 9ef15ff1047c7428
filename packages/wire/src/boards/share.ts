import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Items, Line, Nullable, OneOf } from '../endpoint.ts'

/** Parts of a record that a patient can share, in the order in which they are shown. */
export const shareParts = ['medication', 'results', 'home_blood_pressure', 'illnesses', 'images', 'activity'] as const
export type SharePart = (typeof shareParts)[number]

export const shareDurations = ['hour', 'day', 'week', 'month'] as const
export type ShareDuration = (typeof shareDurations)[number]

/** After this many wrong codes the share is locked for good. */
export const maxWrongCodes = 5
export const maxOpenShares = 20

/** Limits of the shared parts: number of the newest released checkups, and of days and months back from now. */
export const sharedCheckups = 3
export const sharedBloodPressureDays = 14
export const sharedActivityMonths = 3

const Parts = Type.Array(OneOf(shareParts), { minItems: 1, maxItems: shareParts.length })

export type ShareOpening = Static<typeof ShareOpening>
export const ShareOpening = Type.Object({
  opened_at: Instant,
  /** Browser and system, such as `Chrome, Windows`; empty if unknown. */
  browser: Type.String(),
  /** Whether an app read the record as FHIR. */
  is_program: Type.Boolean(),
})

export type Share = Static<typeof Share>
export const Share = Type.Object({
  id: Id,
  /** The recipient of the share, in the patient’s words. */
  name: Type.String(),
  parts: Type.Array(OneOf(shareParts)),
  duration: OneOf(shareDurations),
  state: OneOf(['open', 'expired', 'revoked', 'locked']),
  wrong_codes: Type.Integer(),
  expires_at: Instant,
  revoked_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
  opening_count: Type.Integer(),
  first_opened_at: Nullable(Instant),
  /** The newest openings, at most 20. */
  openings: Type.Array(ShareOpening),
})

export type ShareWithSecret = Static<typeof ShareWithSecret>
/** `url` and `passcode` are null once the share is over. */
export const ShareWithSecret = Type.Object({ ...Share.properties, url: Nullable(Type.String()), passcode: Nullable(Type.String()) })

const own = { permission: 'shares.own', audience: 'caller', changes: ['shares'] } as const
const exampleInput = { name: '三田内科クリニック 西村先生', parts: ['medication', 'results'], duration: 'week' }

export const listShares = endpoint({
  method: 'GET',
  path: '/api/shares',
  permission: 'shares.own',
  summary: 'List what the caller shares or shared with doctors, newest first',
  description: 'Max 200.',
  query: InputObject({}),
  reply: Items(Share),
  example: { query: {} },
})

export const getShare = endpoint({
  method: 'GET',
  path: '/api/shares/:id',
  permission: 'shares.own',
  summary: 'Read a share of the caller with its link and passcode',
  params: ById,
  reply: ShareWithSecret,
  example: { params: { id: 1 } },
})

export const addShare = endpoint({
  ...own,
  method: 'POST',
  path: '/api/shares',
  summary: 'Share parts of one’s own record by a link with a passcode',
  description: `At most ${maxOpenShares} shares can be open at a time: 422 \`shares_full\`.`,
  body: InputObject({ name: Line(100), parts: Parts, duration: OneOf(shareDurations) }),
  reply: ShareWithSecret,
  errors: ['shares_full'],
  status: 201,
  example: { body: exampleInput },
})

export const changeShare = endpoint({
  ...own,
  method: 'PUT',
  path: '/api/shares/:id',
  summary: 'Change what a share shows, for whom it is or how long it is open',
  description:
    'Takes effect at once, even for people who have the shared record open. `duration` starts again from now. A share that is over cannot be changed: 404.',
  params: ById,
  body: InputObject({
    updated_at: Type.Optional(Instant),
    name: Type.Optional(Line(100)),
    parts: Type.Optional(Parts),
    duration: Type.Optional(OneOf(shareDurations)),
  }),
  reply: ShareWithSecret,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { parts: ['medication'] } },
})

export const revokeShare = endpoint({
  ...own,
  method: 'DELETE',
  path: '/api/shares/:id',
  summary: 'Revoke a share at once, even for people who have the shared record open',
  params: ById,
  reply: Share,
  example: { params: { id: 1 } },
})

export type SharePartContents = Static<typeof SharePartContents>
export const SharePartContents = Type.Object({
  medication: Type.Object({ medicines: Type.Integer(), supplements: Type.Integer(), allergies: Type.Array(Type.String()) }),
  results: Type.Object({ newest_at: Nullable(Instant), checkups: Type.Integer(), items: Type.Integer() }),
  home_blood_pressure: Type.Object({ readings: Type.Integer() }),
  illnesses: Type.Object({ problems: Type.Integer(), high_risks: Type.Integer(), past: Type.Integer(), family: Type.Integer() }),
  images: Type.Object({ results: Type.Integer(), images: Type.Integer() }),
  activity: Type.Object({ days: Type.Integer() }),
})

export const getShareContents = endpoint({
  method: 'GET',
  path: '/api/share_contents',
  permission: 'shares.own',
  summary: 'Count what each part of a share would show now',
  query: InputObject({}),
  reply: SharePartContents,
  example: { query: {} },
})
