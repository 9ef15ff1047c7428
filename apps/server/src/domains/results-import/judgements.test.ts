import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openImports } from '../../../test/imports.ts'
import type { Member, TestApp } from '../../../test/test-app.ts'

let { upload, runAction, fix }: Awaited<ReturnType<typeof openImports>> = {} as Awaited<ReturnType<typeof openImports>>
let testApp: TestApp
let doctor: Member, hanako: Member

beforeAll(async () => {
  ;({ testApp, upload, runAction, fix } = await openImports())
  ;({ doctor } = testApp.staff)
  ;({ hanako } = testApp)
})
beforeEach(async () => {
  await testApp.context.db.execute(sql`delete from test_packages`)
})

const file = (overall: string, lipid: string) =>
  ['氏名,生年月日,受診日,LDL-C,脂質判定,総合判定,前回総合判定', `山田 花子,S43.3.14,2026/11/1,162,${lipid},${overall},A`, ''].join('\r\n')
const judgementsSeenBy = async (member: Member) => (await member.get(`/api/test_packages?user_id=${hanako.id}`)).body.items[0]?.provider_judgements

test('stores the provider’s judgements with the checkup, hides them until the release, and restores the previous ones on undo', async () => {
  const first = await upload(file('要精密検査', 'Ｃ'))
  expect(first.mapping.map(({ field }: { field: string | null }) => field).slice(4)).toEqual(['judgement', 'overall_judgement', null])
  await runAction(first.id, 'apply')
  const judgements = [
    { name: '脂質判定', text: 'C', is_overall: false },
    { name: '総合判定', text: '要精密検査', is_overall: true },
  ]
  expect([await judgementsSeenBy(doctor), await judgementsSeenBy(hanako)]).toEqual([judgements, []])
  expect((await upload(file('要精密検査', 'C'))).counts).toMatchObject({ same: 1, changed: 0 })
  const second = await upload(file('D', 'C'))
  expect(second.counts).toMatchObject({ same: 0, changed: 1, values_changed: 0 })
  await runAction(second.id, 'apply')
  expect((await judgementsSeenBy(doctor))[1]).toMatchObject({ text: 'D' })
  await runAction(second.id, 'undo')
  expect(await judgementsSeenBy(doctor)).toEqual(judgements)
  const { id } = (await doctor.get(`/api/test_packages?user_id=${hanako.id}`)).body.items[0]
  await doctor.request('POST', `/api/test_packages/${id}/release`, { body: {} })
  expect(await judgementsSeenBy(hanako)).toEqual(judgements)
  expect((await upload(file('要精密検査', 'C'))).counts).toMatchObject({ same: 1, refused: 0 })
  // the patient has seen the judgements: another one needs the release to be withdrawn first
  const corrected = await upload(file('A', 'C'))
  expect(corrected.counts).toMatchObject({ same: 0, changed: 0, refused: 1 })
  await runAction(corrected.id, 'apply')
  expect(await judgementsSeenBy(hanako)).toEqual(judgements)
  await doctor.request('DELETE', `/api/test_packages/${id}/release`)
  const again = await upload(file('A', 'C'))
  await runAction(again.id, 'apply')
  expect((await judgementsSeenBy(doctor))[1]).toMatchObject({ text: 'A' })
})

test('an undo keeps the judgements that a later import wrote; if a correction wrote them again, it restores those from before the import', async () => {
  const overallSeen = async () => (await judgementsSeenBy(doctor)).find(({ is_overall }: { is_overall: boolean }) => is_overall).text
  const apply = async (content: string) => {
    const { id } = await upload(content)
    await runAction(id, 'apply')
    return id
  }
  await apply(file('A', 'A'))
  const earlier = await apply(file('B', 'A'))
  const later = await apply(file('C', 'A').replace('LDL-C,', 'LDL-C,HbA1c,').replace('162,', '162,不明,'))
  await runAction(earlier, 'undo')
  expect(await overallSeen()).toBe('C')
  // the correction writes the judgements again
  expect((await fix(later, 2, { cells: [{ at: 4, text: '5.5' }] })).body).toMatchObject({ reasons: [] })
  await runAction(later, 'undo')
  expect(await overallSeen()).toBe('B')
})

test('a second file of the provider adds its judgements; an undo removes only those of its own import', async () => {
  const values = (judgements: { name: string; text: string }[]) => judgements.map(({ name, text }) => [name, text])
  const shown = async () => values(await judgementsSeenBy(doctor))
  const blood = [
    ['脂質判定', 'C'],
    ['総合判定', '要精密検査'],
  ]
  const endoscopy = ['胃内視鏡判定', 'B']
  const first = await upload(file('要精密検査', 'C'))
  await runAction(first.id, 'apply')
  const second = await upload(['氏名,生年月日,受診日,胃内視鏡判定,総合判定', '山田 花子,S43.3.14,2026/11/1,B,', ''].join('\r\n'))
  expect(second.counts).toMatchObject({ changed: 1, same: 0 })
  await runAction(second.id, 'apply')
  expect(await shown()).toEqual([...blood, endoscopy])
  expect((await upload(file('要精密検査', 'C'))).counts).toMatchObject({ changed: 0, same: 1 })
  await runAction(second.id, 'undo')
  expect(await shown()).toEqual(blood)
  const third = await upload(['氏名,生年月日,受診日,HbA1c,胃内視鏡判定', '山田 花子,S43.3.14,2026/11/1,5.5,B', ''].join('\r\n'))
  await runAction(third.id, 'apply')
  await runAction(first.id, 'undo')
  expect(await shown()).toEqual([endoscopy])
})
