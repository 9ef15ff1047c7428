import { expect, test } from 'vitest'
import { openTestApp } from '../../../../test/test-app.ts'

const testApp = await openTestApp()
const { hanako, taro, staff } = testApp
const { admin } = staff
const list = async (query: string) => (await admin.get(`/api/admin/users?${query}`)).body

test('accounts are found by name and e-mail address, filtered by role and state, sorted and exported', async () => {
  const invited = (
    await admin.request('POST', '/api/users', {
      body: {
        role: 'patient',
        email: 'Misao@example.com',
        last_name: '勅使河原',
        first_name: '美佐緒',
        last_name_kana: 'テシガワラ',
        first_name_kana: 'ミサオ',
      },
    })
  ).body
  const idsOf = (found: { items: { id: number }[] }) => found.items.map(({ id }) => id)
  for (const q of ['てしがわら', 'teshigawara', 'misao@']) expect(idsOf(await list(`q=${encodeURIComponent(q)}`))).toEqual([invited.id])
  expect(await list('state=invited')).toMatchObject({
    total_count: 1,
    items: [{ state: 'invited', last_sign_in_at: null, account: { last_name: '勅使河原' } }],
  })
  await admin.request('POST', `/api/users/${invited.id}/deactivation`)
  expect(idsOf(await list('state=deactivated'))).toEqual([invited.id])
  expect((await list('role=staff')).items.map(({ role }: { role: string }) => role)).not.toContain('patient')
  expect(idsOf(await list('role=patient&sort=-created_at'))).toEqual([invited.id, taro.id, hanako.id])
  expect((await list(`role=patient&state=active`)).items[0].last_sign_in_at).toEqual(expect.any(String))
  const csv = (await admin.get('/api/admin/users/export?role=patient', { headers: { 'accept-language': 'en' } })).text.split('\r\n')
  expect(csv[0]).toBe('\ufeffid,Name,Email address,Phone number,Role,State,Last sign-in,Created,Changed')
  expect(csv).toHaveLength(5)
  for (const line of csv.slice(1, 4)) expect(line).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d,\d{4}-\d\d-\d\d \d\d:\d\d$/)
})
