import type { Today } from '@sukoyaka/wire/boards/today'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { formOf } from '../../../test/form.ts'
import { addContract } from '../../../test/payment/contract.ts'
import { type Member, openTestApp } from '../../../test/test-app.ts'

test('the excerpt is of a message that waits: the caption of a picture, and no text from before the last reply', async () => {
  let now = '2026-11-22T03:00:00Z'
  const testApp = await openTestApp({ overrides: { clock: () => new Date(now) } })
  const { hanako } = testApp
  const { doctor } = testApp.staff
  await addContract(testApp, hanako.id, { chat: true })
  const excerpts = async () => {
    const { sections }: Today = (await doctor.get('/api/today?scope=all')).body
    return sections.find(({ section }) => section === 'needs_reply')!.items.map(({ excerpt }) => excerpt)
  }
  const send = async (member: Member, body: string) =>
    expect((await member.request('POST', '/api/messages', { body: { patient_id: hanako.id, body } })).status).toBe(201)
  const content = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  const sendPicture = async (body: string) => {
    const form = formOf({ patient_id: hanako.id, body }, 'images[]', { filename: '発疹.png', content })
    expect((await hanako.request('POST', '/api/messages/image', { body: form })).status).toBe(201)
  }
  await send(hanako, 'ありがとうございました')
  now = '2026-11-22T03:01:00Z'
  await send(doctor, 'お大事に')
  now = '2026-11-22T03:02:00Z'
  await sendPicture('')
  expect(await excerpts()).toEqual([null])
  await sendPicture('この発疹が急に広がって息苦しい')
  expect(await excerpts()).toEqual(['この発疹が急に広がって息苦しい'])
  await sendPicture('')
  expect(await excerpts()).toEqual(['この発疹が急に広がって息苦しい'])
})
