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

test('a nurse corrects the address of an invitation: the mail goes to the new address, and the earlier link is invalid', async () => {
  const testApp = await openTestApp()
  const { nurse, observer } = testApp.staff
  const person = { role: 'patient', last_name: '勅使河原', first_name: '美佐緒' }
  const { id } = (await nurse.request('POST', '/api/users', { body: { ...person, email: 'misoa@example.com' } })).body
  await testApp.runJobs()
  const linkTo = (address: string) => /activate\/([\w-]+)/.exec(testApp.mails.findLast(({ to }) => to === address)?.text ?? '')?.[1]
  const open = async (token: string | undefined) => (await testApp.request('GET', `/api/users/activations/${token}`)).body
  const wrong = linkTo('misoa@example.com')
  const correct = (member: typeof nurse, email: string) => member.request('POST', `/api/users/${id}/invitations`, { body: { email } })
  expect((await correct(observer, 'misao@example.com')).status).toBe(403)
  expect((await correct(nurse, testApp.taro.email)).body.code).toBe('email_taken')
  expect(await open(wrong)).toMatchObject({ email: 'misoa@example.com' })
  expect((await correct(nurse, 'misao@example.com')).status).toBe(204)
  await testApp.runJobs()
  expect([await open(wrong), await open(linkTo('misao@example.com'))]).toMatchObject([{ code: 'activation_invalid' }, { email: 'misao@example.com' }])
  expect((await nurse.get('/api/invitations')).body.items).toMatchObject([{ email: 'misao@example.com', state: 'opened' }])
})

test('staff see who may be the same person: by the same name or kana unless the birthdays differ, or by the same phone number', async () => {
  const testApp = await openTestApp()
  const written = { last_name: '類字', first_name: '花代' }
  const kana = { last_name_kana: 'ルイジ', first_name_kana: 'ハナヨ' }
  const body = { role: 'patient', email: 'hanayo@example.com', ...written, ...kana, birthday: '1961-02-03', phone_number: '090-5555-0202' }
  const { id } = (await testApp.staff.nurse.request('POST', '/api/users', { body })).body
  const similar = async (query: Record<string, string>) =>
    (await testApp.staff.nurse.get(`/api/similar_patients?${new URLSearchParams(query)}`)).body.items.map(
      (item: { patient: { id: number }; likenesses: string[] }) => [item.patient.id === id, ...item.likenesses],
    )
  const typed = { last_name_kana: 'るいじ', first_name_kana: 'はなよ' }
  expect(await similar(typed)).toEqual([[true, 'kana']])
  expect(await similar({ ...typed, birthday: '1961-02-03' })).toEqual([[true, 'kana', 'birthday']])
  expect(await similar({ ...typed, birthday: '1961-02-04' })).toEqual([])
  expect(await similar({ phone_number: '０９０ー５５５５ー０２０２', birthday: '1961-02-03' })).toEqual([[true, 'birthday', 'phone_number']])
  expect(await similar({ last_name_kana: 'るいじ' })).toEqual([])
  // without furigana, by the whole name as written
  expect(await similar({ last_name: ' 類字', first_name: '花代' })).toEqual([[true, 'name']])
  expect(await similar({ ...written, birthday: '1961-02-04' })).toEqual([])
  expect(await similar({ ...written, first_name: '花' })).toEqual([])
})
