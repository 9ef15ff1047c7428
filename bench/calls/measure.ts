import { setTimeout as sleep } from 'node:timers/promises'
import { startCpu } from '../kit/cpu.ts'
import { load } from '../kit/load.ts'
import type { Server } from '../processes.ts'
import type { Postgres } from '../setup.ts'

/** `rate`: requests per second. `cpu` and `database`: CPU of server and PostgreSQL in milliseconds per request. */
export type Cost = { rate: number; cpu: number; database: number }

/** A call that takes longer than this gets one connection, so that a round ends soon after its time. */
const slowMs = 60
const warmUpRequests = 600
const maxWarmUpMs = 3_000

export type Load = { server: Server; requests: (() => string)[]; status: number; ms: number }

/** Sends the requests for `ms`; returns the responses and the time. Uses one connection if the call is slow, or if the server answers 503 to eight. */
export const run = async ({ server, requests, status, ms }: Load) => {
  const { latencies } = await load(server.url, requests, { connections: 1, ms: 1, status })
  if (latencies[0]! > slowMs) return load(server.url, requests, { connections: 1, ms, status })
  return load(server.url, requests, { connections: 8, ms, status }).catch(async (error: Error) => {
    if (!error.message.startsWith('status 503')) throw error
    // the server is still answering the requests of the other connections
    await sleep(ms + 1_000)
    return load(server.url, requests, { connections: 1, ms, status })
  })
}

/**
 * Sends `warmUpRequests` requests, or as many as fit into `maxWarmUpMs`, so that V8 compiles their code and each connection has the plans of their
 * statements, as in a server that has run for a while: PostgreSQL plans the first five uses of a prepared statement anew.
 */
const warmUp = async (options: Load) => {
  const end = performance.now() + maxWarmUpMs
  for (let responses = 0; responses < warmUpRequests && performance.now() < end; ) responses += (await run({ ...options, ms: 100 })).responses
}

export const measure = async (postgres: Postgres, options: Load): Promise<Cost> => {
  await warmUp(options)
  const [cpu, database] = [startCpu(options.server.pid), startCpu(postgres.pid)]
  const { responses, ms } = await run(options)
  // `run` also sends one request before, to see how long the call takes: its CPU time is included
  const all = responses + 1
  return { rate: (responses / ms) * 1_000, cpu: cpu() / all, database: database() / all }
}
