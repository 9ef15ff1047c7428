import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { loadReference } from '../../reference/load.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member, nurse: Member
let gout: number, stroke: number

const add = (member: Member, list: string, body: object) => member.request('POST', `/api/${list}`, { body: { user_id: hanako.id, ...body } })
const change = (member: Member, list: string, id: number, body: object) => member.request('PUT', `/api/${list}/${id}`, { body })
const remove = (member: Member, list: string, id: number) => member.request('DELETE', `/api/${list}/${id}`)
const list = async (member: Member, name: string, extra = '') => (await member.get(`/api/${name}?user_id=${hanako.id}${extra}`)).body.items
const invalidFields = async (response: Promise<{ status: number; body: { fields?: object } }>) => {
  const { status, body } = await response
  return [status, ...Object.entries(body.fields ?? {}).map(([field]) => field)]
}

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-20T16:00:00Z') } })
  ;({ hanako, taro } = testApp)
  ;({ doctor, nurse } = testApp.staff)
  await loadReference(testApp.context.db)
  const idOf = async (name: string) => (await doctor.get(`/api/diseases?q[name_cont]=${encodeURIComponent(name)}`)).body.items[0].id
  gout = await idOf('痛風')
  stroke = await idOf('脳梗塞')
  await doctor.request('PATCH', `/api/users/${hanako.id}`, { body: { birthday: '1968-03-14' } })
})

describe('allergies', () => {
  test('a description has at most 2,000 characters; a longer recorded one may be saved at its length', async () => {
    const { id } = (await add(nurse, 'allergy_reactions', { kind: 'food', is_occured: true, description: 'あ'.repeat(2_000) })).body
    const save = (length: number) => change(nurse, 'allergy_reactions', id, { description: 'い'.repeat(length) })
    expect(await invalidFields(save(2_001))).toEqual([422, 'description'])
    // as after an answer of a questionnaire, or a merge
    await testApp.context.db.execute(sql`update allergy_reactions set description = repeat('あ', 2014) where id = ${id}`)
    expect(await invalidFields(save(2_015))).toEqual([422, 'description'])
    expect((await save(2_014)).status).toBe(200)
    expect((await save(2_000)).status).toBe(200)
    expect(await invalidFields(save(2_001))).toEqual([422, 'description'])
    expect((await remove(nurse, 'allergy_reactions', id)).status).toBe(204)
  })
  test('are stored once per kind and changed and deleted by clinicians', async () => {
    const { status, body } = await add(nurse, 'allergy_reactions', { kind: 'medicine', is_occured: true, description: ' ペニシリン\r\n2015年 発疹 ' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ kind: 'medicine', is_occured: true, description: 'ペニシリン\n2015年 発疹' })
    expect(await invalidFields(add(doctor, 'allergy_reactions', { kind: 'medicine', is_occured: false }))).toEqual([422, 'kind'])
    expect((await change(doctor, 'allergy_reactions', body.id, { is_occured: false })).body).toMatchObject({
      is_occured: false,
      description: 'ペニシリン\n2015年 発疹',
    })
    expect((await remove(doctor, 'allergy_reactions', body.id)).status).toBe(204)
    expect(await list(hanako, 'allergy_reactions')).toEqual([])
  })
  test('have the time of the last confirmation of "none" and who confirmed it; editing the details confirms nothing', async () => {
    const setDay = (id: number) => testApp.context.db.execute(sql`update allergy_reactions set confirmed_at = '2020-04-10T03:00:00Z' where id = ${id}`)
    const { id, ...added } = (await add(nurse, 'allergy_reactions', { kind: 'medicine', is_occured: false })).body
    expect(added).toMatchObject({ confirmed_by: { id: nurse.id, role: 'nurse' }, is_self_reported: false })
    await setDay(id)
    expect((await change(doctor, 'allergy_reactions', id, { description: '本人と家族に確認' })).body).toMatchObject({
      confirmed_at: '2020-04-10T03:00:00.000Z',
      confirmed_by: { id: nurse.id },
    })
    const { confirmed_at, confirmed_by } = (await change(doctor, 'allergy_reactions', id, { is_occured: false })).body
    expect([confirmed_at > '2026', confirmed_by.id]).toEqual([true, doctor.id])
    const [patient] = (await nurse.get(`/api/users/patients?q[id_eq]=${hanako.id}&include[]=allergy_reactions`)).body.items
    expect(patient.allergy_reactions).toEqual(await list(hanako, 'allergy_reactions'))
    expect((await remove(doctor, 'allergy_reactions', id)).status).toBe(204)
  })
  test('reject a concurrent change with a conflict', async () => {
    const { id, updated_at } = (await add(nurse, 'allergy_reactions', { kind: 'food', is_occured: true })).body
    expect((await change(nurse, 'allergy_reactions', id, { description: 'そば', updated_at })).status).toBe(200)
    expect((await change(doctor, 'allergy_reactions', id, { description: 'えび', updated_at })).body.code).toBe('conflict')
    expect((await doctor.request('DELETE', `/api/allergy_reactions/${id}?updated_at=${updated_at}`)).body.code).toBe('conflict')
    expect((await list(doctor, 'allergy_reactions'))[0].description).toBe('そば')
  })
})

