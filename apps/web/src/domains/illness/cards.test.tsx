// @vitest-environment happy-dom
import type { Role } from '@sukoyaka/wire/access'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { json, press, show, text, wait } from '../../test/render-ui.tsx'
import { AllergiesCard } from './AllergiesCard.tsx'
import { FamilyHistoryCard } from './FamilyHistoryCard.tsx'
import { MyHistory } from './MyHistory.tsx'
import { OperationsCard } from './OperationsCard.tsx'
import { PastIllnessCard } from './PastIllnessCard.tsx'
import { fakeServer, respond, rows, setUpIllnessTests, TypedDisease, type } from './test-render.tsx'

const stamps = { user_id: 1, created_at: '2026-10-01T00:00:00Z', updated_at: '2026-10-01T00:00:00Z' }
const past = (id: number, diagnosed_on: string | null, more: object = {}) => ({
  id,
  ...stamps,
  disease_id: 1,
  diagnosed_on,
  recovered_on: null,
  detail: '',
  ...more,
})
const relative = (id: number, name: string, more: object = {}) => ({
  id,
  ...stamps,
  disease_id: 2,
  relative: name,
  diagnosed_on: null,
  diagnosed_age: null,
  ...more,
})

setUpIllnessTests(() => ({
  past_illnesses: [past(1, '2019'), past(2, '2021-04', { recovered_on: '2021-06', detail: '内服のみ' }), past(3, null)],
  family_past_illnesses: [
    relative(1, 'f_grandpa', { diagnosed_age: 72 }),
    relative(2, 'brother'),
    relative(3, 'brother', { disease_id: 1, diagnosed_on: '2018' }),
  ],
  performed_operations: [{ id: 1, ...stamps, name: '虫垂切除術', operated_on: '1985', facility: '市民病院', detail: '' }],
  allergy_reactions: [
    { id: 1, ...stamps, kind: 'medicine', is_occured: true, description: 'ペニシリン' },
    { id: 2, ...stamps, kind: 'food', is_occured: false, description: '' },
  ],
}))

const pastCard = <PastIllnessCard user_id={1} DiseaseField={TypedDisease} />
const familyCard = <FamilyHistoryCard user_id={1} DiseaseField={TypedDisease} />

describe('past illnesses', () => {
  test('are listed latest first with partial dates', async () => {
    await show('doctor', pastCard)
    expect(rows('既往歴')).toEqual(['痛風2021.04–2021.06内服のみ', '痛風2019年頃–', '痛風時期不明'])
  })
  test('appear optimistically and roll back with the input kept on 422', async () => {
    await show('doctor', pastCard)
    await press('既往歴を編集')
    await press('既往歴を追加')
    let respondNow = () => {}
    fakeServer.delay = new Promise((resolve) => {
      respondNow = resolve
    })
    fakeServer.errorResponse = { status: 422, body: { error: '入力内容をご確認ください。', code: 'invalid', fields: { detail: ['長すぎます。'] } } }
    type('病名', '脳梗塞')
    type('診断日', '２０２２年５月')
    type('経過・治療', '左半身の脱力')
    await press('保存')
    expect(fakeServer.requests).toEqual([
      {
        method: 'POST',
        path: '/api/past_illnesses',
        body: { user_id: 1, disease_id: 2, diagnosed_on: '2022-05', recovered_on: null, detail: '左半身の脱力' },
      },
    ])
    expect(text()).toContain('脳梗塞2022.05–左半身の脱力')
    respondNow()
    await wait(300)
    expect(text()).not.toContain('左半身の脱力')
    expect(screen.getByRole('alert').textContent).toContain('長すぎます。')
    fakeServer.errorResponse = undefined
    await press('再試行')
    expect(screen.getByLabelText<HTMLTextAreaElement>('経過・治療').value).toBe('左半身の脱力')
    await press('保存')
    expect(fakeServer.rowsByList.past_illnesses).toHaveLength(4)
    expect(text()).toContain('既往歴を保存しました')
  })
  test('are rejected in the form when a date is invalid, in the future or before the diagnosis', async () => {
    await show('doctor', pastCard)
    await press('既往歴を編集')
    await press('既往歴を追加')
    type('診断日', 'むかし')
    await press('保存')
    expect(text()).toContain('病名を一覧から選んでください')
    expect(text()).toContain('日付は 2019、2019.04、2019.04.12 のように入力してください')
    type('診断日', '2027')
    expect(text()).toContain('今日までの日付を入力してください')
    type('診断日', '2020')
    type('治癒日', '2019')
    expect(text()).toContain('始まりより後の日付を入力してください')
    expect(fakeServer.requests).toEqual([])
  })
})

