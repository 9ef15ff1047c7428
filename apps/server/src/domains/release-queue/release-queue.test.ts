import type { TestPackage } from '@sukoyaka/wire/record/checkup'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { importCsv, openImports } from '../../../test/imports.ts'
import type { Member, TestApp } from '../../../test/test-app.ts'

type ImportsFixture = Awaited<ReturnType<typeof openImports>>
type Item = { group: string; version: string; patient: { id: number; phone_number: string | null }; checkup: TestPackage; findings: { notable: object[] } }
let { upload, runAction }: ImportsFixture = {} as ImportsFixture
let testApp: TestApp
let nurse: Member, doctor: Member, hanako: Member, taro: Member, jiro: Member

beforeAll(async () => {
  ;({ testApp, upload, runAction } = await openImports())
  ;({ nurse, doctor } = testApp.staff)
  ;({ hanako, taro } = testApp)
  jiro = await testApp.add({
    ...{ role: 'patient', email: 'jiro@example.com', birthday: '1975-05-05', sex: 'male' },
    ...{ last_name: '森', first_name: '次郎', last_name_kana: 'モリ', first_name_kana: 'ジロウ' },
  })
})

beforeEach(async () => {
  await testApp.context.db.execute(sql`delete from test_packages`)
  await testApp.runJobs()
  testApp.mails.length = 0
})

const row = (name: string, birthday: string, values: string) => `${name},,${birthday},,2026/11/1,${values}`
/** LDL, HbA1c and potassium of Hanako (in range), Taro (LDL far out of range) and Jiro (potassium critical). */
const file = [
  '氏名,カナ,生年月日,性別,受診日,LDL-C(mg/dL),HbA1c,カリウム(mEq/L)',
  row('山田 花子', 'S43.3.14', '100,5.3,4.0'),
  row('佐藤 太郎', '1980-04-01', '190,5.3,4.0'),
  row('森 次郎', '1975-05-05', '100,5.3,6.5'),
  '',
].join('\r\n')

const importFile = async (content = file) => {
  const { id } = await upload(content)
  await testApp.context.db.execute(sql`update import_rows set is_confirmed = true where import_id = ${id}`)
  await runAction(id, 'apply')
  return id as number
}
const queue = async (import_id?: number, member = nurse) => (await member.get(`/api/releases${import_id ? `?import_id=${import_id}` : ''}`)).body
const itemOf = async (member: Member): Promise<Item> => (await queue()).items.find(({ patient }: Item) => patient.id === member.id)
const hold = async (items: object[], member = nurse) => {
  const { status, body } = await member.request('POST', '/api/releases', { body: { items } })
  expect(status).toBe(200)
  return body.items
}
const endHolds = () => testApp.context.db.execute(sql`update held_releases set releases_at = now() - interval '1 second'`)
const release = async (items: object[], member = nurse) => {
  const outcomes = await hold(items, member)
  await endHolds()
  await testApp.runJobs()
  return outcomes
}
const stop = async (ids: number[], member = doctor) => (await member.request('POST', '/api/releases/stop', { body: { ids } })).body
const valuesSeenBy = async (patient: Member) => (await patient.get(`/api/test_results?user_id=${patient.id}`)).body.items.length

test('lists the checkups of an import with their patients, the most severe first, and counts the released ones', async () => {
  const id = await importFile()
  const { items, counts, released_count } = await queue(id)
  expect(items).toMatchObject([
    { group: 'urgent', patient: { id: jiro.id, last_name: '森', last_name_kana: 'モリ', birthday: '1975-05-05' }, checkup: { serious_count: 1 } },
    { group: 'review', patient: { id: taro.id }, findings: { unhealthy: 1, notable: [{ category: { name: 'ldl_cholesterol' }, value: 190 }] } },
    { group: 'within', patient: { id: hanako.id }, findings: { unhealthy: 0, warning: 0, unknown: 0, notable: [] } },
  ])
  expect([counts, released_count]).toEqual([{ urgent: 1, review: 1, within: 1 }, 0])
  expect(items[0].findings.notable[0]).toMatchObject({ is_serious: true, value: 6.5 })
  // the row of /today for which contacts are recorded
  expect(items.map(({ board_row }: { board_row: object | null }) => board_row)).toMatchObject([
    { section: 'waiting_release', subject_id: items[0].checkup.id, untold_count: 1, contacts: [] },
    null,
    null,
  ])
  expect((await queue(id + 1)).items).toEqual([])
  await release([{ id: items[2].checkup.id, version: items[2].version }])
  expect(await queue(id)).toMatchObject({ counts: { urgent: 1, review: 1, within: 0 }, released_count: 1 })
})

