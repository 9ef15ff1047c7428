import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestApp, password } from '../../../test/test-app.ts'

const testApp = await openTestApp()
const { hanako, taro, staff, context } = testApp
const { admin } = staff
const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => admin.request(method, url, { body })

const teamOf = async (patient: { id: number }) =>
  (await admin.get(`/api/admin/care_people?user_id=${patient.id}&sort=id`)).body.items as { id: number; staff_id: number; role: string; main: boolean }[]
const clearTeams = () => context.db.execute(sql`delete from care_people`)

test('staff join a care team with the role of their account, and a patient has one main contact per role', async () => {
  await clearTeams()
  const other = await testApp.add({ role: 'nurse' })
  const first = await send('POST', '/api/care_people', { user_id: hanako.id, staff_id: staff.nurse.id, main: true })
  expect([first.status, first.body]).toMatchObject([201, { role: 'nurse', main: true, user: { id: staff.nurse.id }, person: { id: hanako.id } }])
  const second = await send('POST', '/api/care_people', { user_id: hanako.id, staff_id: other.id, main: true })
  expect(await teamOf(hanako)).toMatchObject([
    { staff_id: staff.nurse.id, main: false },
    { staff_id: other.id, main: true },
  ])
  expect((await send('PUT', `/api/care_people/${first.body.id}`, { main: true })).body.main).toBe(true)
  expect((await teamOf(hanako)).map(({ main }) => main)).toEqual([true, false])
  const refused = [
    { user_id: hanako.id, staff_id: other.id, main: false },
    { user_id: hanako.id, staff_id: taro.id, main: false },
    { user_id: hanako.id, staff_id: admin.id, main: false },
  ]
  for (const body of refused) expect(Object.keys((await send('POST', '/api/care_people', body)).body.fields)).toEqual(['staff_id'])
  expect((await send('POST', '/api/care_people', { ...refused[0], user_id: other.id })).status).toBe(404)
  expect((await send('DELETE', `/api/care_people/${second.body.id}`)).status).toBe(204)
  expect(await teamOf(hanako)).toHaveLength(1)
})

test('a handover moves patients, open tasks and conversations to somebody of the same role, who also becomes the main contact where the predecessor was', async () => {
  await clearTeams()
  const [leaver, successor] = [await testApp.add({ role: 'trainer' }), await testApp.add({ role: 'trainer' })]
  await send('POST', '/api/care_people', { user_id: hanako.id, staff_id: leaver.id, main: true })
  await send('POST', '/api/care_people', { user_id: taro.id, staff_id: leaver.id, main: true })
  await send('POST', '/api/care_people', { user_id: taro.id, staff_id: successor.id, main: false })
  await admin.request('POST', '/api/tasks', { body: { user_id: hanako.id, content: '電話する', assignee_id: leaver.id } })
  const room = (await context.db.execute(sql`update message_rooms set assignee_id = ${leaver.id} where patient_id = ${taro.id} returning id`)).rows[0]!
  const assignee = async () => (await admin.get(`/api/message_rooms/${room.id}`)).body.assignee?.id ?? null
  const events = async ({ id } = taro, tag = 'message_rooms') =>
    (await context.db.execute(sql`select count(*)::int as n from events where patient_id = ${id} and ${tag} = any(changes)`)).rows[0]!.n
  const taskEvents = Number(await events(hanako, 'tasks'))
  const refused = await send('POST', `/api/users/${leaver.id}/handover`, { to_user_id: staff.doctor.id })
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['to_user_id']])
  expect((await send('POST', `/api/users/${leaver.id}/handover`, { to_user_id: successor.id })).body).toEqual({ patients: 2, tasks: 1 })
  // the open windows of the successor show the task
  expect(await events(hanako, 'tasks')).toBe(taskEvents + 1)
  for (const patient of [hanako, taro]) expect(await teamOf(patient)).toMatchObject([{ staff_id: successor.id, main: true }])
  expect(await assignee()).toBe(successor.id)
  const before = Number(await events())
  expect((await send('POST', `/api/users/${successor.id}/deactivation`)).status).toBe(204)
  expect([await assignee(), await events()]).toEqual([null, before + 1])
})

