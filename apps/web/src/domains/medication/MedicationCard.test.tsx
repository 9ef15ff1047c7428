import type { Role } from '@sukoyaka/wire/access'
import { listMessageRooms } from '@sukoyaka/wire/care/message-room'
import {
  addMedicineIntake,
  changeMedicineIntake,
  changeSupplementIntake,
  listMedicineIntakes,
  listMedicines,
  listSupplementIntakes,
  type MedicineIntake,
  removeMedicineIntake,
  removeSupplementIntake,
  type SupplementIntake,
} from '@sukoyaka/wire/record/medication'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { invalidate } from '../../api/api.ts'
import { paged } from '../../test/data/paged.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { allergy } from '../illness/test-data.ts'
import { room } from '../message/test-data.ts'
import { MedicationCard } from './MedicationCard.tsx'
import { MyMedicinesCard } from './MyMedicinesCard.tsx'
import { medicineIntake, medicines, supplementIntake } from './test-data.ts'

// 21 November in Tokyo
setUpNetwork({ now: '2026-11-20T16:00:00Z' })

let stored: { medicines: MedicineIntake[]; supplements: SupplementIntake[] }
beforeEach(() => {
  stored = {
    medicines: [
      medicineIntake(1, { medicine_id: 1, strength: '2.5 mg', daily_volume: '1錠', divided_times: 1, timing: ['after_dinner'], started_on: '2025-06' }),
      medicineIntake(2, { name: '葛根湯', daily_volume: '3包', divided_times: 3, timing: ['before_breakfast', 'before_lunch', 'before_dinner'] }),
      medicineIntake(3, { name: '鉄剤', started_on: '2021', ended_on: '2021-09' }),
      medicineIntake(4, { name: '抗菌薬', ended_on: '2026-11-22' }),
    ],
    supplements: [supplementIntake(1, { supplement_id: 1, started_on: '2026-04-03' })],
  }
  const change = <Row extends { id: number }>(rows: Row[], { id, ...changed }: Partial<Row> & { id: number }) => {
    const row = rows.find((item) => item.id === id)!
    return Object.assign(row, changed)
  }
  network.use(
    reply(listMedicineIntakes, () => ({ items: stored.medicines })),
    reply(listSupplementIntakes, () => ({ items: stored.supplements })),
    reply(listMedicines, ({ q = '' }) => ({ items: medicines.filter(({ name_ja }) => name_ja.includes(q)) })),
    reply(addMedicineIntake, ({ user_id: _, ...row }) => {
      const added = medicineIntake(100, row)
      stored.medicines.push(added)
      return added
    }),
    reply(changeMedicineIntake, (input) => change(stored.medicines, input)),
    reply(changeSupplementIntake, (input) => change(stored.supplements, input)),
  )
})

/** Rows of a section of the card. The dialog, later in the document, can have a section of the same name. */
const rows = (section: string) =>
  within(screen.getAllByRole('region', { name: section })[0]!)
    .queryAllByRole('listitem')
    .map((row) => row.textContent)
const penicillin = [allergy(1, 'medicine', true, 'ペニシリン（2015年 発疹）')]
const showCard = async (role: Role, allergies = penicillin) => {
  const shown = show(role, <MedicationCard user_id={1} allergies={allergies} />)
  await screen.findByRole('region', { name: '服用中の薬' })
  return shown
}
const openForm = async (allergies = penicillin) => {
  const shown = await showCard('doctor', allergies)
  await shown.press('薬・サプリメントを編集')
  await shown.press('薬を追加')
  const dialog = within(await screen.findByRole('dialog', { name: '薬を追加' }))
  const search = async (name: string) => {
    await shown.user.clear(dialog.getByRole('combobox'))
    await shown.user.type(dialog.getByRole('combobox'), name)
  }
  const choose = async (name: string, option: RegExp) => {
    await search(name)
    await shown.user.click(await screen.findByRole('option', { name: option }))
  }
  return { ...shown, dialog, search, choose }
}

