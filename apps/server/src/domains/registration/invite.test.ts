import { expect, test } from 'vitest'
import { openTestApp } from '../../../test/test-app.ts'
import { apiError } from '../../errors/api-error.ts'

test('an invitation whose sheet could not be made is shown as not sent, and can be mailed', async () => {
  const testApp = await openTestApp()
  const { nurse } = testApp.staff
  const { id } = (
    await nurse.request('POST', '/api/users', { body: { role: 'patient', email: 'misao@example.com', last_name: '勅使河原', first_name: '美佐緒' } })
  ).body
  const state = async () => (await nurse.get('/api/invitations')).body.items[0].state
  await testApp.runJobs()
  Object.defineProperty(testApp.context.config, 'seller', {
    get: () => {
      throw apiError('document_failed')
    },
  })
  expect((await nurse.request('POST', `/api/users/${id}/activation_sheets`, { body: {} })).body.code).toBe('document_failed')
  expect(await state()).toBe('unsent')
  await nurse.request('POST', `/api/users/${id}/invitations`, { body: {} })
  await testApp.runJobs()
  expect(await state()).toBe('sent')
})

test.each(['misaoあ@example.com', 'mi"sao@example.com', 'ｍisao@example.com'])(
  'nobody is invited with an address that no header can contain: %s',
  async (email) => {
    const { nurse } = (await openTestApp()).staff
    const refused = await nurse.request('POST', '/api/users', { body: { role: 'patient', email, last_name: '勅使河原', first_name: '美佐緒' } })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['email']])
  },
)
