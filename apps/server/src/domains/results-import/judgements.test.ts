import { beforeAll, expect, test } from 'vitest'
import { openImports } from '../../../test/imports.ts'
import type { Member, TestApp } from '../../../test/test-app.ts'

let { upload, press }: Awaited<ReturnType<typeof openImports>> = {} as Awaited<ReturnType<typeof openImports>>
let testApp: TestApp
let doctor: Member, hanako: Member

beforeAll(async () => {
  ;({ testApp, upload, press } = await openImports())
  ;({ doctor } = testApp.staff)
  ;({ hanako } = testApp)
})

const file = (overall: string, lipid: string) =>
  ['氏名,生年月日,受診日,LDL-C,脂質判定,総合判定,前回総合判定', `山田 花子,S43.3.14,2026/11/1,162,${lipid},${overall},A`, ''].join('\r\n')
const judgementsSeenBy = async (member: Member) => (await member.get(`/api/test_packages?user_id=${hanako.id}`)).body.items[0]?.provider_judgements

test('stores the provider’s judgements with the checkup, hides them until the release, and restores the previous ones on undo', async () => {
  const first = await upload(file('要精密検査', 'Ｃ'))
  expect(first.mapping.map(({ field }: { field: string | null }) => field).slice(4)).toEqual(['judgement', 'overall_judgement', null])
  await press(first.id, 'apply')
  const judgements = [
    { name: '脂質判定', text: 'C', is_overall: false },
    { name: '総合判定', text: '要精密検査', is_overall: true },
  ]
  expect([await judgementsSeenBy(doctor), await judgementsSeenBy(hanako)]).toEqual([judgements, []])
  expect((await upload(file('要精密検査', 'C'))).counts).toMatchObject({ same: 1, changed: 0 })
  const second = await upload(file('D', 'C'))
  expect(second.counts).toMatchObject({ same: 0, changed: 1, values_changed: 0 })
  await press(second.id, 'apply')
  expect((await judgementsSeenBy(doctor))[1]).toMatchObject({ text: 'D' })
  await press(second.id, 'undo')
  expect(await judgementsSeenBy(doctor)).toEqual(judgements)
  const { id } = (await doctor.get(`/api/test_packages?user_id=${hanako.id}`)).body.items[0]
  await doctor.request('POST', `/api/test_packages/${id}/release`, { body: {} })
  expect(await judgementsSeenBy(hanako)).toEqual(judgements)
  // what the patient saw stays
  expect((await upload(file('A', 'A'))).counts).toMatchObject({ same: 1, changed: 0 })
})