test('a doctor sees current medicines with their dose and supplements with their months; a button shows past intakes', async () => {
  const { press } = await showCard('doctor')
  expect(rows('服用中の薬')).toEqual(['ロスバスタチン 2.5 mg1錠・夕食後', '葛根湯3包・分3・毎食前', '抗菌薬'])
  expect(rows('サプリメント')).toEqual(['ビタミンD3 25μg2026.04–'])
  expect(document.body.textContent).not.toContain('鉄剤')
  await press('過去 1件')
  expect(rows('過去')).toEqual(['鉄剤2021年頃–2021.09'])
})

test('warns about drug allergies and duplicates but allows saving', async () => {
  const { press, choose, search } = await openForm()
  const shows = (words: string) => waitFor(() => expect(document.body.textContent).toContain(words))
  await shows('薬剤アレルギーの記録：ペニシリン（2015年 発疹）')
  await choose('アモ', /アモキシシリン/)
  await shows('薬剤アレルギーの記録と一致：ペニシリン（2015年 発疹）')
  await choose('ロスバ', /ロスバスタチン/)
  await shows('同じ薬を服用中または開始予定：ロスバスタチン 2.5 mg')
  await shows('薬剤アレルギーの記録（ペニシリン（2015年 発疹））とは一致しません')
  expect(document.body.textContent).not.toContain('記録と一致')
  await choose('アモ', /アモキシシリン/)
  await search('葛根湯')
  await shows('照合できない薬剤アレルギーの記録：ペニシリン（2015年 発疹）')
  await choose('アトル', /アトルバスタチン/)
  await shows('同じ分類（スタチン）の薬を服用中または開始予定：ロスバスタチン 2.5 mg')
  await press('保存')
  await screen.findByText('保存しました', { exact: false })
  expect(sent(addMedicineIntake)).toMatchObject([{ user_id: 1, medicine_id: 2, name: null }])
  expect(rows('服用中の薬')).toContain('アトルバスタチン')
})

test('warns about a duplicate of a medicine that starts later', async () => {
  stored.medicines.push(medicineIntake(5, { medicine_id: 3, started_on: '2026-12-01' }))
  const { choose } = await openForm()
  await choose('アモ', /アモキシシリン/)
  await screen.findByText('同じ薬を服用中または開始予定：アモキシシリン')
})

test('warns about a drug recorded under asthma or other allergies, only if it concerns the medicine', async () => {
  const allergies = [
    allergy(1, 'medicine', false),
    allergy(2, 'asthma', true, 'アスピリン喘息'),
    allergy(3, 'other', true, '造影剤'),
    allergy(4, 'other', false, 'ロキソプロフェン'),
    allergy(5, 'food', true, 'えび'),
  ]
  const { choose, search } = await openForm(allergies)
  const shows = (text: string) => waitFor(() => expect(screen.getAllByRole('status').some(({ textContent }) => textContent.includes(text))).toBe(true))
  await choose('ロキソ', /ロキソプロフェン/)
  await shows('喘息・その他のアレルギーの記録に、この薬に関係する記載：アスピリン喘息名前・分類・系統の言葉だけを照合しています')
  await search('造影剤')
  await shows('関係する記載：造影剤')
  await search('バファリンA')
  await shows('関係する記載：アスピリン喘息')
  await search('ある薬')
  await shows('照合できない薬剤アレルギーの記録：アスピリン喘息')
  await choose('アモ', /アモキシシリン/)
  await waitFor(() => expect(document.body.textContent).not.toContain('アスピリン喘息'))
})

test('saves free text for an item missing from the catalogue, with intake times in the order of the day', async () => {
  const { user, press, dialog, search } = await openForm()
  await search('防風通聖散')
  await screen.findAllByText('一覧に「防風通聖散」はありません', { exact: false })
  await user.type(dialog.getByLabelText('1日の回数'), '３')
  for (const time of ['夕食前', '朝食前']) await user.click(dialog.getByRole('checkbox', { name: time }))
  await user.type(dialog.getByLabelText('開始日'), '2026年4月')
  expect(dialog.getByText('服用しない最初の日（最後に服用した日の翌日）です。この日から「過去」に移ります')).toBeTruthy()
  await press('保存')
  await waitFor(() => expect(sent(addMedicineIntake)).toHaveLength(1))
  expect(sent(addMedicineIntake)).toEqual([
    {
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
    },
  ])
  await waitFor(() => expect(rows('服用中の薬')).toContain('防風通聖散分3・朝食前・夕食前'))
})

