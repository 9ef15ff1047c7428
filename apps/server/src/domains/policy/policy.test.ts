import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})

const current = async (kind: 'privacy' | 'usage', language = 'ja') =>
  (await testApp.request('GET', `/api/${kind}_policies/current`, { headers: { 'accept-language': language } })).body
const pending = async () => (await testApp.hanako.get('/api/users/me')).body.policies_to_agree

test('everyone reads the current policies in their language', async () => {
  expect(await current('privacy')).toMatchObject({ version: 1, title: 'プライバシーポリシー', changes: [] })
  expect((await current('usage', 'en')).title).toBe('Terms of use')
  expect((await current('usage', 'kr')).title).toBe('이용약관')
})

test('`me` names the policies that the person has not agreed to, and names a policy again when it has a new version', async () => {
  expect(await pending()).toEqual(['privacy_policy', 'usage_policy'])
  const [privacy, usage] = [await current('privacy'), await current('usage')]
  const agreeToPrivacy = (privacy_policy_id: number) => testApp.hanako.request('POST', '/api/privacy_policy_agreements', { body: { privacy_policy_id } })
  const { status, body: agreement } = await agreeToPrivacy(privacy.id)
  expect([status, agreement]).toEqual([201, { id: expect.any(Number), privacy_policy_id: privacy.id, version: 1, agreed_at: expect.any(String) }])
  expect((await agreeToPrivacy(privacy.id)).body).toEqual(agreement)
  await testApp.hanako.request('POST', '/api/usage_policy_agreements', { body: { usage_policy_id: usage.id } })
  expect(await pending()).toEqual([])
  await testApp.context.db.execute(
    sql`insert into policies (kind, version, texts, effective_on) select kind, 2, texts, current_date - 1 from policies where id = ${privacy.id} union all select kind, 3, texts, current_date + 9 from policies where id = ${privacy.id}`,
  )
  expect(await pending()).toEqual(['privacy_policy'])
  const outdated = await agreeToPrivacy(privacy.id)
  expect([outdated.status, outdated.body.code]).toEqual([422, 'policy_outdated'])
  const second = await current('privacy')
  expect(second.version).toBe(2)
  await agreeToPrivacy(second.id)
  const { items } = (await testApp.hanako.get('/api/privacy_policy_agreements')).body
  expect(items.map(({ version }: { version: number }) => version)).toEqual([2, 1])
  expect((await testApp.taro.get('/api/privacy_policy_agreements')).body.items).toEqual([])
})

test('an agreement to a privacy policy is rejected for the id of a usage policy and for an unknown id', async () => {
  const usage = await current('usage')
  for (const privacy_policy_id of [usage.id, 999_999]) {
    const response = await testApp.taro.request('POST', '/api/privacy_policy_agreements', { body: { privacy_policy_id } })
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, ['privacy_policy_id']])
  }
})

test('the profile of another person does not say what they have to agree to', async () => {
  expect((await testApp.staff.nurse.get(`/api/users/${testApp.hanako.id}`)).body).not.toHaveProperty('policies_to_agree')
})