test('a result of an item without a range does not move a checkup out of the group in range', async () => {
  await importFile(['氏名,生年月日,受診日,身長(cm),HbA1c', '山田 花子,S43.3.14,2026/11/1,161.5,5.3', ''].join('\r\n'))
  expect((await queue()).items).toMatchObject([{ group: 'within', findings: { total: 2, unknown: 0 } }])
})

test('a critical value counts as unhealthy even if no range judged it', async () => {
  await importFile()
  const { notable: _, ...counts } = (await itemOf(jiro)).findings
  expect(counts).toMatchObject({ unhealthy: 1, warning: 0 })
  for (const status of [null, 2]) {
    await testApp.context.db.execute(sql`update test_results set status = ${status} where is_serious`)
    expect((await itemOf(jiro)).findings).toMatchObject({ ...counts, notable: [{ is_serious: true, status }] })
  }
})

test('a checkup with a value left out of the import must be reviewed', async () => {
  const { id } = await upload(['氏名,生年月日,受診日,HbA1c,カリウム(mEq/L)', '山田 花子,S43.3.14,2026/11/1,5.3,7.4', ''].join('\r\n'))
  await runAction(id, 'apply')
  expect((await queue()).items).toMatchObject([{ group: 'review', has_open_values: true, findings: { total: 1 } }])
})

test('a checkup that the provider judged to need attention must be reviewed, even if all its values are in range', async () => {
  const importJudged = async (xray: string, overall: string) => {
    const { id } = await upload(['氏名,生年月日,受診日,HbA1c,胸部X線判定,総合判定', `山田 花子,S43.3.14,2026/11/1,5.3,${xray},${overall}`, ''].join('\r\n'))
    await runAction(id, 'apply')
    return (await queue()).items
  }
  expect(await importJudged('異常なし', 'A')).toMatchObject([{ group: 'within' }])
  expect(await importJudged('要精密検査', 'A')).toMatchObject([{ group: 'review', findings: { unhealthy: 0, warning: 0, unknown: 0 } }])
  expect(await importJudged('異常なし', 'D')).toMatchObject([{ group: 'review' }])
  expect((await queue()).counts).toEqual({ urgent: 0, review: 1, within: 0 })
})

test('a checkup that has judgements of the provider only is imported, reviewed, released and removed by the undo', async () => {
  const uploaded = await upload(['氏名,生年月日,受診日,LDL-C(mg/dL),総合判定', '山田 花子,S43.3.14,2026/11/1,,D 要精密検査', ''].join('\r\n'))
  expect(uploaded.counts).toMatchObject({ new: 1, same: 0, values_new: 0 })
  await runAction(uploaded.id, 'apply')
  expect((await queue(uploaded.id)).items).toMatchObject([{ group: 'review', patient: { id: hanako.id }, findings: { total: 0, notable: [] } }])
  const { checkup, version } = await itemOf(hanako)
  const onBoard = async () =>
    (await nurse.get('/api/today/waiting_release?scope=all')).body.items.filter(({ subject_id }: { subject_id: number }) => subject_id === checkup.id)
  expect(await onBoard()).toMatchObject([{ count: 0, serious_count: 0 }])
  expect(await release([{ id: checkup.id, version }])).toMatchObject([{ outcome: 'held' }])
  const seen = async () => (await hanako.get(`/api/test_packages?user_id=${hanako.id}`)).body.items
  expect(await seen()).toMatchObject([{ id: checkup.id, provider_judgements: [{ name: '総合判定', text: 'D 要精密検査', is_overall: true }] }])
  expect(await onBoard()).toEqual([])
  await runAction(uploaded.id, 'undo')
  expect(await seen()).toEqual([])
})

