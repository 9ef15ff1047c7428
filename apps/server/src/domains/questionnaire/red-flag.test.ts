import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { loadReference } from '../../reference/load.ts'

let testApp: TestApp
let doctor: Member, nurse: Member, concierge: Member
beforeAll(async () => {
  testApp = await openTestApp()
  ;({ doctor, nurse, concierge } = testApp.staff)
  await loadReference(testApp.context.db)
})

describe('a symptom with a red flag', () => {
  const told = async (member: Member, patient: Member) =>
    (await member.get('/api/notifications')).body.items.flatMap(
      (item: { kind: string; patient: { id: number }; record_id: number; body: string; is_urgent: boolean }) =>
        item.kind === 'red_flag_symptoms' && item.is_urgent && item.patient.id === patient.id ? [`${item.record_id}${item.body}`] : [],
    )
  const say = async (by: Member, patient: Member, answers: Record<string, number>) => {
    const { status, body } = await by.request('POST', '/api/medical_questionnaire_answers', {
      body: { user_id: patient.id, symptoms: Object.entries(answers).map(([name, value]) => ({ name, value })) },
    })
    expect(status).toBe(201)
    return String(body.id)
  }
  test('notifies the care team when the patient reports it, and again only when it comes back or another is added', async () => {
    const jiro = await testApp.add({ role: 'patient' })
    await testApp.context.db.execute(
      sql`insert into care_people (user_id, staff_id, role, main) values (${jiro.id}, ${doctor.id}, 'doctor', true), (${jiro.id}, ${nurse.id}, 'nurse', true)`,
    )
    await say(jiro, jiro, { headache: 1, chest_pain: 0 })
    const first = await say(jiro, jiro, { headache: 1, chest_pain: 1 })
    await say(jiro, jiro, { chest_pain: 1 })
    await say(jiro, jiro, { headache: 0 })
    const added = await say(jiro, jiro, { chest_pain: 1, speech_difficulty: 1 })
    await say(jiro, jiro, { chest_pain: 0, speech_difficulty: 1 })
    const back = await say(jiro, jiro, { chest_pain: 1 })
    for (const member of [doctor, nurse]) expect(await told(member, jiro)).toEqual([back, added, first])
    for (const member of [concierge, testApp.staff.admin, jiro]) expect(await told(member, jiro)).toEqual([])
  })
  test('notifies the administrators without a care team, and nobody if staff enter it', async () => {
    const jiro = await testApp.add({ role: 'patient' })
    await say(nurse, jiro, { bloody_stool: 1 })
    expect(await told(testApp.staff.admin, jiro)).toEqual([])
    const sent = await say(jiro, jiro, { bloody_stool: 1, chest_pain: 1 })
    expect(await told(testApp.staff.admin, jiro)).toEqual([sent])
  })
})
