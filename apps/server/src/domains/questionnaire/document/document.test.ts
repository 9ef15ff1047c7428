import { writeFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../../test/test-app.ts'
import { loadReference } from '../../../reference/load.ts'

test('a questionnaire can be printed empty or with its answers; text that people wrote is not read as markup', async () => {
  const { app, context, hanako, taro, staff } = await openTestApp()
  await loadReference(context.db)
  await context.db.execute(sql`update users set last_name = '𠮷田 #set', first_name = '*髙﨑*' where id = ${hanako.id}`)
  const { id } = (await hanako.request('POST', '/api/questionnaires', { body: { user_id: hanako.id } })).body
  await hanako.request('PUT', `/api/questionnaires/${id}`, {
    body: {
      symptoms: [{ name: 'headache', value: 1 }],
      lifestyles: [{ name: 'sleep_time', value: 6.5 }],
      allergy_reactions: [{ kind: 'food', is_occured: true, description: 'えび $x$ #panic()' }],
    },
  })
  const read = async (member = hanako, query = '', language = 'ja') => {
    const headers = { authorization: `Token token="${member.token}", email="${member.email}"`, 'accept-language': language }
    const { statusCode, rawPayload } = await app.inject({ method: 'GET', url: `/api/questionnaires/${id}/document${query}`, headers })
    if (statusCode !== 200) return { status: statusCode, text: '' }
    if (process.env.KEEP) writeFileSync(`/dev/shm/draft/q${query.length}-${language}.pdf`, rawPayload)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
    return { status: statusCode, text: text.replace(/\s+/g, '') }
  }
  const [filled, blank] = [(await read()).text, (await read(hanako, '?blank=true')).text]
  for (const part of ['𠮷田#set*髙﨑*様', '回答の途中です', '6.5', 'えび$x$#panic()', '■あり']) expect([part, filled.includes(part)]).toEqual([part, true])
  for (const part of ['6.5', 'えび', '■', '回答の途中']) expect([part, blank.includes(part)]).toEqual([part, false])
  expect(blank).toContain('ご記入日')
  expect((await read(staff.nurse, '', 'en')).text).toContain('Notfinishedyet')
  expect((await read(taro)).status).toBe(404)
})
