import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { Form } from '../../../test/form.ts'
import { openTestApp } from '../../../test/test-app.ts'

test('a draft for an interview that is deleted becomes a free one; of two free drafts the one saved last is saved and finished first', async () => {
  const testApp = await openTestApp()
  const { hanako } = testApp
  const { doctor } = testApp.staff
  const saveDraft = (draft: object) => doctor.request('PUT', '/api/karte_drafts', { body: { user_id: hanako.id, ...draft } })
  const booked = await doctor.request('POST', '/api/interviews', {
    body: { interviewee_id: hanako.id, kind: 'other', conducted_at: '2027-02-01T01:00:00Z', meeting_type: 'other' },
  })
  const draft = (await saveDraft({ memo: '面談', interview_id: booked.body.id })).body
  expect((await doctor.request('DELETE', `/api/interviews/${booked.body.id}`)).status).toBe(204)
  const withoutVersion = await saveDraft({ memo: '別の窓' })
  expect([withoutVersion.status, withoutVersion.body.versions?.saved.id]).toEqual([409, draft.id])
  const { status, body } = await saveDraft({ memo: '面談 続き', version: draft.version })
  expect([status, body.id]).toEqual([200, draft.id])
  // as drafts written before: a free draft beside that of the deleted interview
  await testApp.context.db.execute(sql`insert into karte_drafts (author_id, user_id, place, memo) values (${doctor.id}, ${hanako.id}, 'free', '新しい')`)
  const stale = await saveDraft({ memo: '古い', version: draft.version })
  expect([stale.status, stale.body.versions.saved.memo]).toEqual([409, '新しい'])
  const created = await doctor.request('POST', '/api/kartes', {
    body: new Form(
      ...Object.entries({ user_id: hanako.id, memo: '新しい', draft_version: stale.body.versions.saved.version }).map(([name, value]) => ({
        name: `karte[${name}]`,
        value: String(value),
      })),
    ),
  })
  const { items } = (await doctor.get(`/api/karte_drafts?user_id=${hanako.id}`)).body
  expect([created.status, items.map(({ memo }: { memo: string }) => memo)]).toEqual([201, ['面談 続き']])
})