test('releases several checkups in one call, each with its comment, and mails each patient once', async () => {
  await importFile()
  const [first, second] = [await itemOf(taro), await itemOf(hanako)]
  const items = [
    { id: first.checkup.id, version: first.version, comment: '次の面談でお話ししましょう。' },
    { id: second.checkup.id, version: second.version, comment: 'すべて基準内でした。' },
  ]
  const outcomes = (outcome: string) => items.map(({ id }) => ({ id, outcome, reason: null }))
  expect(await release(items)).toEqual(outcomes('held'))
  const shown = (await taro.get(`/api/test_packages?user_id=${taro.id}`)).body.items[0]
  expect([shown.comment, await valuesSeenBy(taro), await valuesSeenBy(hanako)]).toEqual(['次の面談でお話ししましょう。', 3, 3])
  // a repeated call changes nothing
  expect(await release(items)).toEqual(outcomes('released'))
  await testApp.runJobs()
  expect(testApp.mails.map(({ to }) => to).sort()).toEqual([hanako.email, taro.email].sort())
  expect(await release([{ ...items[0], comment: '別のコメント' }])).toMatchObject([{ outcome: 'refused', reason: 'released' }])
  expect((await taro.get(`/api/test_packages?user_id=${taro.id}`)).body.items[0].comment).toBe('次の面談でお話ししましょう。')
})

test('a checkup that is released again without a comment keeps the one it has', async () => {
  await importFile()
  const comment = '薬はこのまま続けてください。'
  const { id } = (await itemOf(hanako)).checkup
  await release([{ id, version: (await itemOf(hanako)).version, comment }])
  expect((await doctor.request('DELETE', `/api/test_packages/${id}/release`)).status).toBe(200)
  const { version, checkup } = await itemOf(hanako)
  expect(checkup).toMatchObject({ comment, released_at: null })
  expect(await release([{ id, version }])).toMatchObject([{ outcome: 'held' }])
  expect((await hanako.get(`/api/test_packages?user_id=${hanako.id}`)).body.items[0]).toMatchObject({ id, comment })
})

test('refuses checkups one by one and releases the others', async () => {
  await importFile()
  const [urgent, abnormal, within] = [await itemOf(jiro), await itemOf(taro), await itemOf(hanako)]
  await testApp.context.db.execute(sql`update test_results set value = 250, updated_at = updated_at + interval '1 second' where user_id = ${taro.id}`)
  const items = [urgent, abnormal, within].map(({ checkup, version }) => ({ id: checkup.id, version }))
  expect(await release([...items, { id: 9_999_999, version: within.version }])).toEqual([
    { id: urgent.checkup.id, outcome: 'refused', reason: 'call_required' },
    { id: abnormal.checkup.id, outcome: 'refused', reason: 'changed' },
    { id: within.checkup.id, outcome: 'held', reason: null },
    { id: 9_999_999, outcome: 'refused', reason: 'not_found' },
  ])
  expect([await valuesSeenBy(jiro), await valuesSeenBy(taro), await valuesSeenBy(hanako)]).toEqual([0, 0, 3])
  expect((await queue()).items.map(({ patient }: Item) => patient.id)).toEqual([jiro.id, taro.id])
})

test('releases critical results only with a call made today or earlier', async () => {
  await importFile()
  const { checkup, version } = await itemOf(jiro)
  const sent = { id: checkup.id, version }
  expect(await release([{ ...sent, called_on: '2026-11-22' }])).toMatchObject([{ reason: 'in_future' }])
  expect(await release([{ ...sent, called_on: '2026-11-21', comment: 'お電話のとおりです。' }])).toMatchObject([{ outcome: 'held' }])
  expect((await doctor.get(`/api/test_packages?user_id=${jiro.id}`)).body.items[0]).toMatchObject({ called_on: '2026-11-21', released_by: nurse.id })
})