test('marks the invalid fields of an incomplete form and sends nothing', async () => {
  const { user, press, dialog } = await openForm()
  await user.type(dialog.getByLabelText('1日の回数'), '13')
  await user.type(dialog.getByLabelText('開始日'), '2026.05')
  await user.type(dialog.getByLabelText('中止日'), '2026.04')
  await press('保存')
  for (const words of ['薬の名前を入力してください', '回数は1から12の数字で入力してください', '開始日以降の日付を入力してください'])
    expect(await screen.findByText(words)).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByRole('combobox'))
  expect(sent(addMedicineIntake)).toEqual([])
})

test('a doctor ends a medicine as of today in Tokyo, sees it among the past intakes and undoes this from the toast', async () => {
  const { press } = await showCard('doctor')
  await press('薬・サプリメントを編集')
  await press('終了：ロスバスタチン 2.5 mg')
  await waitFor(() => expect(rows('服用中の薬')).not.toContain('ロスバスタチン 2.5 mg1錠・夕食後'))
  expect(screen.getByRole('button', { name: '過去 2件' })).toBeTruthy()
  await press('元に戻す')
  await waitFor(() => expect(rows('服用中の薬')).toContain('ロスバスタチン 2.5 mg1錠・夕食後'))
  await screen.findByRole('button', { name: '過去 1件' })
  expect(sent(changeMedicineIntake)).toEqual([
    { id: 1, ended_on: '2026-11-21' },
    { id: 1, ended_on: null, updated_at: '2026-10-01T00:00:00Z' },
  ])
})

test('rolls back a rejected end date and allows a retry', async () => {
  const { press } = await showCard('nurse')
  const response = Promise.withResolvers<Response>()
  network.use(reply(changeSupplementIntake, () => response.promise))
  await press('薬・サプリメントを編集')
  await press('終了：ビタミンD3 25μg')
  await waitFor(() => expect(rows('サプリメント')).toEqual([]))
  response.resolve(failure(422, 'invalid', '保存できません。'))
  expect((await screen.findByRole('alert')).textContent).toContain('終了を保存できませんでした')
  expect(rows('サプリメント')).toEqual(['ビタミンD3 25μg2026.04–'])
  network.use(reply(changeSupplementIntake, () => Object.assign(stored.supplements[0]!, { ended_on: '2026-11-21' })))
  await press('再試行')
  await waitFor(() => expect(rows('サプリメント')).toEqual([]))
  expect(sent(changeSupplementIntake)).toEqual([
    { id: 1, ended_on: '2026-11-21' },
    { id: 1, ended_on: '2026-11-21' },
  ])
})

test('a planned medicine or supplement cannot end; it is deleted after a question', async () => {
  stored.medicines.push(medicineIntake(5, { name: '貼り薬', started_on: '2026-12-01' }))
  stored.supplements.push(supplementIntake(2, { name: '亜鉛', started_on: '2027' }))
  network.use(
    reply(removeMedicineIntake, () => {
      stored.medicines = stored.medicines.filter(({ id }) => id !== 5)
      return null
    }),
    reply(removeSupplementIntake, () => {
      stored.supplements = stored.supplements.filter(({ id }) => id !== 2)
      return null
    }),
  )
  const { press } = await showCard('doctor')
  await press('薬・サプリメントを編集')
  await screen.findByRole('button', { name: '終了：葛根湯' })
  for (const name of ['貼り薬', '亜鉛']) {
    expect(screen.queryByRole('button', { name: `終了：${name}` })).toBeNull()
    await press(`開始を取りやめ：${name}`)
    await screen.findByText('まだ開始していないこの記録を削除します。元には戻せません。')
    await press('開始を取りやめ')
    await waitFor(() => expect(screen.queryByRole('button', { name: `開始を取りやめ：${name}` })).toBeNull())
  }
  expect([rows('服用中の薬'), rows('サプリメント')].map(({ length }) => length)).toEqual([3, 1])
  expect([sent(removeMedicineIntake), sent(removeSupplementIntake)]).toEqual([[{ id: 5 }], [{ id: 2 }]])
  expect([sent(changeMedicineIntake), sent(changeSupplementIntake)]).toEqual([[], []])
})