describe('past illnesses', () => {
  test('accept partial dates, sort the latest first and include the disease on request', async () => {
    for (const diagnosed_on of ['2019', null, '2019-04-12', '2021-02', '2019-04'])
      expect((await add(doctor, 'past_illnesses', { disease_id: gout, diagnosed_on })).status).toBe(201)
    const items = await list(hanako, 'past_illnesses', '&include[]=disease')
    expect(items.map((item: { diagnosed_on: string }) => item.diagnosed_on)).toEqual(['2021-02', '2019-04-12', '2019-04', '2019', null])
    expect(items[0].disease).toMatchObject({ id: gout, display_name: '痛風' })
    expect((await list(hanako, 'past_illnesses'))[0].disease).toBeUndefined()
    expect((await doctor.get(`/api/past_illnesses?user_id=${taro.id}`)).body.items).toEqual([])
  })
  test.each([
    ['an invalid date', { diagnosed_on: '2019-02-30' }, 'diagnosed_on'],
    ['an incomplete month', { diagnosed_on: '2019-4' }, 'diagnosed_on'],
    ['a future date', { diagnosed_on: '2026-12' }, 'diagnosed_on'],
    ['a year before the birth', { diagnosed_on: '1967' }, 'diagnosed_on'],
    ['a recovery before the illness', { diagnosed_on: '2020-04', recovered_on: '2020-03' }, 'recovered_on'],
    ['an unknown disease', { disease_id: 9_999_999 }, 'disease_id'],
    ['too long a text', { detail: 'あ'.repeat(2001) }, 'detail'],
  ])('reject %s and store nothing', async (_, body, field) => {
    const before = await list(doctor, 'past_illnesses')
    expect(await invalidFields(add(doctor, 'past_illnesses', { disease_id: gout, ...body }))).toEqual([422, field])
    expect(await list(doctor, 'past_illnesses')).toEqual(before)
  })
  test('can be changed by field and are validated together with the stored values', async () => {
    const { id } = (await add(doctor, 'past_illnesses', { disease_id: gout, diagnosed_on: '2020-04', detail: '内服のみ' })).body
    expect((await change(nurse, 'past_illnesses', id, { recovered_on: '2020' })).body).toMatchObject({ diagnosed_on: '2020-04', recovered_on: '2020' })
    expect(await invalidFields(change(nurse, 'past_illnesses', id, { diagnosed_on: '2021' }))).toEqual([422, 'recovered_on'])
    expect((await change(nurse, 'past_illnesses', id, { recovered_on: null, diagnosed_on: '2021' })).body).toMatchObject({ detail: '内服のみ' })
  })
})

describe('family illnesses', () => {
  test('are stored per relative, with the age or year if known', async () => {
    const { body } = await add(nurse, 'family_past_illnesses', { disease_id: stroke, relative: 'f_grandpa', diagnosed_age: 72 })
    expect(body).toMatchObject({ relative: 'f_grandpa', diagnosed_age: 72, diagnosed_on: null })
    // before the patient was born
    expect((await change(doctor, 'family_past_illnesses', body.id, { diagnosed_on: '1950', diagnosed_age: null })).body).toMatchObject({
      diagnosed_on: '1950',
      diagnosed_age: null,
    })
    expect(await invalidFields(add(nurse, 'family_past_illnesses', { disease_id: stroke, relative: 'cousin' }))).toEqual([422, 'relative'])
    expect(await invalidFields(add(nurse, 'family_past_illnesses', { disease_id: stroke, relative: 'son', diagnosed_age: 131 }))).toEqual([
      422,
      'diagnosed_age',
    ])
    expect((await list(hanako, 'family_past_illnesses', '&include=disease'))[0].disease.display_name).toBe('脳梗塞')
  })
})

describe('operations', () => {
  test('have a name in free text', async () => {
    const { body } = await add(doctor, 'performed_operations', { name: ' 虫垂切除術 ', operated_on: '1985', facility: '市民病院' })
    expect(body).toMatchObject({ name: '虫垂切除術', operated_on: '1985', facility: '市民病院', detail: '' })
    expect(await invalidFields(add(doctor, 'performed_operations', { name: '   ' }))).toEqual([422, 'name'])
    expect(await invalidFields(change(doctor, 'performed_operations', body.id, { operated_on: '2027' }))).toEqual([422, 'operated_on'])
    expect((await change(doctor, 'performed_operations', body.id, { detail: '合併症なし' })).body).toMatchObject({ name: '虫垂切除術', detail: '合併症なし' })
    expect((await list(hanako, 'performed_operations')).length).toBe(1)
  })
})

test.each(['allergy_reactions', 'past_illnesses', 'family_past_illnesses', 'performed_operations'])(
  '%s cannot be read by other patients, and only clinicians can change or delete them',
  async (name) => {
    const [{ id }] = await list(hanako, name)
    expect((await taro.get(`/api/${name}?user_id=${hanako.id}`)).status).toBe(404)
    const { concierge, trainer, observer } = testApp.staff
    for (const member of [hanako, taro, concierge, trainer, observer]) {
      expect((await change(member, name, id, {})).status).toBe(403)
      expect((await remove(member, name, id)).status).toBe(403)
    }
    expect((await remove(doctor, name, id)).status).toBe(204)
    expect((await remove(doctor, name, id)).status).toBe(404)
  },
)