test('holds a release for a minute, in which the patient sees nothing and another person who may release can stop it', async () => {
  const import_id = await importFile()
  const { checkup, version } = await itemOf(hanako)
  const sent = { id: checkup.id, version, comment: 'すべて基準内でした。' }
  expect(await hold([sent])).toEqual([{ id: checkup.id, outcome: 'held', reason: null }])
  const { items, counts, released_count } = await queue(import_id, doctor)
  expect([counts.within, released_count]).toEqual([0, 0])
  expect(items[0]).toMatchObject({ group: 'within', version, hold: { version, comment: 'すべて基準内でした。', held_by: { id: nurse.id } } })
  expect(items[0].hold.seconds_left).toBeGreaterThan(50)
  expect(items[0].hold.seconds_left).toBeLessThanOrEqual(60)
  // a job that runs too early, as after a restart, releases nothing
  await testApp.runJobs()
  const shown = (await hanako.get(`/api/test_packages?user_id=${hanako.id}`)).body.items[0]
  expect([await valuesSeenBy(hanako), shown.released_at, shown.comment, testApp.mails]).toEqual([0, null, null, []])
  // the same again, with or without its comment, changes nothing; another comment is refused
  for (const again of [sent, { id: checkup.id, version }]) expect(await hold([again], doctor)).toMatchObject([{ outcome: 'held' }])
  expect(await hold([{ ...sent, comment: '別のコメント' }], doctor)).toMatchObject([{ outcome: 'refused', reason: 'released' }])
  expect(await stop([checkup.id])).toEqual({ stopped_ids: [checkup.id] })
  expect(await stop([checkup.id])).toEqual({ stopped_ids: [] })
  await endHolds()
  await testApp.runJobs()
  expect([await valuesSeenBy(hanako), (await itemOf(hanako)).checkup.id]).toEqual([0, checkup.id])
  expect((await queue()).items.every(({ hold: held }: { hold: object | null }) => held === null)).toBe(true)
})

test('a checkup that changes while it is held is not released, and waits again', async () => {
  await importFile()
  const [changed, other] = [await itemOf(taro), await itemOf(hanako)]
  await hold([changed, other].map(({ checkup, version }) => ({ id: checkup.id, version })))
  await testApp.context.db.execute(sql`update test_results set value = 250, updated_at = updated_at + interval '1 second' where user_id = ${taro.id}`)
  await endHolds()
  await testApp.runJobs()
  expect([await valuesSeenBy(taro), await valuesSeenBy(hanako)]).toEqual([0, 3])
  expect(await itemOf(taro)).toMatchObject({ hold: null })
  expect((await nurse.get(`/api/test_packages?user_id=${hanako.id}`)).body.items[0].released_by).toBe(nurse.id)
})

test('a held checkup that is sent again with a newer version or another day of the call is held anew with these', async () => {
  await importFile()
  const reviewed = await itemOf(jiro)
  const { id } = reviewed.checkup
  expect(await hold([{ id, version: reviewed.version, called_on: '2026-11-20', comment: 'お電話のとおりです。' }])).toMatchObject([{ outcome: 'held' }])
  await testApp.context.db.execute(sql`update test_results set value = value + 1, updated_at = updated_at + interval '1 second' where user_id = ${jiro.id}`)
  await endHolds()
  const changed = await itemOf(jiro)
  expect([changed.version === reviewed.version, changed]).toMatchObject([false, { hold: { version: reviewed.version } }])
  expect(await hold([{ id, version: changed.version, called_on: '2026-11-20' }], doctor)).toMatchObject([{ outcome: 'held' }])
  // the delay begins again
  await testApp.runJobs()
  expect(await itemOf(jiro)).toMatchObject({ hold: { comment: 'お電話のとおりです。', held_by: { id: doctor.id } } })
  expect(await hold([{ id, version: changed.version, called_on: '2026-11-21' }], nurse)).toMatchObject([{ outcome: 'held' }])
  await endHolds()
  await testApp.runJobs()
  const released = (await doctor.get(`/api/test_packages?user_id=${jiro.id}`)).body.items[0]
  expect([released, await valuesSeenBy(jiro)]).toMatchObject([{ called_on: '2026-11-21', released_by: nurse.id }, 3])
})

