// @vitest-environment happy-dom
import type { Role } from '@sukoyaka/wire/access'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { json, press, show, text, wait } from '../../test/render-ui.tsx'
import { MedicationCard } from './MedicationCard.tsx'
import { MyMedicinesCard } from './MyMedicinesCard.tsx'
import { fakeServer, medicineIntake, respond, rows, setUpMedicationTests } from './test-render.tsx'

setUpMedicationTests()

const card = <MedicationCard user_id={1} drugAllergies={['ペニシリン（2015年 発疹）']} />
const write = async (name: string) => {
  fireEvent.change(screen.getByRole('combobox'), { target: { value: name } })
  await wait(600)
}
const openForm = async () => {
  await show('doctor', card)
  await press('薬・サプリメントを編集')
  await press('薬を追加')
}

test('a doctor sees current medicines with dose, supplements with months, and past ones on request', async () => {
  await show('doctor', card)
  expect(rows('服用中の薬')).toEqual(['ロスバスタチン 2.5 mg1錠・夕食後', '葛根湯3包・分3・毎食前', '抗菌薬'])
  expect(rows('サプリメント')).toEqual(['ビタミンD3 25μg2026.04–'])
  expect(text()).not.toContain('鉄剤')
  await press('過去 1件')
  expect(rows('過去')).toEqual(['鉄剤2021年頃–2021.09'])
})

test('warns about drug allergies and duplicates but allows saving', async () => {
  await openForm()
  expect(text()).toContain('薬剤アレルギーの記録：ペニシリン（2015年 発疹）')
  await write('アモ')
  fireEvent.click(screen.getByRole('option', { name: /アモキシシリン/ }))
  await wait(100)
  expect(text()).toContain('薬剤アレルギーの記録と一致：ペニシリン（2015年 発疹）')
  await write('ロスバ')
  fireEvent.click(screen.getByRole('option', { name: /ロスバスタチン/ }))
  await wait(100)
  expect(text()).not.toContain('記録と一致')
  expect(text()).toContain('同じ薬を服用中：ロスバスタチン 2.5 mg')
  await write('アトル')
  fireEvent.click(screen.getByRole('option', { name: /アトルバスタチン/ }))
  await wait(100)
  expect(text()).toContain('同じ分類（スタチン）の薬を服用中：ロスバスタチン 2.5 mg')
  await press('保存')
  expect(fakeServer.requests[0]?.body).toMatchObject({ user_id: 1, medicine_id: 2, name: null })
  expect(rows('服用中の薬')).toContain('アトルバスタチン')
})

test('saves free text for an item missing from the catalogue, with intake times in the order of the day', async () => {
  await openForm()
  await write('防風通聖散')
  expect(text()).toContain('一覧に「防風通聖散」はありません')
  fireEvent.change(screen.getByLabelText('1日の回数'), { target: { value: '３' } })
  for (const time of ['夕食前', '朝食前']) fireEvent.click(screen.getByRole('checkbox', { name: time }))
  fireEvent.change(screen.getByLabelText('開始日'), { target: { value: '2026年4月' } })
  await press('保存')
  expect(fakeServer.requests[0]?.body).toEqual({
    user_id: 1,
    medicine_id: null,
    name: '防風通聖散',
    strength: '',
    daily_volume: '',
    divided_times: 3,
    timing: ['before_breakfast', 'before_dinner'],
    started_on: '2026-04',
    ended_on: null,
    memo: '',
  })
})

test('marks the invalid fields of an incomplete form and sends nothing', async () => {
  await openForm()
  fireEvent.change(screen.getByLabelText('1日の回数'), { target: { value: '13' } })
  fireEvent.change(screen.getByLabelText('開始日'), { target: { value: '2026.05' } })
  fireEvent.change(screen.getByLabelText('終了日'), { target: { value: '2026.04' } })
  await press('保存')
  for (const words of ['薬の名前を入力してください', '回数は1から12の数字で入力してください', '開始日より後の日付を入力してください'])
    expect(text()).toContain(words)
  expect(document.activeElement).toBe(screen.getByRole('combobox'))
  expect(fakeServer.requests).toEqual([])
})

test('a doctor ends a medicine as of today in Tokyo, sees it under past ones and undoes it from the toast', async () => {
  await show('doctor', card)
  await press('薬・サプリメントを編集')
  await press('終了：ロスバスタチン 2.5 mg')
  expect(fakeServer.requests).toEqual([{ method: 'PUT', path: '/api/medicine_intakes/1', body: { ended_on: '2026-11-21' } }])
  expect(rows('服用中の薬')).not.toContain('ロスバスタチン 2.5 mg1錠・夕食後')
  await press('元に戻す')
  expect(fakeServer.requests[1]?.body).toEqual({ ended_on: null })
  expect(rows('服用中の薬')).toContain('ロスバスタチン 2.5 mg1錠・夕食後')
})

test('rolls back a rejected end date and allows a retry', async () => {
  await show('nurse', card)
  await press('薬・サプリメントを編集')
  fakeServer.errorResponse = { status: 500, body: { error: 'サーバーで問題が起きました。', code: 'internal' } }
  await press('終了：ビタミンD3 25μg', 4000)
  expect(rows('サプリメント')).toEqual(['ビタミンD3 25μg2026.04–'])
  expect(screen.getByRole('alert').textContent).toContain('終了を保存できませんでした')
  fakeServer.errorResponse = undefined
  await press('再試行')
  expect(rows('サプリメント')).toEqual([])
})

test.each<Role>(['observer', 'trainer'])('the role %s sees the list without edit controls', async (role) => {
  await show(role, card)
  expect(rows('服用中の薬')).toHaveLength(3)
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['過去 1件'])
})

test('shows an error if one of the two lists fails to load, and reloads it', async () => {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => (url.includes('supplement') ? json({ error: 'x' }, 403) : respond(url, init)))
  await show('doctor', card)
  expect(text()).toContain('薬・サプリメントを読み込めませんでした')
  vi.stubGlobal('fetch', respond)
  await press('もう一度読み込む', 700)
  expect(rows('サプリメント')).toHaveLength(1)
})

test('patients see current medicines only', async () => {
  fakeServer.rowsByList.medicine_intakes?.push(medicineIntake(5, { name: '目薬', timing: ['as_needed'] }))
  await show('patient', <MyMedicinesCard user_id={1}>アレルギーと病歴</MyMedicinesCard>)
  expect(rows('飲んでいるお薬')).toEqual(['ロスバスタチン 2.5 mg1錠・夕食後', '葛根湯3包・分3・毎食前', '抗菌薬', '目薬頓用'])
  expect(text()).toContain('アレルギーと病歴')
  expect(text()).not.toContain('鉄剤')
  expect(screen.queryAllByRole('button')).toEqual([])
})
