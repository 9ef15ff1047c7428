import { expect, test } from 'vitest'
import { openTestApp } from '../../../test/test-app.ts'

test('a request is closed by an invitation to a corrected address, or without an invitation; the person may ask again', async () => {
  const testApp = await openTestApp()
  const { nurse, concierge, trainer } = testApp.staff
  const ask = async (email: string) =>
    expect((await testApp.request('POST', '/api/invite_requests', { body: { email, name: '勅使河原 美佐緒' } })).status).toBe(204)
  const open = async () => (await nurse.get('/api/invite_requests')).body.items as { id: number; email: string }[]
  const close = async (id: number, sender = concierge) => (await sender.request('DELETE', `/api/invite_requests/${id}`)).status

  await ask('misao@exmaple.com')
  await ask('hanako.second@example.com')
  const [second, mistyped] = await open()
  const person = { role: 'patient', email: 'misao@example.com', last_name: '勅使河原', first_name: '美佐緒' }
  expect((await nurse.request('POST', '/api/users', { body: { ...person, request_id: mistyped!.id } })).status).toBe(201)
  expect(await open()).toMatchObject([{ id: second!.id }])
  expect([await close(second!.id, trainer), await close(second!.id + 1000), await close(second!.id), await close(second!.id)]).toEqual([403, 404, 204, 204])
  expect(await open()).toEqual([])
  await ask('hanako.second@example.com')
  expect(await open()).toMatchObject([{ email: 'hanako.second@example.com' }])
})
