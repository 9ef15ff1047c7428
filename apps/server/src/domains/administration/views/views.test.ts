import { expect, test } from 'vitest'
import { openTestApp } from '../../../../test/test-app.ts'

const testApp = await openTestApp()
const { admin } = testApp.staff

test('a view is listed for its owner, shared with others, and changed by its owner only', async () => {
  const other = await testApp.add({ role: 'admin' })
  const names = async (member: typeof admin, query = '?table=users') =>
    (await member.get(`/api/admin/views${query}`)).body.items.map(({ name }: { name: string }) => name)
  const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => admin.request(method, url, { body })
  const view = { table: 'users', name: ' 招待中 ', query: 'role=patient&state=invited', is_shared: false }
  const { status, body } = await send('POST', '/api/admin/views', view)
  expect([status, body]).toMatchObject([201, { name: '招待中', query: view.query, is_own: true, owner: { id: admin.id } }])
  expect(Object.keys((await send('POST', '/api/admin/views', { ...view, name: '招待中' })).body.fields)).toEqual(['name'])
  expect([await names(admin), await names(other), await names(admin, '?table=plans')]).toEqual([['招待中'], [], []])
  const change = { name: '共有', query: '', is_shared: true, updated_at: body.updated_at }
  expect((await send('PUT', `/api/admin/views/${body.id}`, change)).body).toMatchObject({ name: '共有', is_shared: true })
  expect((await send('PUT', `/api/admin/views/${body.id}`, change)).status).toBe(409)
  expect((await other.get('/api/admin/views')).body.items).toMatchObject([{ name: '共有', is_own: false }])
  expect((await other.request('PUT', `/api/admin/views/${body.id}`, { body: change })).status).toBe(404)
  expect((await other.request('DELETE', `/api/admin/views/${body.id}`)).status).toBe(404)
  expect((await send('DELETE', `/api/admin/views/${body.id}`)).status).toBe(204)
  expect(await names(other)).toEqual([])
})
