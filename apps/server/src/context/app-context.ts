import type { Readable } from 'node:stream'
import type { Role } from '@sukoyaka/wire/access'
import type { Tag } from '@sukoyaka/wire/endpoint'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Config } from '../config/config.ts'
import type { Db } from '../database/db.ts'

export type Letter = { to: string; subject: string; text: string; html?: string }
export type Sent = Letter & { sent_at: string }

/** Where letters go: a mail server, or in the demo a mailbox with a page. Throws a Refusal `mail_unavailable`. */
export type Mail = { send: (letter: Letter) => Promise<void>; mailbox?: () => Promise<Sent[]>; close: () => Promise<void> }

/** A browser that may be told, and the keys that what is told is sealed with. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string }
/** Tells browsers that are closed. `gone` is one that is there no more; what fails otherwise throws. */
export type Push = { key: string; takes: (endpoint: string) => boolean; send: (to: PushAddress, payload: object) => Promise<'sent' | 'gone'> }

/** Where uploads lie. Keys are our own random names; `put` answers when the bytes are on the disk. */
export type Files = {
  put: (key: string, content: Readable) => Promise<{ size: number }>
  /** All of it, or the bytes from `start` to `end`, both included. */
  get: (key: string, part?: { start: number; end: number }) => Promise<Readable | undefined>
  remove: (key: string) => Promise<void>
  /** Every key and when it was written, in milliseconds. */
  list: () => AsyncIterable<{ key: string; at: number }>
}

/**
 * Wakes those who listen to events. `listen` calls back after each commit that published one, and when a session ended. After a time
 * without a connection, what is told may have been missed: the end of sessions too.
 */
export type EventHub = {
  listen: (on: { event: (mayHaveMissed: boolean) => void; ended: (session_id: number) => void }) => () => void
  start: () => Promise<void>
  close: () => Promise<void>
}

/** Work for later. It is kept with what the transaction changes; `singletonKey` and its like are pg-boss's. */
export type Jobs = {
  send: (
    db: Db,
    queue: string,
    data: object,
    options?: { singletonKey?: string; singletonSeconds?: number; startAfter?: number; priority?: number },
  ) => Promise<void>
}

export type Identity = { id: number; role: Role; session_id: number }

/** Everything a running server has, passed round as one value. */
export type AppContext = {
  config: Config
  db: Db
  pool: Pool
  /** For rules about today; what must hold over several servers asks the database's clock. */
  clock: () => Date
  /** Uniform bytes: codes, tokens. */
  random: (bytes: number) => Buffer
  /** Signs what leaves the server and comes back. Not in the database. */
  secret: Buffer
  mail: Mail
  /** Undefined where its keys are not set. */
  push: Push | undefined
  files: Files
  events: EventHub
  jobs: Jobs
  /** What follows from a change to the records of these patients, written down with it. Whoever changes them beside a call says so here. */
  follow: (db: Db, changes: readonly Tag[], patient_ids: ReadonlySet<number>) => Promise<void>
  log: FastifyBaseLogger
  /** Who a token belongs to, if its session is alive. `active` prolongs it. */
  identify: (token: string, email: string, active: boolean) => Promise<Identity | undefined>
  /** Which of these sessions are alive and of the account with this e-mail: asked at once for all who listen. It prolongs nothing. */
  areAlive: (those: readonly { session_id: number; email: string }[]) => Promise<ReadonlySet<number>>
  /** True once migrations are done, false again while draining. */
  ready: () => boolean
}