test('deletes an operation after confirmation and restores it on failure', async () => {
  await show('nurse', <OperationsCard user_id={1} />)
  expect(rows('手術歴')).toEqual(['虫垂切除術1985年頃　市民病院'])
  await press('手術歴を編集')
  await press('編集：虫垂切除術')
  await press('削除')
  expect(screen.getByRole('dialog', { name: '手術歴を削除' }).textContent).toContain('虫垂切除術')
  expect(fakeServer.requests).toEqual([])
  fakeServer.errorResponse = { status: 403, body: { error: 'この操作を行う権限がありません。', code: 'forbidden' } }
  await press('手術歴を削除')
  expect(fakeServer.requests).toEqual([{ method: 'DELETE', path: '/api/performed_operations/1', body: {} }])
  expect(rows('手術歴')[0]).toContain('虫垂切除術')
  expect(screen.getByRole('alert').textContent).toContain('手術歴を削除できませんでした')
})

test('draws the family by side: parents and grandparents always, others with a known illness', async () => {
  await show('doctor', familyCard)
  expect(rows('父方')).toEqual(['祖父 脳梗塞 72歳', '祖母 –記録なし', '父 –記録なし'])
  expect(rows('母方')).toEqual(['祖父 –記録なし', '祖母 –記録なし', '母 –記録なし'])
  expect(rows('きょうだい・子')).toEqual(['兄弟 脳梗塞、痛風 2018年頃'])
})

test('adds a relative’s illness with an age in full-width digits and shows missing fields', async () => {
  await show('nurse', familyCard)
  await press('家族歴を編集')
  await press('家族歴を追加')
  type('発症時の年齢', '百')
  await press('保存')
  for (const words of ['続柄を選んでください', '病名を一覧から選んでください', '年齢は0から130の数字で入力してください']) expect(text()).toContain(words)
  fireEvent.click(screen.getByRole('radio', { name: '母方のおば' }))
  type('病名', '痛風')
  type('発症時の年齢', '５４歳')
  await press('保存')
  expect(fakeServer.requests[0]?.body).toEqual({ user_id: 1, disease_id: 1, relative: 'm_aunt', diagnosed_on: null, diagnosed_age: 54 })
  expect(rows('母方')).toContain('おば 痛風 54歳')
})

test('sends only changed allergies', async () => {
  await show('doctor', <AllergiesCard user_id={1} />)
  await press('アレルギーを編集')
  const pick = (kind: string, state: string) =>
    fireEvent.click(within(screen.getByRole('radiogroup', { name: `${kind}の有無` })).getByRole('radio', { name: state }))
  pick('薬剤', 'なし')
  pick('食物', '未確認')
  pick('花粉', 'あり')
  fireEvent.change(within(screen.getByRole('region', { name: '花粉' })).getByRole('textbox'), { target: { value: 'スギ' } })
  await press('保存')
  expect(fakeServer.requests.map(({ method, path, body }) => [method, path, body.kind ?? body.is_occured, body.description])).toEqual([
    ['PUT', '/api/allergy_reactions/1', false, 'ペニシリン'],
    ['DELETE', '/api/allergy_reactions/2', undefined, undefined],
    ['POST', '/api/allergy_reactions', 'pollen', 'スギ'],
  ])
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['花粉', 'なし'])
})

test.each<Role>(['observer', 'concierge', 'trainer', 'patient'])('shows the cards read-only to %s', async (role) => {
  await show(
    role,
    <>
      {pastCard}
      {familyCard}
      <OperationsCard user_id={1} />
      <AllergiesCard user_id={1} />
    </>,
  )
  expect(text()).toContain('虫垂切除術')
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('shows a load error with retry, and an empty card with an add button', async () => {
  vi.stubGlobal('fetch', async () => json({ error: 'x' }, 403))
  await show('doctor', pastCard)
  expect(text()).toContain('既往歴を読み込めませんでした')
  vi.stubGlobal('fetch', respond)
  fakeServer.rowsByList.past_illnesses = []
  await press('もう一度読み込む', 700)
  expect(text()).toContain('既往歴の記録はまだありません')
  await press('追加')
  expect(screen.getByRole('dialog', { name: '既往歴を追加' })).toBeTruthy()
})

test('shows patients their allergies, illnesses and operations in plain wording', async () => {
  await show('patient', <MyHistory user_id={1} />)
  expect(rows('アレルギー')).toEqual(['薬剤ペニシリン', 'これまでにないもの：食物'])
  expect(rows('これまでの病気')).toEqual(['痛風2021.04–2021.06', '痛風2019年頃–', '痛風'])
  expect(rows('受けた手術')).toEqual(['虫垂切除術1985年頃'])
  expect(screen.queryAllByRole('button')).toEqual([])
})