test('deleting a result changes the checkup: it is neither released nor held with the version from before', async () => {
  await importFile()
  const [reviewed, held] = [await itemOf(taro), await itemOf(hanako)]
  await hold([{ id: held.checkup.id, version: held.version, comment: 'HbA1cも基準内でした。' }])
  for (const patient of [taro, hanako]) {
    const { items } = (await nurse.get(`/api/test_results?user_id=${patient.id}`)).body
    const { id } = items.find(({ value }: { value: number }) => value === 5.3)
    expect((await nurse.request('DELETE', `/api/test_results/${id}`)).status).toBe(204)
  }
  expect(await release([{ id: reviewed.checkup.id, version: reviewed.version }])).toMatchObject([{ outcome: 'refused', reason: 'changed' }])
  expect([await valuesSeenBy(taro), await valuesSeenBy(hanako)]).toEqual([0, 0])
  expect(await itemOf(hanako)).toMatchObject({ hold: null, findings: { total: 2 } })
})

test('a result that is judged otherwise, and judgements of the provider that an undo restores, change the checkup: it must be reviewed again', async () => {
  await importFile()
  const { group, checkup, version: reviewed } = await itemOf(hanako)
  expect(group).toBe('within')
  // as when results are judged again by another birthday: the result keeps the time of its last change
  await testApp.context.db.execute(sql`update test_results set status = 2 where id = (select min(id) from test_results where user_id = ${hanako.id})`)
  expect(await release([{ id: checkup.id, version: reviewed }])).toEqual([{ id: checkup.id, outcome: 'refused', reason: 'changed' }])
  const judged = (overall: string) => upload(['氏名,生年月日,受診日,HbA1c,総合判定', `山田 花子,S43.3.14,2026/11/1,5.3,${overall}`, ''].join('\r\n'))
  await runAction((await judged('D')).id, 'apply')
  const { id } = await judged('A')
  await runAction(id, 'apply')
  const { version } = await itemOf(hanako)
  await runAction(id, 'undo')
  expect(await release([{ id: checkup.id, version }])).toMatchObject([{ outcome: 'refused', reason: 'changed' }])
})

test('nothing is released for somebody whose account was deactivated during the hold; the comment is kept', async () => {
  await importFile()
  const { checkup, version } = await itemOf(hanako)
  const former = await testApp.add({ role: 'nurse', last_name: '退職', first_name: '者' })
  await hold([{ id: checkup.id, version, comment: '次は春に' }], former)
  await testApp.context.db.execute(sql`update users set deactivated_at = now() where id = ${former.id}`)
  await endHolds()
  await testApp.runJobs()
  const kept = { comment: '次は春に', released_at: null, updated_at: expect.not.stringMatching(checkup.updated_at) }
  expect([await valuesSeenBy(hanako), (await itemOf(hanako)).checkup]).toMatchObject([0, kept])
})

test('rejects roles that may not write results', async () => {
  await importFile(importCsv('山田　花子,ﾔﾏﾀﾞ ﾊﾅｺ,S43.3.14,女,2026/11/1,100,5.3,(-)'))
  for (const member of [hanako, testApp.staff.concierge, testApp.staff.trainer, testApp.staff.observer]) {
    expect((await member.get('/api/releases')).status).toBe(403)
    const { checkup, version } = await itemOf(hanako)
    expect((await member.request('POST', '/api/releases', { body: { items: [{ id: checkup.id, version }] } })).status).toBe(403)
    expect((await member.request('POST', '/api/releases/stop', { body: { ids: [checkup.id] } })).status).toBe(403)
  }
  expect(await valuesSeenBy(hanako)).toBe(0)
})
