import { and, asc, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import type { AppContext } from '../../context/app-context.ts'
import { bytea, instant, now } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'

/** An object of Stripe’s API, with the fields that we use. */
export type StripeObject = { id: string; object: string; [field: string]: unknown }

const sandbox_objects = pgTable('sandbox_objects', {
  id: text().primaryKey(),
  kind: text().notNull(),
  parent: text(),
  body: jsonb().$type<StripeObject>().notNull(),
  created_at: instant().notNull().default(sql`clock_timestamp()`),
})

const sandbox_replies = pgTable('sandbox_replies', {
  idempotency_key: text().primaryKey(),
  request_hash: bytea().notNull(),
  status: smallint(),
  body: jsonb(),
  created_at: now(),
})

const sandbox_events = pgTable('sandbox_events', {
  id: text().primaryKey(),
  body: jsonb().$type<StripeObject>().notNull(),
  try_count: integer().notNull().default(0),
  next_try_at: instant().notNull().default(sql`now()`),
  delivered_at: instant(),
  created_at: instant().notNull().default(sql`clock_timestamp()`),
})

/** One request to the sandbox: its transaction and what new objects need. */
export type SandboxCall = { db: Db; random: AppContext['random']; clock: AppContext['clock'] }

const newId = ({ random }: Pick<SandboxCall, 'random'>, prefix: string) => `${prefix}_${random(12).toString('hex')}`

const seconds = ({ clock }: Pick<SandboxCall, 'clock'>) => Math.floor(clock().getTime() / 1000)

/** Adds an object. `parent`: id of the object under which it is listed. */
export const addObject = async (
  call: SandboxCall,
  { prefix, kind, parent }: { prefix: string; kind: string; parent?: string },
  fields: Record<string, unknown>,
): Promise<StripeObject> => {
  const body = { id: newId(call, prefix), object: kind, created: seconds(call), livemode: false, ...fields }
  await call.db.insert(sandbox_objects).values({ id: body.id, kind, body, ...(parent && { parent }) })
  return body
}

/** Finds and locks an object, so that requests about it run one after another. */
export const findObject = async ({ db }: SandboxCall, kind: string, id: string): Promise<StripeObject | undefined> => {
  const [row] = await db
    .select()
    .from(sandbox_objects)
    .where(and(eq(sandbox_objects.id, id), eq(sandbox_objects.kind, kind)))
    .for('update')
  return row?.body
}

export const changeObject = async ({ db }: SandboxCall, body: StripeObject, changes: Record<string, unknown>): Promise<StripeObject> => {
  const changed = { ...body, ...changes }
  await db.update(sandbox_objects).set({ body: changed }).where(eq(sandbox_objects.id, body.id))
  return changed
}

/** The objects under `parent`, or all, the newest first, as Stripe lists them. */
export const listObjects = async ({ db }: SandboxCall, kind: string, parent?: string): Promise<StripeObject[]> => {
  const rows = await db
    .select()
    .from(sandbox_objects)
    .where(and(parent === undefined ? undefined : eq(sandbox_objects.parent, parent), eq(sandbox_objects.kind, kind)))
    .orderBy(desc(sandbox_objects.created_at))
    .limit(100)
  return rows.map(({ body }) => body)
}

export const addEvent = async (call: SandboxCall, type: string, object: StripeObject): Promise<void> => {
  const id = newId(call, 'evt')
  const body = { id, object: 'event', api_version: '2026-10-28.endive', created: seconds(call), livemode: false, pending_webhooks: 1, type, data: { object } }
  await call.db.insert(sandbox_events).values({ id, body })
}

export const findEvent = async ({ db }: SandboxCall, id: string): Promise<StripeObject | undefined> =>
  (await db.select().from(sandbox_events).where(eq(sandbox_events.id, id)))[0]?.body

/**
 * Calls `deliver` with the oldest event that is due and marks the event as delivered if that returns true; otherwise the event is tried again later. Returns
 * false if no event is due. Another server skips an event that is being delivered.
 */
export const deliverNext = (db: Db, deliver: (body: StripeObject) => Promise<boolean>): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [event] = await tx
      .select()
      .from(sandbox_events)
      .where(and(isNull(sandbox_events.delivered_at), lte(sandbox_events.next_try_at, sql`now()`)))
      .orderBy(asc(sandbox_events.created_at))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!event) return false
    const isDelivered = await deliver(event.body)
    await tx
      .update(sandbox_events)
      .set(
        isDelivered
          ? { delivered_at: sql`now()` }
          : { try_count: event.try_count + 1, next_try_at: sql`now() + make_interval(secs => least(${2 ** Math.min(event.try_count, 12)}, 3600))` },
      )
      .where(eq(sandbox_events.id, event.id))
    return true
  })

export const isEventWaiting = async (db: Db): Promise<boolean> =>
  (await db.select({ id: sandbox_events.id }).from(sandbox_events).where(isNull(sandbox_events.delivered_at)).limit(1)).length > 0

export type SandboxReply = { status: number; body: unknown }

/** Runs a request once per idempotency key, as Stripe does: a repetition gets the same reply, even if the card was declined; another request fails. */
export const runOncePerKey = async (
  db: Db,
  { idempotency_key, request_hash }: { idempotency_key: string; request_hash: Buffer },
  run: () => Promise<SandboxReply>,
): Promise<SandboxReply> => {
  const [claimed] = await db
    .insert(sandbox_replies)
    .values({ idempotency_key, request_hash })
    .onConflictDoNothing()
    .returning({ idempotency_key: sandbox_replies.idempotency_key })
  const isKey = eq(sandbox_replies.idempotency_key, idempotency_key)
  if (!claimed) {
    const [stored] = await db.select().from(sandbox_replies).where(isKey)
    if (!stored?.request_hash.equals(request_hash))
      return {
        status: 400,
        body: {
          error: { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.' },
        },
      }
    return { status: stored.status!, body: stored.body }
  }
  const reply = await run()
  await db.update(sandbox_replies).set({ status: reply.status, body: reply.body }).where(isKey)
  return reply
}