test('saving a medicine that a colleague deleted meanwhile changes nothing and adds nothing; the form keeps the text', async () => {
  const { store, user, press } = await showCard('doctor')
  await press('薬・サプリメントを編集')
  await press('編集：葛根湯')
  await user.type(await screen.findByLabelText('1日量'), '半分')
  stored.medicines = stored.medicines.filter(({ id }) => id !== 2)
  act(() => void store.dispatch(invalidate(['medicine_intakes'])))
  await waitFor(() => expect(rows('服用中の薬')).toHaveLength(2))
  expect(screen.getByRole('dialog', { name: '薬を編集' })).toBeTruthy()
  network.use(reply(changeMedicineIntake, () => failure(404, 'not_found', '見つかりません。')))
  await press('保存')
  expect((await screen.findByRole('alert')).textContent).toContain('見つかりません。')
  await press('再試行')
  expect(await screen.findByLabelText('1日量')).toHaveProperty('value', '3包半分')
  expect(sent(changeMedicineIntake)).toMatchObject([{ id: 2, daily_volume: '3包半分' }])
  expect(sent(addMedicineIntake)).toEqual([])
})

test.each<Role>(['observer', 'trainer'])('the role %s sees the list without edit controls', async (role) => {
  await showCard(role)
  expect(rows('服用中の薬')).toHaveLength(3)
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['過去 1件'])
})

test('the form of a new medicine says if nobody has asked the patient about drug allergies', async () => {
  const { press } = show('doctor', <MedicationCard user_id={1} allergies={[allergy(1, 'food', true, 'えび')]} />)
  await press('薬・サプリメントを編集')
  await press('薬を追加')
  await screen.findByText('薬剤アレルギーは未確認です')
})

test('shows an error if one of the two lists fails to load; the retry loads only that list again', async () => {
  network.use(reply(listSupplementIntakes, () => failure(403, 'forbidden', 'この操作を行う権限がありません。')))
  const { press } = show('doctor', <MedicationCard user_id={1} allergies={[]} />)
  await screen.findByText('薬・サプリメントを読み込めませんでした')
  network.use(reply(listSupplementIntakes, () => ({ items: stored.supplements })))
  await press('もう一度読み込む')
  await screen.findByRole('region', { name: 'サプリメント' })
  expect(rows('サプリメント')).toHaveLength(1)
  expect([listMedicineIntakes, listSupplementIntakes].map((list) => sent(list).length)).toEqual([1, 2])
})

test('patients see current and planned medicines, but neither past ones nor buttons', async () => {
  stored.medicines.push(medicineIntake(5, { name: '目薬', timing: ['as_needed'] }), medicineIntake(6, { name: '貼り薬', started_on: '2026-12-01' }))
  network.use(reply(listMessageRooms, paged([room(1, '佐伯', { chat: false })])))
  show('patient', <MyMedicinesCard user_id={1}>アレルギーと病歴</MyMedicinesCard>)
  expect(document.body.textContent).toContain('アレルギーと病歴')
  await screen.findByText('ロスバスタチン 2.5 mg')
  expect(rows('飲んでいるお薬')).toEqual(['ロスバスタチン 2.5 mg1錠・夕食後', '葛根湯3包・分3・毎食前', '抗菌薬', '目薬頓用', '貼り薬2026.12.01 開始予定'])
  expect(document.body.textContent).toContain('アレルギーと病歴')
  expect(document.body.textContent).not.toContain('鉄剤')
  expect(await screen.findByText(/施設にお電話ください。/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '施設を見る' }).getAttribute('href')).toBe('/facilities')
  expect(screen.queryAllByRole('button')).toEqual([])
})
