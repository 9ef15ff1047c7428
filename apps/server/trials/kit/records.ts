import type { Role } from '@sukoyaka/wire/access'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { type Member, openWorld, type World } from '../../test/world.ts'

/** What of one patient can be named in a request, and the words that stand in nobody else's rows. */
export type Subject = {
  user_id: number
  room_id: number
  package_id: number
  unreleased_id: number
  assessment_id: number
  goal_id: number
  /** Goals that may be deleted, one a request. */
  spare_goal_ids: number[]
  canary: string
  secret: string
}

/** Ids nobody has. */
const none = 8_888_888
export const nobody: Subject = {
  user_id: none,
  room_id: none,
  package_id: none,
  unreleased_id: none,
  assessment_id: none,
  goal_id: none,
  spare_goal_ids: [],
  canary: '',
  secret: '',
}

export type Caller = { name: string; role: Role | undefined; id: number; authorization: string | undefined }

export type Records = { world: World; hanako: Subject; taro: Subject; colleague_id: number; callers: Caller[]; authorizationOf: (member: Member) => string }

const canaries = { hanako: 'canaryhanako', taro: 'canarytaro' }

/** One row of every kind, each with the patient's word where it holds text. */
const addRecords = async (world: World, member: Member, canary: string): Promise<Subject> => {
  const { db } = world.house
  const { doctor, nurse } = world.staff
  const user_id = member.id
  const secret = `${canary}unreleased`
  const one = async (query: ReturnType<typeof sql>) => Number((await db.execute<{ id: number }>(query)).rows[0]?.id)
  const address = JSON.stringify({ zip: '', prefecture: '', city: '', street: canary, building: '' })
  await db.execute(sql`update users set first_name = ${canary}, icon = ${canary}, address = ${address}::jsonb where id = ${user_id}`)
  await db.execute(
    sql`insert into contracts (user_id, plan_id, auto_update, started_at, coupon_id) select ${user_id}, min(id), true, '2024-01-01T00:00:00Z', ${771_000_000 + user_id} from plans`,
  )
  await db.execute(
    sql`insert into care_people (user_id, staff_id, role, main) values (${user_id}, ${doctor.id}, 'doctor', true), (${user_id}, ${nurse.id}, 'nurse', true)`,
  )
  await db.execute(sql`insert into allergy_reactions (user_id, kind, is_occured, description) values (${user_id}, 'medicine', true, ${canary})`)
  const packageOf = (words: string, released_at: string | null) =>
    one(
      sql`insert into test_packages (user_id, kind, name, location, status, tested_at, detail, released_at) values (${user_id}, 'detail', ${words}, ${words}, 0, '2026-01-10T00:00:00Z', ${words}, ${released_at}) returning id`,
    )
  const package_id = await packageOf(canary, '2026-01-20T00:00:00Z')
  const unreleased_id = await packageOf(secret, null)
  for (const [id, words] of [
    [package_id, canary],
    [unreleased_id, secret],
  ] as const) {
    await db.execute(
      sql`insert into tests (user_id, test_package_id, category_id, tested_at) select ${user_id}, ${id}, min(id), '2026-01-10T00:00:00Z' from test_categories`,
    )
    await db.execute(
      sql`insert into test_results (user_id, category_id, test_package_id, recorded_at, origin, value) select ${user_id}, min(id), ${id}, '2026-01-10T00:00:00Z', ${words}, 100 from result_categories where type = 0`,
    )
  }
  const assessment_id = await one(
    sql`insert into assessments (user_id, disease_id, kind, memo, conducted_on) select ${user_id}, min(id), 'problem', ${canary}, '2026-01-10' from diseases returning id`,
  )
  await db.execute(
    sql`insert into assessment_reasons (assessment_id, type, category_id) select ${assessment_id}, 'numeric_test_result_category', min(id) from result_categories where type = 0`,
  )
  const { rows: goals } = await db.execute<{ id: number }>(
    sql`insert into habit_goals (user_id, content, kind) select ${user_id}, ${canary}, 'meal' from generate_series(1, 200) returning id`,
  )
  const [goal_id, ...spare_goal_ids] = goals.map(({ id }) => Number(id))
  await db.execute(sql`insert into habit_goal_categories (habit_goal_id, category_type, is_sync_action) values (${goal_id}, 'step', true)`)
  await db.execute(sql`insert into messages (patient_id, sender_id, body) values (${user_id}, ${user_id}, ${canary})`)
  await db.execute(sql`insert into message_unreads (user_id, patient_id, unread_count) values (${doctor.id}, ${user_id}, 1), (${user_id}, ${user_id}, 1)`)
  await db.execute(sql`insert into message_reminders (patient_id, user_id, remind_at) values (${user_id}, ${doctor.id}, '2026-12-01T00:00:00Z')`)
  await db.execute(
    sql`update message_rooms set unresponded_since = '2026-11-20T01:00:00Z', last_message_at = '2026-11-20T01:00:00Z' where patient_id = ${user_id}`,
  )
  await db.execute(sql`insert into trusted_devices (user_id, token_hash, expires_at) values (${user_id}, ${Buffer.from(canary)}, now() + interval '30 days')`)
  const room_id = await one(sql`select id from message_rooms where patient_id = ${user_id}`)
  return { user_id, room_id, package_id, unreleased_id, assessment_id, goal_id: goal_id!, spare_goal_ids, canary, secret }
}

