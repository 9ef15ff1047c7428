import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Member, TestApp } from '../../../test/test-app.ts'

export const cookie = ({ token, email }: Pick<Member, 'token' | 'email'>) => `id=1; accessToken=${token}; email=${encodeURIComponent(email)}`
type FileRequest = { caller?: Pick<Member, 'token' | 'email'>; headers?: Record<string, string>; method?: 'GET' | 'HEAD' | 'POST' | 'OPTIONS' }
/** Requests a file as a page does. */
export const requestFile = async (app: FastifyInstance, url: string, { caller, headers = {}, method = 'GET' }: FileRequest) => {
  const response = await app.inject({ method, url, headers: { ...(caller && { cookie: cookie(caller) }), ...headers } })
  return { status: response.statusCode, bytes: response.rawPayload, type: String(response.headers['content-type']) }
}

/** Number of audited file accesses of this person. */
export const countFileAudits = async ({ context }: TestApp, user_id: number) =>
  Number(
    (await context.db.execute<{ n: number }>(sql`select count(*) as n from audit_logs where user_id = ${user_id} and action = 'GET /files/:signed'`)).rows[0]!
      .n,
  )

/** Request headers that might open a closed file. */
export const requestVariants: Record<string, string>[] = [
  {},
  { range: 'bytes=0-9' },
  { range: 'bytes=-5', 'if-range': '"x"' },
  { 'if-none-match': '*' },
  { 'sec-fetch-site': 'same-origin' },
  { 'x-original-url': '/files/x' },
]
