import type { Role } from '@sukoyaka/wire/access'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { nameGrams } from '../../../src/database/name-search.ts'
import { type RecordList, recordLists } from '../../../test/contract/calls/call.ts'
import { Form } from '../../../test/form.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { addBookings, type Bookings, noBookings } from './booking-rows.ts'
import { addDeviceRows } from './device-rows.ts'
import { addMarks, type MarkRows, noMarks } from './mark-rows.ts'
import { addMessages, type MessageRows, noMessages } from './message-rows.ts'
import { addMinutes, type MinutesRows, noMinutes } from './minutes-rows.ts'
import { addImages, addInterviews, addKartes, addRecordLists, addWork, type KarteIds } from './rows.ts'
import { addContract, addShop, noShop, type ShopRows } from './shop-rows.ts'
import { addSpareRows, type SpareRows } from './spare-rows.ts'
import type { RowsTarget } from './target.ts'

/** Ids of one patient's objects, and the texts that only this patient's rows contain. */
export type Subject = {
  user_id: number
  room_id: number
  package_id: number
  unreleased_id: number
  /** A checkup whose results are released and withdrawn in turn. */
  spare_package_id: number
  result_id: number
  /** Results to delete, one per request. */
  spare_result_ids: number[]
  assessment_id: number
  goal_id: number
  /** Goals to delete, one per request. */
  spare_goal_ids: number[]
  /** Allergy kinds without a record. */
  free_kinds: string[]
  /** At least four rows per list. */
  recordIds: Record<RecordList, number[]>
  /** The first is completed repeatedly; the others are deleted, one per request. */
  task_ids: number[]
  requested: { questionnaire_id: number; request_id: number; fhir_import_ids: number[] }
  review_ids: number[]
  contact_ids: number[]
  /** The first stays; the others are deleted, one per request. */
  interview_ids: number[]
  /** A health record. */
  record_id: number
  /** Health records to delete, one per request. */
  spare_record_ids: number[]
  image_category_id: number
  image_result_id: number
  image_id: number
  /** Image results and images to delete, one per request. */
  spare_image_result_ids: number[]
  spare_image_ids: number[]
  stress_check_id: number
  minutes: MinutesRows
  messages: MessageRows
  marks: MarkRows
  /** Kartes, drafts and their images by author. The first karte and the first draft have the images. */
  kartesByAuthor: Record<number, KarteIds>
  bookings: Bookings
  shop: ShopRows
  /** Text in the rows that the patient may see. */
  canary: string
  /** Text in the rows of the unreleased checkup. */
  secret: string
}

const unusedId = 8_888_888
export const absentSubject: Subject = {
  user_id: unusedId,
  room_id: unusedId,
  package_id: unusedId,
  unreleased_id: unusedId,
  spare_package_id: unusedId,
  result_id: unusedId,
  spare_result_ids: [],
  assessment_id: unusedId,
  goal_id: unusedId,
  spare_goal_ids: [],
  free_kinds: ['metal'],
  recordIds: Object.fromEntries(recordLists.map((list) => [list, [unusedId]])) as Subject['recordIds'],
  task_ids: [unusedId],
  requested: { questionnaire_id: unusedId, request_id: unusedId, fhir_import_ids: [] },
  review_ids: [unusedId],
  contact_ids: [unusedId],
  interview_ids: [unusedId],
  record_id: unusedId,
  spare_record_ids: [],
  image_category_id: unusedId,
  image_result_id: unusedId,
  image_id: unusedId,
  spare_image_result_ids: [],
  spare_image_ids: [],
  stress_check_id: unusedId,
  minutes: noMinutes,
  messages: noMessages,
  marks: noMarks,
  kartesByAuthor: {},
  bookings: noBookings(unusedId),
  shop: noShop(unusedId),
  canary: '',
  secret: '',
}

export type Caller = { name: string; role: Role | undefined; id: number; authorization: string | undefined }

/** The ids that requests are built from. */
export type RequestIds = SpareRows & { testApp: Pick<RowsTarget, 'staff'>; hanako: Subject; taro: Subject; colleague: { id: number } }

export type Records = RequestIds & {
  testApp: TestApp
  colleague: Member
  callers: Caller[]
  authorizationOf: (member: Member) => string
}

export const canaries = { hanako: 'canaryhanako', taro: 'canarytaro' }

