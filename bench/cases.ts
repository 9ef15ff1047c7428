import { randomUUID } from 'node:crypto'
import type { Role } from '@sukoyaka/wire/access'

/** A call that is measured. Who asks is signed in; `path` is about one patient. */
export type Case = {
  name: string
  /** Signed in with this role; `anybody` is not signed in yet. */
  role: Role | 'anybody'
  method: 'GET' | 'POST'
  path: (patient_id: number) => string
  /** What is sent, with a new idempotency key each time. */
  body?: (patient_id: number) => object
  /** What it is answered with; 200 where nothing is said. */
  status?: number
  /** The statement whose rows the bare server answers with. */
  answer: RegExp
  /** Asks again with the ETag of the last answer, as a client that polls does. */
  unchanged?: boolean
  connections?: number
  /** Asks for years of records, which the demo’s people do not have: `--years 10`. */
  years?: true
}

export const cases: Case[] = [
  { name: 'sign_in', role: 'anybody', method: 'POST', path: () => '/api/sign_in_v2', answer: /"password_hash"/, connections: 2 },
  { name: 'users_me', role: 'patient', method: 'GET', path: () => '/api/users/me', answer: /^select .*"birthday".* from "users"/ },
  { name: 'sidebar', role: 'doctor', method: 'GET', path: () => '/api/message_rooms/list', answer: /"paged"/ },
  { name: 'sidebar_unchanged', role: 'doctor', method: 'GET', path: () => '/api/message_rooms/list', answer: /"paged"/, unchanged: true },
  { name: 'results', role: 'doctor', method: 'GET', path: (id) => `/api/test_results?user_id=${id}`, answer: /row_number\(\)/ },
  { name: 'history', role: 'doctor', method: 'GET', path: (id) => `/api/test_results?user_id=${id}&count=100`, answer: /row_number\(\)/ },
  { name: 'goals', role: 'doctor', method: 'GET', path: (id) => `/api/habit_goals?user_id=${id}`, answer: /from "habit_goals"/ },
  {
    name: 'post_message',
    role: 'nurse',
    method: 'POST',
    path: () => '/api/messages',
    body: (patient_id) => ({ patient_id, body: '今朝の血圧を教えてください。', client_id: randomUUID() }),
    status: 201,
    answer: /^select "messages"."id"/,
  },
  // of 50,000 people the two of this role care for 2,000 to 4,000 each
  { name: 'today', role: 'observer', method: 'GET', path: () => '/api/today', answer: /partition by f\.section/ },
  { name: 'history', role: 'doctor', method: 'GET', path: (id) => `/api/test_results?user_id=${id}&count=100`, answer: /row_number\(\)/, years: true },
]
