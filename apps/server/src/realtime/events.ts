import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { EventHub } from '../context/app-context.ts'
import type { ConnectionSettings } from '../database/db.ts'
import { makeRecordPresences, type PresenceReport } from './record-presence.ts'

type Listener = Parameters<EventHub['listen']>[0]

const minRetryMs = 100
const maxRetryMs = 5_000
const pollIntervalMs = 1_000
const checkIntervalMs = 15_000
const expiryIntervalMs = 10_000

const closers = new WeakMap<EventHub, Set<() => void>>()
/** Registers a stream to be ended when the hub closes. Returns a function that unregisters it. */
export const onHubClose = (hub: EventHub, end: () => void) => {
  const open = closers.get(hub) ?? new Set()
  closers.set(hub, open.add(end))
  return () => void open.delete(end)
}
export const openStreams = (hub: EventHub) => closers.get(hub)?.size ?? 0

const newClient = (settings: ConnectionSettings) =>
  new pg.Client({
    ...settings,
    application_name: 'sukoyaka-events',
    connectionTimeoutMillis: 3_000,
    query_timeout: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })

/** Connects and listens; resolves when the connection is lost. */
const listenOnce = async (client: pg.Client, onConnected: () => void) => {
  const connectionLost = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
  try {
    await client.connect()
    await client.query('listen events; listen session_ended; listen record_presence; listen reference_changed; listen patient_ended')
    onConnected()
    const check = setInterval(() => void client.query('select 1').catch(() => endClient(client)), checkIntervalMs).unref()
    await connectionLost
    clearInterval(check)
  } finally {
    endClient(client)
  }
}

/** Listens for notifications of commits on one connection. While the connection is down, wakes the listeners every second to poll. */
export const openEvents = (settings: ConnectionSettings, log: FastifyBaseLogger): EventHub => {
  const listeners = new Set<Listener>()
  const closing = new AbortController()
  let client: pg.Client | undefined
  let poll: NodeJS.Timeout | undefined
  let expiry: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const wake = (mayHaveMissed: boolean) => {
    for (const { onEvents } of listeners) onEvents(mayHaveMissed)
  }
  const recordPresences = makeRecordPresences()
  const onPresence = (patient_ids: readonly number[]) => {
    for (const patient_id of patient_ids) for (const { onPresenceChanged } of listeners) onPresenceChanged?.(patient_id)
  }
  const onNotification = ({ channel, payload = '' }: pg.Notification) => {
    if (channel === 'events') wake(false)
    else if (channel === 'reference_changed') for (const { onReferenceChanged } of listeners) onReferenceChanged?.()
    else if (channel === 'patient_ended') for (const { onPatientRemoved } of listeners) onPatientRemoved?.()
    else if (channel === 'record_presence') onPresence(recordPresences.apply(JSON.parse(payload) as PresenceReport))
    else for (const id of payload.split(',')) for (const { onSessionEnded } of listeners) onSessionEnded?.(Number(id))
  }
  const startPolling = () => {
    poll ??= setInterval(wake, pollIntervalMs, true).unref()
  }
  const stopPolling = () => {
    clearInterval(poll)
    poll = undefined
    wake(true)
  }

  const run = async (onFirstAttempt: () => void) => {
    let retryMs = minRetryMs
    while (!closing.signal.aborted) {
      client = newClient(settings).on('notification', onNotification)
      await listenOnce(client, () => {
        retryMs = minRetryMs
        stopPolling()
        onFirstAttempt()
      }).catch((error) => log.debug({ err: error }, 'events: connection failed'))
      onFirstAttempt()
      if (closing.signal.aborted) break
      if (!poll) log.warn({}, 'events: connection lost, polling every second')
      startPolling()
      await sleep(retryMs * (0.75 + Math.random() / 2), undefined, { signal: closing.signal, ref: false }).catch(() => {})
      retryMs = Math.min(retryMs * 2, maxRetryMs)
    }
  }

  const hub: EventHub = {
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    recordPresences,
    start: () =>
      new Promise<void>((resolve) => {
        expiry ??= setInterval(() => onPresence(recordPresences.expire()), expiryIntervalMs).unref()
        running ??= run(resolve)
      }),
    close: async () => {
      closing.abort()
      if (client) endClient(client)
      clearInterval(poll)
      clearInterval(expiry)
      for (const end of [...(closers.get(hub) ?? [])]) end()
      listeners.clear()
      await running
    },
  }
  return hub
}

// end() can hang if the server is gone
const endClient = (client: pg.Client) => {
  client.end().catch(() => {})
  const { stream } = client.connection
  setTimeout(() => stream.destroy(), 500).unref()
}