/** Adds rows of every kind, with the patient's canary in their free texts. */
export const addRecords = async (testApp: RowsTarget, member: { id: number }, canary: string): Promise<Subject> => {
  const { db } = testApp.context
  const { doctor, nurse } = testApp.staff
  const user_id = member.id
  const secret = `${canary}unreleased`
  const idOf = async (query: ReturnType<typeof sql>) => Number((await db.execute<{ id: number }>(query)).rows[0]?.id)
  const address = JSON.stringify({ zip: '', prefecture: '', city: '', street: canary, building: '' })
  await db.execute(
    sql`update users set first_name = ${canary}, name_search = ${canary}, name_grams = ${sql.param(nameGrams(canary))}, icon = ${canary}, address = ${address}::jsonb where id = ${user_id}`,
  )
  await addContract(db, user_id, 771_000_000 + user_id)
  await db.execute(
    sql`insert into care_people (user_id, staff_id, role, main) values (${user_id}, ${doctor.id}, 'doctor', true), (${user_id}, ${nurse.id}, 'nurse', true)`,
  )
  const recordIds = await addRecordLists(testApp, user_id, canary)
  // before the release, the patient sees the checkup but not its results and comments
  const packageOf = (name: string, released_at: string | null) =>
    idOf(
      sql`insert into test_packages (user_id, kind, name, location, status, tested_at, detail, comment, released_at) values (${user_id}, 'detail', ${canary}, ${canary}, 0, '2026-01-10T00:00:00Z', ${name}, ${name}, ${released_at}) returning id`,
    )
  const package_id = await packageOf(canary, '2026-01-20T00:00:00Z')
  const unreleased_id = await packageOf(secret, null)
  const spare_package_id = await packageOf(canary, '2026-01-20T00:00:00Z')
  for (const [id, name] of [
    [package_id, canary],
    [unreleased_id, secret],
  ] as const) {
    await db.execute(
      sql`insert into tests (user_id, test_package_id, category_id, tested_at) select ${user_id}, ${id}, min(id), '2026-01-10T00:00:00Z' from test_categories`,
    )
    await db.execute(
      sql`insert into test_results (user_id, category_id, test_package_id, recorded_at, origin, value) select ${user_id}, min(id), ${id}, '2026-01-10T00:00:00Z', ${name}, 100 from result_categories where type = 0`,
    )
    await db.execute(
      sql`insert into checkup_reports (user_id, test_package_id, kind, language, edition, state, content_hash) values (${user_id}, ${id}, 'doctor', 'ja', 1, 'failed', '')`,
    )
  }
  const result_id = await idOf(sql`select id from test_results where test_package_id = ${package_id}`)
  const { rows: results } = await db.execute<{ id: number }>(
    sql`insert into test_results (user_id, category_id, recorded_at, origin, value) select ${user_id}, min(c.id), '2020-01-01T00:00:00Z'::timestamptz + n * interval '1 day', ${canary}, 100 from generate_series(1, 200) n, result_categories c where c.type = 0 group by n returning id`,
  )
  const spare_result_ids = results.map(({ id }) => Number(id))
  const assessment_id = await idOf(
    sql`insert into assessments (user_id, disease_id, kind, memo, conducted_on) select ${user_id}, min(id), 'problem', ${canary}, '2026-01-10' from diseases returning id`,
  )
  await db.execute(
    sql`insert into assessment_reasons (assessment_id, type, category_id) select ${assessment_id}, 'numeric_test_result_category', min(id) from result_categories where type = 0`,
  )
  const { rows: goals } = await db.execute<{ id: number }>(
    sql`insert into habit_goals (user_id, content, kind, days_per_week) select ${user_id}, ${canary}, 'meal', 5 from generate_series(1, 200) returning id`,
  )
  const [goal_id, ...spare_goal_ids] = goals.map(({ id }) => Number(id))
  await db.execute(sql`insert into habit_goal_categories (habit_goal_id, category_type, is_sync_action) values (${goal_id}, 'step', true)`)
  await db.execute(sql`insert into habit_goal_days (habit_goal_id, day, done) values (${goal_id}, (now() at time zone 'Asia/Tokyo')::date - 1, true)`)
  const source = JSON.stringify([{ type: 'step', name: null, id: null, value: 6842, status: null, weight: 4, day: '2026-01-10' }])
  await db.execute(
    sql`insert into health_scores (user_id, category_id, point, rank, calculated_on, sources) select ${user_id}, id, 71, 'C', '2026-01-10', ${source}::jsonb from health_score_categories`,
  )
  const answered = '2026-01-10T00:00:00Z'
  await db.execute(sql`insert into symptoms (user_id, category_id, answered_at, value) select ${user_id}, min(id), ${answered}, 1 from symptom_categories`)
  await db.execute(sql`insert into lifestyles (user_id, category_id, answered_at, value) select ${user_id}, min(id), ${answered}, 1 from lifestyle_categories`)
  await addDeviceRows(db, user_id, canary)
  const { rows: records } = await db.execute<{ id: number }>(
    sql`insert into health_records (user_id, category_id, recorded_at, text) select ${user_id}, min(id), ${answered}, ${canary} from health_record_categories cross join generate_series(1, 200) n group by n returning id`,
  )
  const [record_id, ...spare_record_ids] = records.map(({ id }) => Number(id))
  const interview_id = await idOf(
    sql`insert into interviews (interviewee_id, kind, name, conducted_at, ends_at, location, meeting_type, meeting_url, patient_summary) values (${user_id}, 'follow', ${canary}, '2026-01-12T05:00:00Z', '2026-01-12T05:30:00Z', ${canary}, 'online', ${`https://meet.example.jp/${canary}`}, ${canary}) returning id`,
  )
  await db.execute(sql`insert into interview_participants (interview_id, staff_id) values (${interview_id}, ${doctor.id})`)
  await db.execute(sql`insert into kartes (user_id, author_id, interview_id, memo) values (${user_id}, ${nurse.id}, ${interview_id}, ${canary})`)
  // shared, so that everyone with read permission may read it
  const stress_check_id = await idOf(
    sql`insert into job_stress_checks (user_id, version_id, answers, answered_at, source, consented_at, is_high_stress, method, total_score, scales) select ${user_id}, min(id), '{}', ${answered}, 'page', now(), false, 'total_score', '{"A":17,"B":29,"C":9,"high_stress":false}', '[]' from job_stress_check_versions returning id`,
  )
  await db.execute(sql`insert into job_stress_check_drafts (user_id, answers) values (${user_id}, '{"A1":2}')`)
  const kartesByAuthor = await addKartes(
    db,
    user_id,
    Object.values(testApp.staff).map(({ id }) => id),
    canary,
  )
  const { image_result_id, spare_image_result_ids, image_ids } = await addImages(db, user_id, { package_id, unreleased_id, canary, secret })
  const [image_id, ...spare_image_ids] = image_ids
  const image_category_id = await idOf(sql`select min(id) as id from result_categories where type = 1`)
  const messages = await addMessages(testApp, user_id, doctor.id, canary)
  await db.execute(sql`insert into trusted_devices (user_id, token_hash, expires_at) values (${user_id}, ${Buffer.from(canary)}, now() + interval '30 days')`)
  const room_id = await idOf(sql`select id from message_rooms where patient_id = ${user_id}`)
  const images = { image_category_id, image_result_id, image_id: image_id!, spare_image_result_ids, spare_image_ids }
  return {
    user_id,
    room_id,
    package_id,
    unreleased_id,
    spare_package_id,
    result_id,
    spare_result_ids,
    assessment_id,
    goal_id: goal_id!,
    spare_goal_ids,
    free_kinds: ['metal', 'other', 'pollen'],
    recordIds,
    interview_ids: [interview_id, ...(await addInterviews(db, user_id, interview_id, doctor.id, canary))],
    messages,
    marks: await addMarks(testApp, user_id, canary),
    minutes: await addMinutes(testApp, user_id, interview_id, canary),
    ...(await addWork(db, user_id, doctor.id, interview_id, canary)),
    record_id: record_id!,
    spare_record_ids,
    ...images,
    stress_check_id,
    kartesByAuthor,
    bookings: await addBookings(db, user_id, canary),
    shop: await addShop(db, user_id, nurse.id, canary),
    canary,
    secret,
  }
}