const authorizationOf = ({ token, email }: Member) => `Token token="${token}", email="${email}"`

/** A world where both patients have a row of every kind, and the eleven who knock: eight roles, nobody, a session that was ended, somebody deactivated. */
export const openRecords = async (): Promise<Records> => {
  const world = await openWorld()
  const hanako = await addRecords(world, world.hanako, canaries.hanako)
  const taro = await addRecords(world, world.taro, canaries.taro)
  const colleague = await world.add({ role: 'trainer', last_name: 'colleague' })
  const gone = await world.add({ role: 'doctor', last_name: 'gone' })
  await world.house.db.execute(sql`update users set deactivated_at = now() where id = ${gone.id}`)
  const ended = await world.signedIn(world.hanako)
  await ended.ask('DELETE', '/api/sign_out')
  const members = [world.hanako, ...Object.values(world.staff)]
  const callers: Caller[] = [
    ...members.map((member) => ({ name: member.role, role: member.role, id: member.id, authorization: authorizationOf(member) })),
    { name: 'anonymous', role: undefined, id: 0, authorization: undefined },
    { name: 'ended session', role: undefined, id: 0, authorization: authorizationOf(ended) },
    { name: 'deactivated', role: undefined, id: 0, authorization: authorizationOf(gone) },
  ]
  return { world, hanako, taro, colleague_id: colleague.id, callers, authorizationOf }
}

/** A fingerprint of every row of every table but the audit log and the counted attempts, without the time a session was last used at. */
export const fingerprint = async ({ house }: Pick<World, 'house'>): Promise<string> => {
  const { rows: tables } = await house.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('audit_logs', 'limited_attempts', 'schema_migrations') order by 1`,
  )
  // a sum needs no order, and so no sorting of the catalogues
  const rowOf = (name: string) => (name === 'sessions' ? '(t.id, t.user_id, t.token_hash, t.created_at, t.expires_at, t.ended_at)::text' : 't::text')
  const parts = tables.map(
    ({ name }) => `select '${name} ' || count(*) || ' ' || coalesce(sum(hashtextextended(${rowOf(name)}, 0)), 0) as part from "${name}" t`,
  )
  const { rows } = await house.db.execute<{ part: string }>(sql.raw(`${parts.join(' union all ')} order by 1`))
  return rows.map(({ part }) => part).join('\n')
}

export type Answered = { status: number; text: string; headers: Record<string, unknown> }

export const knock = async (
  app: FastifyInstance,
  caller: Pick<Caller, 'authorization'>,
  method: string,
  url: string,
  { body, headers = {}, ip }: { body?: unknown; headers?: Record<string, string>; ip?: string } = {},
): Promise<Answered> => {
  const answer = await app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(caller.authorization && { authorization: caller.authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
    ...(ip && { remoteAddress: ip }),
  })
  return { status: answer.statusCode, text: answer.body, headers: answer.headers }
}
