import { sql } from 'drizzle-orm'
import { pdf } from '../../../test/documents.ts'
import { formOf } from '../../../test/form.ts'
import { addContract } from '../../../test/payment/contract.ts'
import type { Member, TestApp } from '../../../test/test-app.ts'
import { asLine, markOf, packTexts } from './xss-payloads.ts'

type StoreOptions = {
  texts: string[]
  photo: Buffer
  textsFor: (field: string, max: number) => string
  fields: Set<string>
  send: (path: string, body: object, sender?: Member) => Promise<{ id: number }>
}

/** File names with the field's mark: characters that would end the header's value are percent-encoded. */
const filesNamed = (field: string, texts: string[]) =>
  texts.slice(0, 10).map((text) => ({ filename: `${[...text].slice(0, 50).join('')}${markOf(field)}.x`.replace(/["\r\n]/g, encodeURIComponent) }))

/** A message body with the known placeholders, whose values contain these texts too. Leaves out texts with braces: unknown placeholders are rejected. */
export const bodyWithPlaceholders = (field: string, texts: string[]) =>
  `${packTexts(
    field,
    texts.filter((text) => !/[{}]/.test(text)),
    4_500,
    '\n',
  )[0]!}\n{姓} {名} {担当医}`

/** Stores a conversation with these texts in messages, quotes, file names, pins, reminders, canned replies and a bulk message. */
export const storeMessages = async (testApp: TestApp, { texts, photo, fields, textsFor, send }: StoreOptions) => {
  const { hanako, staff, context } = testApp
  const { doctor } = staff
  await addContract(testApp, hanako.id, { chat: true })
  await context.db.execute(
    sql`insert into care_people (user_id, staff_id, role, main) values (${hanako.id}, ${doctor.id}, 'doctor', true) on conflict do nothing`,
  )
  const sendMessage = (sender: Member, body: string, extra: object = {}) => send('/api/messages', { patient_id: hanako.id, body, ...extra }, sender)
  for (const title of texts.slice(0, 10))
    await send(
      '/api/canned_replies',
      { title: `${markOf('canned')}${asLine(title)}`.slice(0, 60), body: bodyWithPlaceholders('cannedwords', texts), is_shared: true },
      doctor,
    )
  for (const field of ['canned', 'cannedwords']) fields.add(field)
  const question = await sendMessage(hanako, textsFor('asking', 5_000))
  const reply = await sendMessage(doctor, `@${texts[0]} ${textsFor('answer', 5_000)}`, { reply_to_message_id: question.id, mention_ids: [hanako.id] })
  await send('/api/message_pins', { message_id: reply.id }, doctor)
  for (const field of ['filename', 'picturename']) fields.add(field)
  const files = filesNamed('filename', texts).map((item) => ({ ...item, content: pdf }))
  const pictures = filesNamed('picturename', texts).map((item) => ({ ...item, content: photo }))
  await send('/api/messages/file', formOf({ patient_id: hanako.id, body: textsFor('filewords', 5_000) }, 'files[]', ...files), doctor)
  await send('/api/messages/image', formOf({ patient_id: hanako.id, body: texts.join('\n') }, 'images[]', ...pictures), hanako)
  await sendMessage(hanako, textsFor('message', 2_000))
  await send(
    '/api/message_reminders',
    {
      patient_id: hanako.id,
      message_id: question.id,
      remind_at: new Date(Date.now() + 20 * 86_400_000).toISOString(),
      reason: asLine(texts.join(' ')).slice(0, 200),
    },
    doctor,
  )
  fields.add('bulk')
  const { id: bulk_id } = await send('/api/bulk_messages', { choice: { patient_ids: [hanako.id] }, body: bodyWithPlaceholders('bulk', texts) }, doctor)
  return { bulk_id }
}