test('a person in a care team gets no other role before a handover, which goes to the role in the team even after an older change of role', async () => {
  await clearTeams()
  const [leaver, doctor, nurse] = [await testApp.add({ role: 'doctor' }), await testApp.add({ role: 'doctor' }), await testApp.add({ role: 'nurse' })]
  await send('POST', '/api/care_people', { user_id: hanako.id, staff_id: leaver.id, main: true })
  const change = async (role: string) => {
    const { status, body } = await send('PUT', `/api/users/${leaver.id}/role`, { role })
    return [status, body?.code]
  }
  for (const role of ['nurse', 'admin']) expect(await change(role)).toEqual([409, 'cares_for_patients'])
  const handOver = async (to: { id: number }) => {
    const { status, body } = await send('POST', `/api/users/${leaver.id}/handover`, { to_user_id: to.id })
    return status === 200 ? body.patients : Object.keys(body.fields)
  }
  for (const role of ['nurse', 'admin']) {
    // such a change was possible before
    await context.db.execute(sql`update users set role = ${role} where id = ${leaver.id}`)
    expect(await handOver(nurse)).toEqual(['to_user_id'])
  }
  expect(await handOver(doctor)).toBe(1)
  expect(await teamOf(hanako)).toMatchObject([{ staff_id: doctor.id, role: 'doctor', main: true }])
  expect(await change('nurse')).toEqual([204, undefined])
  expect(await handOver(nurse)).toBe(0)
})

test('a person who joins a care team while their role changes has the same role in both', async () => {
  await clearTeams()
  const people = await Promise.all(Array.from({ length: 8 }, () => testApp.add({ role: 'nurse' })))
  for (const { id } of people)
    await Promise.all([
      send('POST', '/api/care_people', { user_id: hanako.id, staff_id: id, main: false }),
      send('PUT', `/api/users/${id}/role`, { role: 'trainer' }),
    ])
  const { rows } = await context.db.execute(sql`select from care_people join users on users.id = care_people.staff_id where care_people.role <> users.role`)
  expect(rows).toEqual([])
})

test('of somebody in care teams with two roles, each role is handed over to its own successor, and the old role can be given back', async () => {
  await clearTeams()
  const [leaver, doctor, nurse] = [await testApp.add({ role: 'nurse' }), await testApp.add({ role: 'doctor' }), await testApp.add({ role: 'nurse' })]
  await context.db.execute(
    sql`insert into care_people (user_id, staff_id, role, main) values (${hanako.id}, ${leaver.id}, 'doctor', true), (${taro.id}, ${leaver.id}, 'nurse', true)`,
  )
  const handOver = async (to: { id: number }) => (await send('POST', `/api/users/${leaver.id}/handover`, { to_user_id: to.id })).body
  expect(await handOver(nurse)).toEqual({ patients: 1, tasks: 0 })
  expect(await teamOf(taro)).toMatchObject([{ staff_id: nurse.id, role: 'nurse', main: true }])
  expect(await teamOf(hanako)).toMatchObject([{ staff_id: leaver.id, role: 'doctor', main: true }])
  expect((await send('PUT', `/api/users/${leaver.id}/role`, { role: 'doctor' })).status).toBe(204)
  expect(await handOver(doctor)).toEqual({ patients: 1, tasks: 0 })
})

test('the conversations of somebody who becomes an observer are assigned to nobody, those of a new nurse stay', async () => {
  const { id } = await testApp.add({ role: 'concierge', last_name: '配置' })
  await testApp.context.db.execute(sql`update message_rooms set assignee_id = ${id} where patient_id = ${testApp.hanako.id}`)
  const assigneeAs = async (role: string) => {
    expect((await send('PUT', `/api/users/${id}/role`, { role })).status).toBe(204)
    return (await testApp.context.db.execute<{ of: string | null }>(sql`select assignee_id as of from message_rooms where patient_id = ${testApp.hanako.id}`))
      .rows
  }
  expect(await assigneeAs('nurse')).toEqual([{ of: id }])
  expect(await assigneeAs('observer')).toEqual([{ of: null }])
})

test('of two administrators who change a role of the same account, the second gets a conflict', async () => {
  const { id } = await testApp.add({ role: 'trainer', last_name: '二重' })
  const [row] = (await admin.get(`/api/admin/users?q=${encodeURIComponent('二重')}`)).body.items
  const change = async (role: string) => (await send('PUT', `/api/users/${id}/role`, { role, updated_at: row.updated_at })).status
  expect([await change('nurse'), await change('observer'), await change('nurse')]).toEqual([204, 409, 204])
})

