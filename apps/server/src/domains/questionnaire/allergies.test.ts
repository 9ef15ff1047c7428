import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { loadReference } from '../../reference/load.ts'

let testApp: TestApp
let doctor: Member
beforeAll(async () => {
  testApp = await openTestApp()
  ;({ doctor } = testApp.staff)
  await loadReference(testApp.context.db)
})

const openQuestionnaire = async (member: Member) => (await member.request('POST', '/api/questionnaires', { body: { user_id: member.id } })).body
const send = (member: Member, body: object) => member.request('POST', '/api/medical_questionnaire_answers', { body })
const item = async (member: Member, id: number) => (await member.get(`/api/questionnaires/${id}`)).body

describe('an open questionnaire', () => {
  test('lists the allergies of the record by kind', async () => {
    const ken = await testApp.add({ role: 'patient', email: 'ken@example.com' })
    for (const kind of ['medicine', 'food', 'pollen'])
      await doctor.request('POST', '/api/allergy_reactions', { body: { user_id: ken.id, kind, is_occured: true, description: '反応' } })
    const { last } = await item(ken, (await openQuestionnaire(ken)).id)
    expect(last.allergy_reactions.map((row: { kind: string }) => row.kind)).toEqual(['food', 'medicine', 'pollen'])
  })
  test('has no description of an allergy that did not occur, and offers none from the record', async () => {
    const ken = await testApp.add({ role: 'patient' })
    await doctor.request('POST', '/api/allergy_reactions', { body: { user_id: ken.id, kind: 'metal', is_occured: false, description: 'パッチテスト陰性' } })
    const { id } = await openQuestionnaire(ken)
    await ken.request('PUT', `/api/questionnaires/${id}`, { body: { allergy_reactions: [{ kind: 'food', is_occured: false, description: 'えび' }] } })
    // saved by an earlier release
    await testApp.context.db.execute(
      sql`update questionnaires set answers = answers || '{"allergy_reactions.pollen": {"value": false, "description": "スギ"}}' where id = ${id}`,
    )
    const { allergy_reactions, last } = await item(ken, id)
    expect([...allergy_reactions, ...last.allergy_reactions]).toMatchObject(
      ['food', 'pollen', 'metal'].map((kind) => ({ kind, is_occured: false, description: '' })),
    )
    await send(ken, { user_id: ken.id, questionnaire_id: id })
    const { items } = (await doctor.get(`/api/allergy_reactions?user_id=${ken.id}`)).body
    expect(items.map((row: { kind: string; description: string }) => [row.kind, row.description])).toEqual([
      ['food', ''],
      ['metal', 'パッチテスト陰性'],
      ['pollen', ''],
    ])
  })
})