const authorizationOf = ({ token, email }: Member) => `Token token="${token}", email="${email}"`

/** A test app in which both patients have rows of every kind, and eleven callers: eight roles, anonymous, an ended session, a deactivated account. */
export const openRecords = async (options: Parameters<typeof openTestApp>[0] = {}): Promise<Records> => {
  const testApp = await openTestApp(options)
  const hanako = await addRecords(testApp, testApp.hanako, canaries.hanako)
  const taro = await addRecords(testApp, testApp.taro, canaries.taro)
  const colleague = await testApp.add({ role: 'trainer', last_name: 'colleague' })
  const deactivated = await testApp.add({ role: 'doctor', last_name: 'gone' })
  await testApp.context.db.execute(sql`update users set deactivated_at = now() where id = ${deactivated.id}`)
  const endedMember = await testApp.signIn(testApp.hanako)
  await endedMember.request('DELETE', '/api/sign_out')
  const members = [testApp.hanako, ...Object.values(testApp.staff)]
  const callers: Caller[] = [
    ...members.map((member) => ({ name: member.role, role: member.role, id: member.id, authorization: authorizationOf(member) })),
    { name: 'anonymous', role: undefined, id: 0, authorization: undefined },
    { name: 'ended session', role: undefined, id: 0, authorization: authorizationOf(endedMember) },
    { name: 'deactivated', role: undefined, id: 0, authorization: authorizationOf(deactivated) },
  ]
  return { ...(await addSpareRows(testApp, canaries.hanako)), testApp, hanako, taro, colleague, callers, authorizationOf }
}

export type ApiResponse = { status: number; text: string; headers: Record<string, unknown> }

export const requestAs = async (
  app: FastifyInstance,
  caller: Pick<Caller, 'authorization'>,
  method: string,
  url: string,
  { body, headers = {}, ip }: { body?: unknown; headers?: Record<string, string>; ip?: string } = {},
): Promise<ApiResponse> => {
  const response = await app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(caller.authorization && { authorization: caller.authorization }),
      ...(body !== undefined && { 'content-type': body instanceof Form ? body.type : 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: body instanceof Form ? body.bytes() : JSON.stringify(body) }),
    ...(ip && { remoteAddress: ip }),
  })
  return { status: response.statusCode, text: response.body, headers: response.headers }
}
