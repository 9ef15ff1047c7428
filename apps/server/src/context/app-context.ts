import type { Readable } from 'node:stream'
import type { Role } from '@sukoyaka/wire/access'
import type { Tag } from '@sukoyaka/wire/all'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type Stripe from 'stripe'
import type { Config, GoogleSettings } from '../config/config.ts'
import type { Db } from '../database/db.ts'

export type MailMessage = { to: string; subject: string; text: string; html?: string }
export type SentMail = MailMessage & { sent_at: string }

/**
 * Sends mail by SMTP; without SMTP_URL, stores the mail in files, which the demo shows at /dev/mailbox. `send` throws the ApiError `mail_unavailable` if it
 * fails.
 */
export type Mailer = { send: (message: MailMessage) => Promise<void>; mailbox?: () => Promise<SentMail[]>; close: () => Promise<void> }

/** A browser's push subscription with its encryption keys. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string }
/** Web Push. `send` returns `gone` if the subscription no longer exists or its endpoint is not accepted; other failures throw. */
export type Push = {
  public_key: string
  accepts: (endpoint: string) => boolean
  send: (to: PushSubscription, payload: object) => Promise<'sent' | 'gone' | 'unauthorized'>
}

/** The file store. Keys are never used twice; `put` resolves when the bytes are stored durably, `get` with undefined if there is no such file. */
export type Files = {
  put: (key: string, content: Readable) => Promise<{ size: number }>
  /** The whole file, or the bytes from `start` to `end` inclusive. */
  get: (key: string, part?: { start: number; end: number }) => Promise<Readable | undefined>
  remove: (key: string) => Promise<void>
  /** Every key with its modification time in milliseconds. */
  list: () => AsyncIterable<{ key: string; at: number }>
}

type HubListener = {
  onEvents: (mayHaveMissed: boolean) => void
  onSessionEnded?: (session_id: number) => void
  onPresenceChanged?: (patient_id: number) => void
  onReferenceChanged?: () => void
  onPatientRemoved?: () => void
}

/**
 * Notifies listeners of what any server committed: events, ended sessions, merged or deleted patients, changed presences and reference data. `mayHaveMissed`
 * is true while there is no LISTEN connection to PostgreSQL, and once after it was opened: notifications may have been missed.
 */
export type EventHub = {
  listen: (listener: HubListener) => () => void
  /** Which staff have which record open. */
  recordPresences: {
    usersIn: (patient_id: number) => { user_id: number; since: string }[]
    has: (window: { user_id: number; window_id: string }) => boolean
  }
  start: () => Promise<void>
  close: () => Promise<void>
}

/** The sandbox’s response to the payment form: the status of the payment intent, or an error as Stripe sends it. */
type SandboxAnswer = { status: number; body: { status?: string; error?: { type: string; code?: string; decline_code?: string } } }
type TestCard = { client_secret: string; number: string; exp_month: number; exp_year: number }

/** The server that stands in for Stripe in the demo. */
export type Sandbox = {
  /** Starts listening at the first call. Resolves with the port. */
  listen: () => Promise<number>
  confirm: (card: TestCard) => Promise<SandboxAnswer>
  authenticate: (client_secret: string, is_approved: boolean) => Promise<SandboxAnswer>
  /** Sets where events go: a function that returns the status of the webhook’s reply. */
  deliverTo: (deliver: (body: string, signature: string) => Promise<number>) => void
  /** Delivers the events that are not delivered yet. */
  deliverAll: () => Promise<void>
  close: () => Promise<void>
}

/** Card payments through Stripe’s SDK, to Stripe or to the sandbox. */
export type Payments = {
  provider: 'stripe' | 'sandbox'
  /** Sent to browsers; it cannot create charges. */
  publishable_key: string
  webhook_secrets: readonly string[]
  stripe: () => Promise<Stripe>
  sandbox: Sandbox | undefined
  close: () => Promise<void>
}

type GoogleCode = { code: string; code_verifier: string; redirect_uri: string }
type GoogleTokens = { access_token: string; refresh_token: string | undefined; expires_in: number; scopes: string[] }
/** Google’s OAuth endpoints, or the sandbox that stands in for them. */
export type Google = {
  settings: () => Promise<GoogleSettings>
  exchange: (settings: GoogleSettings, code: GoogleCode) => Promise<GoogleTokens>
  refresh: (settings: GoogleSettings, refresh_token: string) => Promise<GoogleTokens>
  close: () => Promise<void>
}

/** Enqueues and cancels jobs in the caller's transaction. The options are some of pg-boss’s. */
export type Jobs = {
  send: (
    db: Db,
    queue: string,
    data: object,
    options?: { singletonKey?: string; singletonSeconds?: number; startAfter?: number; priority?: number },
  ) => Promise<void>
  /** Deletes the jobs of a queue whose data contains these fields and that are not running: new ones and those that wait for another try. */
  cancel: (db: Db, queue: string, data: object) => Promise<void>
}

export type Identity = { id: number; role: Role; session_id: number }

/** The services of a running server, passed as one value. */
export type AppContext = {
  config: Config
  db: Db
  pool: Pool
  /** This server's time; what servers must agree on uses the database's clock. */
  clock: () => Date
  /** Cryptographically random bytes, for codes and tokens. */
  random: (bytes: number) => Buffer
  /** Key of signatures and keyed hashes, and source of the sealing keys. Not stored in the database. */
  secret: Buffer
  mail: Mailer
  /** Undefined if the VAPID keys are not set. */
  push: Push | undefined
  /** Undefined outside the demo unless Stripe’s keys are set. */
  payments: Payments | undefined
  /** Undefined outside the demo unless Google’s client is set. */
  google: Google | undefined
  files: Files
  events: EventHub
  jobs: Jobs
  /** Runs the domains' `onChange` in the transaction `db`. Call it for changes to patient records outside of an endpoint. */
  onChanges: (db: Db, changes: readonly Tag[], patient_ids: ReadonlySet<number>) => Promise<void>
  log: FastifyBaseLogger
  /** The user of a token, if the session is active. `isUserActivity` extends the session; `isFresh` asks the database instead of the cache. */
  identify: (token: string, email: string, isUserActivity: boolean, isFresh?: boolean) => Promise<Identity | undefined>
  /** Empties the caches of sessions and patients after a call that may have ended some. */
  forgetPeople: () => void
  /** The user and the scopes of a connected app’s access token. */
  identifyApp: (token: string) => Promise<(Identity & { scopes: readonly string[] }) | undefined>
  /** The subset of these sessions that is active and belongs to the account with the given e-mail, in one query. Does not extend the sessions. */
  activeSessionsOf: (sessions: readonly { session_id: number; email: string }[]) => Promise<ReadonlySet<number>>
  /** True once migrations are done, false again during shutdown. */
  ready: () => boolean
}