test('a change of role ends all sessions of the person, also of another administrator; nobody can change their own role or a patient’s', async () => {
  const person = await testApp.add({ role: 'trainer' })
  expect((await send('PUT', `/api/users/${person.id}/role`, { role: 'nurse' })).status).toBe(204)
  expect((await person.get('/api/users/me')).status).toBe(401)
  expect((await (await testApp.signIn({ ...person, role: 'nurse' })).get('/api/users/me')).body.role).toBe('nurse')
  for (const { id } of [admin, hanako]) expect(Object.keys((await send('PUT', `/api/users/${id}/role`, { role: 'nurse' })).body.fields)).toEqual(['role'])
  const second = await testApp.add({ role: 'admin' })
  await second.request('PUT', `/api/users/${admin.id}/role`, { body: { role: 'nurse' } })
  expect((await testApp.context.db.execute(sql`select role from users where id = ${admin.id}`)).rows).toEqual([{ role: 'nurse' }])
  await testApp.context.db.execute(sql`update users set role = 'admin' where id = ${admin.id}`)
  await testApp.context.db.execute(sql`update sessions set ended_at = null where user_id = ${admin.id}`)
})

test('an administrator sees and ends the sessions of others, and lets a locked person sign in again', async () => {
  const person = await testApp.add({ role: 'trainer' })
  expect((await admin.get(`/api/users/${person.id}/sessions`)).body.items).toMatchObject([{ is_current: false }])
  expect((await send('DELETE', `/api/users/${person.id}/sessions`)).status).toBe(204)
  expect((await person.get('/api/users/me')).status).toBe(401)
  const signIn = (secret: string) => testApp.request('POST', '/api/sign_in_v2', { body: { email: person.email, password: secret } })
  for (let attempt = 0; attempt < 10; attempt++) await signIn('wrong')
  expect((await signIn(password)).status).toBe(429)
  expect((await send('DELETE', `/api/users/${person.id}/lock`)).status).toBe(204)
  expect((await signIn(password)).body).toHaveProperty('challenge')
})

test('the system page shows versions, the queue and integrations without the values of their settings; a failed job can be run again', async () => {
  const { body } = await admin.get('/api/admin/system')
  expect(body).toMatchObject({
    node: process.versions.node,
    queue: { failed: 0 },
    integrations: expect.arrayContaining([{ name: 'line', is_on: false, settings: expect.any(Array) }]),
  })
  expect(body.database.migrations).toBeGreaterThan(50)
  const { rows } = await context.db.execute<{ id: string }>(sql`
    insert into pgboss.job (name, data, source_name, source_retry_count, source_output, source_created_on)
    values ('dead_letters', '{"kind": "password_changed", "user_id": 0, "language": "ja"}', 'account_mail', 10, '{"message": "account_mail: ECONNREFUSED"}', now()) returning id`)
  const { id } = rows[0]!
  expect((await admin.get('/api/admin/failed_jobs')).body.items).toMatchObject([{ id, queue: 'account_mail', reason: 'account_mail: ECONNREFUSED', tries: 11 }])
  expect((await send('POST', `/api/admin/failed_jobs/${id}/retry`)).status).toBe(204)
  expect((await admin.get('/api/admin/failed_jobs')).body.items).toEqual([])
  expect(await testApp.runJobs()).toContain('account_mail')
  expect((await send('DELETE', `/api/admin/failed_jobs/${id}`)).status).toBe(404)
})

test('failed jobs of two people that are run again both wait', async () => {
  const people = [hanako.id, taro.id]
  for (const user_id of people)
    await context.db.execute(sql`
      insert into pgboss.job (name, data, singleton_key, source_name)
      values ('dead_letters', ${JSON.stringify({ user_id })}, ${String(user_id)}, 'health_scores')`)
  await context.db.execute(sql`delete from pgboss.job where name = 'health_scores'`)
  for (const { id } of (await admin.get('/api/admin/failed_jobs')).body.items as { id: string }[]) await send('POST', `/api/admin/failed_jobs/${id}/retry`)
  const { rows } = await context.db.execute(sql`select (data ->> 'user_id')::int as user_id from pgboss.job where name = 'health_scores' order by 1`)
  expect(rows.map(({ user_id }) => user_id)).toEqual(people.toSorted((a, b) => a - b))
})

test('a monthly job counts as run until its next run', async () => {
  const { rows } = await context.db.execute(sql`select deletion_seconds from pgboss.queue where name = 'audit_archive'`)
  expect(rows[0]!.deletion_seconds).toBeGreaterThan(31 * 86_400)
})
