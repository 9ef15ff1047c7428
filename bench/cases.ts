import { randomUUID } from 'node:crypto'
import type { Role } from '@sukoyaka/wire/access'
import { uncached } from './kit/uncached.ts'

/** A benchmarked call. `path` may name a patient. */
export type Case = {
  name: string
  /** Role of the signed-in caller; with `anybody`, the call itself is the sign-in. */
  role: Role | 'anybody'
  method: 'GET' | 'POST'
  path: (patient_id: number) => string
  /** Request body; each request has a new Idempotency-Key. */
  body?: (patient_id: number) => object
  /** Expected status; default 200. */
  status?: number
  /** Matches the statement whose rows the baseline server returns. */
  resultQuery: RegExp
  /** Repeats the request with the last ETag, like a polling client. */
  isUnchanged?: boolean
  connections?: number
  /** Needs years of records, which the demo lacks: `--years 10`. */
  years?: true
}

export const cases: Case[] = [
  { name: 'sign_in', role: 'anybody', method: 'POST', path: () => '/api/sign_in_v2', resultQuery: /"password_hash"/, connections: 2 },
  { name: 'users_me', role: 'patient', method: 'GET', path: () => '/api/users/me', resultQuery: /^select .*"birthday".* from "users"/ },
  { name: 'sidebar', role: 'doctor', method: 'GET', path: () => uncached('/api/message_rooms/list'), resultQuery: /"paged"/ },
  { name: 'sidebar_unchanged', role: 'doctor', method: 'GET', path: () => '/api/message_rooms/list', resultQuery: /event_counter/, isUnchanged: true },
  { name: 'results', role: 'doctor', method: 'GET', path: (id) => `/api/test_results?user_id=${id}&types[]=0`, resultQuery: /row_number\(\)/ },
  { name: 'goals', role: 'doctor', method: 'GET', path: (id) => `/api/habit_goals?user_id=${id}`, resultQuery: /from "habit_goals"/ },
  {
    name: 'post_message',
    role: 'nurse',
    method: 'POST',
    path: () => '/api/messages',
    body: (patient_id) => ({ patient_id, body: '今朝の血圧を教えてください。', client_id: randomUUID() }),
    status: 201,
    resultQuery: /^select "messages"."id"/,
  },
  // each of the two observers has 2,000 to 4,000 of 50,000 patients
  { name: 'today', role: 'observer', method: 'GET', path: () => '/api/today', resultQuery: /partition by f\.section/ },
  {
    name: 'history',
    role: 'doctor',
    method: 'GET',
    path: (id) => `/api/test_results?user_id=${id}&count=100&types[]=0`,
    resultQuery: /row_number\(\)/,
    years: true,
  },
]
