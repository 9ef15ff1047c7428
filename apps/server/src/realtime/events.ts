import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { EventHub } from '../context/app-context.ts'
import type { ConnectionSettings } from '../database/db.ts'

type Listener = Parameters<EventHub['listen']>[0]

const firstWait = 100
const maxWaitMs = 5_000
const pollEvery = 1_000
const checkEvery = 15_000

const closers = new WeakMap<EventHub, Set<() => void>>()
/** Registers a stream to be ended when the hub closes. Returns a function that unregisters it. */
export const endWith = (hub: EventHub, end: () => void) => {
  const open = closers.get(hub) ?? new Set()
  closers.set(hub, open.add(end))
  return () => void open.delete(end)
}
export const openStreams = (hub: EventHub) => closers.get(hub)?.size ?? 0

/** Listens for notifications of commits on one connection. While it is down, wakes the listeners every second to poll. */
export const openEvents = (settings: ConnectionSettings, log: FastifyBaseLogger): EventHub => {
  const listeners = new Set<Listener>()
  const closing = new AbortController()
  let client: pg.Client | undefined
  let poll: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const wake = (mayHaveMissed: boolean) => {
    for (const { event } of listeners) event(mayHaveMissed)
  }
  const heard = ({ channel, payload = '' }: pg.Notification) => {
    if (channel === 'events') wake(false)
    else for (const id of payload.split(',')) for (const { ended } of listeners) ended(Number(id))
  }
  const beDown = () => {
    poll ??= setInterval(wake, pollEvery, true).unref()
  }
  const beUp = () => {
    clearInterval(poll)
    poll = undefined
    wake(true)
  }

  /** Connects and listens; resolves when the connection is lost. */
  const listenOnce = async (connected: () => void) => {
    const it = new pg.Client({
      ...settings,
      application_name: 'sukoyaka-events',
      connectionTimeoutMillis: 3_000,
      query_timeout: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    client = it
    const lost = new Promise<void>((resolve) => {
      it.on('error', () => resolve())
      it.on('end', () => resolve())
    })
    it.on('notification', heard)
    try {
      await it.connect()
      await it.query('listen events; listen session_ended')
      connected()
      const check = setInterval(() => void it.query('select 1').catch(() => drop(it)), checkEvery).unref()
      await lost
      clearInterval(check)
    } finally {
      drop(it)
    }
  }

  const run = async (first: () => void) => {
    let wait = firstWait
    while (!closing.signal.aborted) {
      await listenOnce(() => {
        wait = firstWait
        beUp()
        first()
      }).catch((error) => log.debug({ err: error }, 'events: connection failed'))
      first()
      if (closing.signal.aborted) break
      if (!poll) log.warn({}, 'events: connection lost, polling every second')
      beDown()
      await sleep(wait * (0.75 + Math.random() / 2), undefined, { signal: closing.signal, ref: false }).catch(() => {})
      wait = Math.min(wait * 2, maxWaitMs)
    }
  }

  const hub: EventHub = {
    listen: (on) => {
      listeners.add(on)
      return () => void listeners.delete(on)
    },
    start: () =>
      new Promise<void>((first) => {
        running ??= run(first)
      }),
    close: async () => {
      closing.abort()
      if (client) drop(client)
      clearInterval(poll)
      for (const end of [...(closers.get(hub) ?? [])]) end()
      listeners.clear()
      await running
    },
  }
  return hub
}

// end() can hang if the server is gone
const drop = (client: pg.Client) => {
  client.end().catch(() => {})
  // pg does not type the socket of a client
  const { stream } = (client as unknown as { connection: { stream: { destroySoon?: () => void; destroy: () => void } } }).connection
  setTimeout(() => stream.destroy(), 500).unref()
}
