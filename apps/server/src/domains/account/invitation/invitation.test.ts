import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { openTestApp } from '../../../../test/test-app.ts'
import { retention } from '../../../app/domains.ts'
import { deleteExpired } from '../../../app/housekeeping.ts'

test('an invitation that expired long ago is repeated in its language, and stays revoked; it is deleted some weeks after the registration', async () => {
  const testApp = await openTestApp()
  const { context, staff, mails } = testApp
  const email = 'misao@example.com'
  const body = { role: 'patient', email, last_name: '勅使河原', first_name: '美佐緒', language: 'en' }
  const { id } = (await staff.nurse.request('POST', '/api/users', { body })).body
  const repeat = () => staff.nurse.request('POST', `/api/users/${id}/invitations`, { body: {} })
  const expire = async () => {
    await context.db.execute(sql`update account_tokens set expires_at = now() - interval '31 days' where user_id = ${id}`)
    await deleteExpired(context.db, retention)
    return (await context.db.execute(sql`select from account_tokens where user_id = ${id}`)).rowCount
  }
  const subjects = async () => {
    await testApp.runJobs()
    return mails.filter(({ to }) => to === email).map(({ subject }) => subject)
  }
  const invitation = 'Sukoyaka: your invitation'
  expect([await subjects(), await expire()]).toEqual([[invitation], 1])
  await repeat()
  expect([await subjects(), await expire()]).toEqual([[invitation, invitation], 1])
  // a revoked invitation is not mailed to a person who asks for a new password
  await staff.nurse.request('DELETE', `/api/users/${id}/invitations`)
  expect(await expire()).toBe(1)
  await testApp.request('POST', '/reset_passwords', { body: { email } })
  expect(await subjects()).toHaveLength(2)
  await context.db.execute(sql`update users set password_hash = 'x' where id = ${id}`)
  expect(await expire()).toBe(0)
})

test('an invitation whose mail was refused is shown as unsent until it is sent again; an invitation printed meanwhile stays valid', async () => {
  const testApp = await openTestApp()
  const { context, staff } = testApp
  const send = vi.spyOn(context.mail, 'send')
  const body = { role: 'patient', email: 'misao@example.com', last_name: '勅使河原', first_name: '美佐緒' }
  const { id } = (await staff.nurse.request('POST', '/api/users', { body })).body
  const state = async () => (await staff.nurse.get('/api/invitations')).body.items[0].state
  const newestEvent = async () => (await context.db.execute<{ last: string }>(sql`select last from event_counter`)).rows[0]!.last
  const before = await newestEvent()
  send.mockRejectedValueOnce(new Error('550 no such user'))
  await expect(testApp.runJobs()).rejects.toThrow('550')
  expect(await state()).toBe('unsent')
  const { rows } = await context.db.execute(sql`select changes from events where patient_id = ${id} and id > ${before}`)
  expect(rows).toEqual([{ changes: ['invitations'] }, { changes: ['invitations'] }])
  const repeat = () => staff.nurse.request('POST', `/api/users/${id}/invitations`, { body: {} })
  await repeat()
  await testApp.runJobs()
  expect(await state()).toBe('sent')
  send.mockImplementationOnce(async () => {
    await staff.doctor.request('POST', `/api/users/${id}/activation_sheets`, { body: {} })
    throw new Error('550 no such user')
  })
  await repeat()
  await expect(testApp.runJobs()).rejects.toThrow('550')
  expect(await state()).toBe('printed')
})

test('an invitation that is sent again replaces the mail that still waits', async () => {
  const testApp = await openTestApp()
  const { context, staff, mails } = testApp
  const invite = async (email: string) =>
    (await staff.nurse.request('POST', '/api/users', { body: { role: 'patient', email, last_name: '勅使河原', first_name: '美佐緒' } })).body.id
  const id = await invite('misao@example.com')
  await invite('other@example.com')
  await context.db.execute(sql`update pgboss.job set state = 'retry', start_after = now() + interval '1 hour' where data ->> 'user_id' = ${String(id)}`)
  await staff.nurse.request('POST', `/api/users/${id}/invitations`, { body: { language: 'en' } })
  const { rows } = await context.db.execute(sql`select state::text, data ->> 'language' as language from pgboss.job where data ->> 'user_id' = ${String(id)}`)
  expect(rows).toEqual([{ state: 'created', language: 'en' }])
  await testApp.runJobs()
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['misao@example.com', 'other@example.com'])
})