describe('a sent questionnaire', () => {
  test('records allergies as reported by the patient at that time; a "no" does not remove a drug allergy that staff recorded', async () => {
    const saburo = await testApp.add({ role: 'patient', email: 'saburo@example.com' })
    const answer = (by: Member, ...kinds: [kind: string, is_occured: boolean][]) =>
      send(by, { user_id: saburo.id, allergy_reactions: kinds.map(([kind, is_occured]) => ({ kind, is_occured })) })
    const drug = async () =>
      (await doctor.get(`/api/allergy_reactions?user_id=${saburo.id}`)).body.items.find(({ kind }: { kind: string }) => kind === 'medicine')
    const first = (await answer(saburo, ['medicine', false])).body
    expect(await drug()).toMatchObject({ is_occured: false, confirmed_at: first.answered_at, confirmed_by: null, is_self_reported: true })
    const again = (await answer(saburo, ['medicine', false])).body
    expect((await drug()).confirmed_at).toBe(again.answered_at)
    // one's own answer can be taken back
    await answer(saburo, ['medicine', true])
    await answer(saburo, ['medicine', false])
    const { id, is_occured } = await drug()
    expect(is_occured).toBe(false)
    await doctor.request('PUT', `/api/allergy_reactions/${id}`, { body: { is_occured: true, description: 'ペニシリン' } })
    await answer(saburo, ['medicine', false], ['food', false])
    // a "no" does not remove it either after a "yes" of the patient, because the allergy stays one that staff recorded
    await answer(saburo, ['medicine', true])
    await answer(saburo, ['medicine', false])
    expect(await drug()).toMatchObject({ is_occured: true, description: 'ペニシリン', confirmed_by: { id: doctor.id }, is_self_reported: false })
  })
  test('does not remove an allergy that the patient reported and staff then described', async () => {
    const shiro = await testApp.add({ role: 'patient', email: 'shiro@example.com' })
    const say = (is_occured: boolean) => send(shiro, { user_id: shiro.id, allergy_reactions: [{ kind: 'medicine', is_occured }] })
    await say(true)
    const drug = async () => (await doctor.get(`/api/allergy_reactions?user_id=${shiro.id}`)).body.items[0]
    await doctor.request('PUT', `/api/allergy_reactions/${(await drug()).id}`, { body: { description: 'セフェム、呼吸困難' } })
    await say(false)
    expect(await drug()).toMatchObject({ is_occured: true, description: 'セフェム、呼吸困難', confirmed_by: { id: doctor.id } })
  })
  test.each(['trainer', 'nutritionist', 'nurse', 'doctor'] as const)('does not remove a drug allergy that staff recorded if a %s sends it', async (role) => {
    const goro = await testApp.add({ role: 'patient' })
    await doctor.request('POST', '/api/allergy_reactions', { body: { user_id: goro.id, kind: 'medicine', is_occured: true, description: 'ペニシリン' } })
    const { status } = await send(testApp.staff[role], { user_id: goro.id, allergy_reactions: [{ kind: 'medicine', is_occured: false }] })
    const { items } = (await doctor.get(`/api/allergy_reactions?user_id=${goro.id}`)).body
    expect([status, items]).toMatchObject([201, [{ is_occured: true, description: 'ペニシリン', confirmed_by: { id: doctor.id } }]])
  })
  test('removes and rewrites no allergy of any kind that staff recorded', async () => {
    const goro = await testApp.add({ role: 'patient' })
    const recorded = ['food', 'metal', 'other'].map((kind) => ({ kind, is_occured: true, description: `${kind}、検査で確認` }))
    for (const allergy of recorded) await doctor.request('POST', '/api/allergy_reactions', { body: { user_id: goro.id, ...allergy } })
    const say = (is_occured: boolean) => send(goro, { user_id: goro.id, allergy_reactions: recorded.map(({ kind }) => ({ kind, is_occured })) })
    for (const is_occured of [false, true]) expect((await say(is_occured)).status).toBe(201)
    const { items } = (await doctor.get(`/api/allergy_reactions?user_id=${goro.id}`)).body
    expect(items).toMatchObject(recorded.map((allergy) => ({ ...allergy, confirmed_by: { id: doctor.id } })))
  })
  test('adds what a "yes" says to an allergy that staff recorded, once', async () => {
    const goro = await testApp.add({ role: 'patient' })
    await doctor.request('POST', '/api/allergy_reactions', { body: { user_id: goro.id, kind: 'medicine', is_occured: true, description: 'ペニシリン' } })
    const drug = async () => (await doctor.get(`/api/allergy_reactions?user_id=${goro.id}`)).body.items[0]
    const say = (description: string, language = 'ja') =>
      goro.request('POST', '/api/medical_questionnaire_answers', {
        body: { user_id: goro.id, allergy_reactions: [{ kind: 'medicine', is_occured: true, description }] },
        headers: { 'accept-language': language },
      })
    const { answered_at } = (await say('セフェムで呼吸困難')).body
    const recorded = await drug()
    expect(recorded).toMatchObject({
      is_occured: true,
      description: `ペニシリン\n問診票の回答（${formatDay(tokyoDay(answered_at), 'ja')}）：セフェムで呼吸困難`,
      confirmed_by: { id: doctor.id },
      is_self_reported: false,
    })
    // the same answer again, the recorded text, and no text add nothing
    for (const again of ['セフェムで呼吸困難', recorded.description, ' ペニシリン ', '']) await say(again)
    await say('セフェムで呼吸困難', 'en')
    expect(await drug()).toEqual(recorded)
    await say('Aspirin, hives', 'en')
    expect((await drug()).description.split('\n')).toEqual([
      ...recorded.description.split('\n'),
      expect.stringMatching(/^Questionnaire answer \(.*\): Aspirin, hives$/),
    ])
  })
  test('adds what a "yes" says to an allergy that the patient reported', async () => {
    const goro = await testApp.add({ role: 'patient' })
    const say = (description?: string) =>
      send(goro, { user_id: goro.id, allergy_reactions: [{ kind: 'medicine', is_occured: true, ...(description !== undefined && { description }) }] })
    const drug = async () => (await doctor.get(`/api/allergy_reactions?user_id=${goro.id}`)).body.items[0]
    await say()
    await say('ペニシリン')
    const { answered_at } = (await say('ロキソニン')).body
    const description = `ペニシリン\n問診票の回答（${formatDay(tokyoDay(answered_at), 'ja')}）：ロキソニン`
    expect(await drug()).toMatchObject({ description, confirmed_at: answered_at, is_self_reported: true })
    for (const again of ['', undefined, 'ロキソニン', 'ペニシリン']) await say(again)
    expect((await drug()).description).toBe(description)
    await say(`${description}で発疹`)
    expect((await drug()).description).toBe(`${description}で発疹`)
  })
  test('does not report again what was said about an allergy that staff cleared', async () => {
    const goro = await testApp.add({ role: 'patient' })
    await doctor.request('POST', '/api/allergy_reactions', { body: { user_id: goro.id, kind: 'medicine', is_occured: false, description: 'ペニシリン' } })
    const say = (is_occured: boolean) => send(goro, { user_id: goro.id, allergy_reactions: [{ kind: 'medicine', is_occured }] })
    for (const is_occured of [false, true]) await say(is_occured)
    const { items } = (await doctor.get(`/api/allergy_reactions?user_id=${goro.id}`)).body
    expect(items).toMatchObject([{ is_occured: true, description: '', is_self_reported: true }])
  })
  test('does not bring back what staff corrected after it was copied from the record', async () => {
    const goro = await testApp.add({ role: 'patient' })
    const allergies = async () => (await doctor.get(`/api/allergy_reactions?user_id=${goro.id}`)).body.items
    const report = ['food', 'medicine', 'metal', 'pollen'].map((kind) => ({ kind, is_occured: kind !== 'pollen' }))
    await send(goro, { user_id: goro.id, allergy_reactions: report.map((allergy) => (allergy.is_occured ? { ...allergy, description: '発疹' } : allergy)) })
    const { id } = await openQuestionnaire(goro)
    const { last } = await item(goro, id)
    await goro.request('PUT', `/api/questionnaires/${id}`, { body: { allergy_reactions: last.allergy_reactions } })
    const [food, medicine] = await allergies()
    await doctor.request('PUT', `/api/allergy_reactions/${food.id}`, { body: { is_occured: false } })
    await doctor.request('DELETE', `/api/allergy_reactions/${medicine.id}`)
    const { answered_at } = (await send(goro, { user_id: goro.id, questionnaire_id: id })).body
    expect(await allergies()).toMatchObject([
      { kind: 'food', is_occured: false, confirmed_by: { id: doctor.id } },
      { kind: 'metal', is_occured: true, description: '発疹', confirmed_at: answered_at },
      { kind: 'pollen', is_occured: false, confirmed_at: answered_at },
    ])
  })
  test.each([
    ['trainer', true],
    ['nurse', false],
  ] as const)('that a %s sends for the patient is confirmed by staff only if they may record allergies', async (role, is_self_reported) => {
    const goro = await testApp.add({ role: 'patient' })
    await send(testApp.staff[role], { user_id: goro.id, allergy_reactions: [{ kind: 'medicine', is_occured: false }] })
    const { items } = (await doctor.get(`/api/allergy_reactions?user_id=${goro.id}`)).body
    expect(items).toMatchObject([{ is_self_reported, confirmed_by: is_self_reported ? null : { id: testApp.staff[role].id } }])
  })
})
