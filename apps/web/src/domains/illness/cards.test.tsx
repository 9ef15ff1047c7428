import type { Role } from '@sukoyaka/wire/access'
import {
  type AllergyReaction,
  addAllergyReaction,
  addFamilyPastIllness,
  addPastIllness,
  changeAllergyReaction,
  type FamilyPastIllness,
  listAllergyReactions,
  listFamilyPastIllnesses,
  listPastIllnesses,
  listPerformedOperations,
  type PastIllness,
  removeAllergyReaction,
  removePerformedOperation,
} from '@sukoyaka/wire/record/illness'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { invalidate } from '../../api/api.ts'
import { i18n } from '../../i18n/i18n.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { AllergiesCard } from './AllergiesCard.tsx'
import type { DiseaseField } from './dialogs/disease-field.ts'
import { FamilyHistoryCard } from './FamilyHistoryCard.tsx'
import { MyHistory } from './MyHistory.tsx'
import { OperationsCard } from './OperationsCard.tsx'
import { PastIllnessCard } from './PastIllnessCard.tsx'
import { allergy, diseases, familyIllness, operation, pastIllness } from './test-data.ts'

setUpNetwork()

let stored: { past: PastIllness[]; family: FamilyPastIllness[]; allergies: AllergyReaction[] }
beforeEach(() => {
  stored = {
    past: [pastIllness(1, '2019'), pastIllness(2, '2021-04', { recovered_on: '2021-06', detail: '内服のみ' }), pastIllness(3, null)],
    family: [
      familyIllness(1, 'f_grandpa', { diagnosed_age: 72 }),
      familyIllness(2, 'brother'),
      familyIllness(3, 'brother', { disease_id: 1, diagnosed_on: '2018' }),
    ],
    allergies: [allergy(1, 'medicine', true, 'ペニシリン'), allergy(2, 'food', false)],
  }
  network.use(
    reply(listPastIllnesses, () => ({ items: stored.past })),
    reply(listFamilyPastIllnesses, () => ({ items: stored.family })),
    reply(listPerformedOperations, { items: [operation(1, '虫垂切除術', { operated_on: '1985', facility: '市民病院' })] }),
    reply(listAllergyReactions, () => ({ items: stored.allergies })),
  )
})

/** Minimal disease picker: takes the disease whose name is typed. */
const TypedDisease: DiseaseField = ({ text, onChange, error }) => (
  <label>
    病名
    <input
      value={text}
      aria-invalid={error ? true : undefined}
      onChange={({ currentTarget: { value } }) => onChange({ text: value, disease: diseases.find((item) => item.display_name === value) ?? null })}
    />
    <span>{error}</span>
  </label>
)

const pastCard = <PastIllnessCard user_id={1} DiseaseField={TypedDisease} />
const familyCard = <FamilyHistoryCard user_id={1} DiseaseField={TypedDisease} />

const field = (label: string) => screen.getByLabelText(label, { exact: false })
/** Rows of a card without those of its dialog. */
const rows = (region: string) =>
  within(screen.getByRole('region', { name: region }))
    .queryAllByRole('listitem')
    .filter((row) => !row.closest('dialog'))
    .map((row) => row.textContent)
/** Rows once they are loaded. */
const loadedRows = async (region: string) => {
  await within(await screen.findByRole('region', { name: region })).findAllByRole('listitem')
  return rows(region)
}

describe('past illnesses', () => {
  const openForm = async () => {
    const shown = show('doctor', pastCard)
    expect(await loadedRows('既往歴')).toHaveLength(3)
    await shown.press('既往歴を編集')
    await shown.press('既往歴を追加')
    await screen.findByLabelText('診断日', { exact: false })
    return shown
  }

  test('are listed latest first with partial days', async () => {
    show('doctor', pastCard)
    expect(await loadedRows('既往歴')).toEqual(['痛風2021.04–2021.06内服のみ', '痛風2019年頃–', '痛風時期不明'])
  })

  test('appear before the server replies; after a 422 they disappear and the form keeps the input', async () => {
    const { user, press } = await openForm()
    const response = Promise.withResolvers<Response>()
    network.use(reply(addPastIllness, () => response.promise))
    await user.type(field('病名'), '脳梗塞')
    await user.type(field('診断日'), '２０２２年５月')
    await user.type(field('経過・治療'), '左半身の脱力')
    await press('保存')
    await waitFor(() => expect(rows('既往歴')).toContain('脳梗塞2022.05–左半身の脱力'))
    const row = { user_id: 1, disease_id: 2, diagnosed_on: '2022-05', recovered_on: null, detail: '左半身の脱力' }
    expect(sent(addPastIllness)).toEqual([row])
    response.resolve(failure(422, 'invalid', '入力内容をご確認ください。', { detail: ['長すぎます。'] }))
    expect((await screen.findByRole('alert')).textContent).toContain('長すぎます。')
    expect(rows('既往歴')).toHaveLength(3)
    expect(document.body.textContent).not.toContain('左半身の脱力')
    network.use(
      reply(addPastIllness, () => {
        stored.past = [...stored.past, pastIllness(100, '2022-05', row)]
        return stored.past.at(-1)!
      }),
    )
    await press('再試行')
    expect(await screen.findByLabelText('経過・治療', { exact: false })).toHaveProperty('value', '左半身の脱力')
    await press('保存')
    await screen.findByText('既往歴を保存しました')
    expect(sent(addPastIllness)).toEqual([row, row])
    expect(rows('既往歴')).toContain('脳梗塞2022.05–左半身の脱力')
  })

  test('are rejected in the form when a date is invalid, in the future or before the diagnosis', async () => {
    const { user, press } = await openForm()
    const write = async (label: string, text: string) => {
      await user.clear(field(label))
      await user.type(field(label), text)
    }
    await write('診断日', 'むかし')
    await press('保存')
    await screen.findByText('病名を一覧から選んでください')
    expect(screen.getByText('日付は 2019、2019.04、2019.04.12 のように入力してください')).toBeTruthy()
    await write('診断日', '2027')
    expect(screen.getByText('今日までの日付を入力してください')).toBeTruthy()
    await write('診断日', '2020')
    await write('治癒日', '2019')
    expect(screen.getByText('始まり以降の日付を入力してください')).toBeTruthy()
    await press('保存')
    expect(sent(addPastIllness)).toEqual([])
  })
})

test('deletes an operation after confirmation and restores it on failure', async () => {
  const { press } = show('nurse', <OperationsCard user_id={1} />)
  expect(await loadedRows('手術歴')).toEqual(['虫垂切除術1985年頃　市民病院'])
  await press('手術歴を編集')
  await press('編集：虫垂切除術')
  await press('削除')
  const dialog = await screen.findByRole('dialog', { name: '手術歴を削除' })
  expect(dialog.textContent).toContain('虫垂切除術')
  expect(sent(removePerformedOperation)).toEqual([])
  const response = Promise.withResolvers<Response>()
  network.use(reply(removePerformedOperation, () => response.promise))
  await press('手術歴を削除')
  await waitFor(() => expect(rows('手術歴')).toEqual([]))
  response.resolve(failure(403, 'forbidden', 'この操作を行う権限がありません。'))
  expect((await screen.findByRole('alert')).textContent).toContain('手術歴を削除できませんでした')
  expect(rows('手術歴')).toEqual(['虫垂切除術1985年頃　市民病院'])
  expect(sent(removePerformedOperation)).toEqual([{ id: 1 }])
})

test('draws the family by side: parents and grandparents always, others with a known illness', async () => {
  show('doctor', familyCard)
  expect(await loadedRows('父方')).toEqual(['祖父 脳梗塞 72歳', '祖母 –記録なし', '父 –記録なし'])
  expect(rows('母方')).toEqual(['祖父 –記録なし', '祖母 –記録なし', '母 –記録なし'])
  expect(rows('きょうだい・子')).toEqual(['兄弟 脳梗塞、痛風 2018年頃'])
})

test('adds a relative’s illness with an age in full-width digits and shows missing fields', async () => {
  network.use(
    reply(addFamilyPastIllness, ({ user_id: _, relative, ...row }) => {
      const added = familyIllness(100, relative, row)
      stored.family = [...stored.family, added]
      return added
    }),
  )
  const { user, press } = show('nurse', familyCard)
  await loadedRows('父方')
  await press('家族歴を編集')
  await press('家族歴を追加')
  await user.type(await screen.findByLabelText('発症時の年齢'), '百')
  await press('保存')
  await screen.findByText('続柄を選んでください')
  for (const words of ['病名を一覧から選んでください', '年齢は0から130の数字で入力してください']) expect(screen.getByText(words)).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: '母方のおば' }))
  await user.type(field('病名'), '痛風')
  await user.clear(field('発症時の年齢'))
  await user.type(field('発症時の年齢'), '５４歳')
  await press('保存')
  await waitFor(() => expect(rows('母方')).toContain('おば 痛風 54歳'))
  await screen.findByText('家族歴を保存しました')
  expect(sent(addFamilyPastIllness)).toEqual([{ user_id: 1, disease_id: 1, relative: 'm_aunt', diagnosed_on: null, diagnosed_age: 54 }])
  expect(rows('母方')).toContain('おば 痛風 54歳')
})

test('Japanese names of the family history are marked as Japanese on an English page', async () => {
  await act(() => i18n.changeLanguage('en'))
  try {
    const { press } = show('nurse', familyCard)
    await press('Edit family history')
    const names = within(await screen.findByRole('dialog')).getAllByText('脳梗塞')
    expect(names.map(({ lang, parentElement }) => [lang, parentElement?.textContent])).toContainEqual(['ja', 'Brother: 脳梗塞'])
  } finally {
    await act(() => i18n.changeLanguage('ja'))
  }
})

test('sends only changed allergies', async () => {
  network.use(
    reply(addAllergyReaction, ({ kind, is_occured, description }) => allergy(100, kind, is_occured, description)),
    reply(changeAllergyReaction, ({ id, is_occured = false, description }) => allergy(id, 'medicine', is_occured, description)),
    reply(removeAllergyReaction, null),
  )
  const { user, press } = show('doctor', <AllergiesCard user_id={1} />)
  await screen.findByText('ペニシリン')
  await press('アレルギーを編集')
  const pick = async (kind: string, state: string) =>
    user.click(within(await screen.findByRole('radiogroup', { name: `${kind}の有無` })).getByRole('radio', { name: state }))
  await pick('薬剤', 'なし')
  await pick('食物', '未確認')
  await pick('花粉', 'あり')
  await user.type(within(screen.getByRole('region', { name: '花粉' })).getByRole('textbox'), 'スギ')
  stored.allergies = [allergy(1, 'medicine', false, 'ペニシリン'), allergy(100, 'pollen', true, 'スギ')]
  await press('保存')
  await screen.findByText('アレルギーを保存しました')
  expect(sent(changeAllergyReaction)).toEqual([{ id: 1, updated_at: '2026-10-01T00:00:00Z', is_occured: false, description: 'ペニシリン' }])
  expect(sent(removeAllergyReaction)).toEqual([{ id: 2, updated_at: '2026-10-01T00:00:00Z' }])
  expect(sent(addAllergyReaction)).toEqual([{ user_id: 1, kind: 'pollen', is_occured: true, description: 'スギ' }])
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['薬剤', '花粉'])
})

test('shows the allergies from the reply of the patient call without a request, and loads the list after a change', async () => {
  const { store } = show('doctor', <AllergiesCard user_id={1} included={stored.allergies} />)
  await screen.findByText('ペニシリン')
  expect(sent(listAllergyReactions)).toEqual([])
  stored.allergies = [allergy(3, 'medicine', true, 'セフェム')]
  act(() => void store.dispatch(invalidate(['allergy_reactions'])))
  await screen.findByText('セフェム')
  expect(sent(listAllergyReactions)).toEqual([{ user_id: 1 }])
})

test.each<Role>(['observer', 'concierge', 'trainer', 'patient'])('shows the cards read-only to %s', async (role) => {
  show(
    role,
    <>
      {pastCard}
      {familyCard}
      <OperationsCard user_id={1} />
      <AllergiesCard user_id={1} />
    </>,
  )
  for (const words of ['内服のみ', '72歳', '虫垂切除術', 'ペニシリン']) await screen.findByText(words, { exact: false })
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('shows a load error with retry, and an empty card with an add button', async () => {
  network.use(reply(listPastIllnesses, () => failure(403, 'forbidden', 'この操作を行う権限がありません。')))
  const { press } = show('doctor', pastCard)
  await screen.findByText('既往歴を読み込めませんでした')
  network.use(reply(listPastIllnesses, { items: [] }))
  await press('もう一度読み込む')
  await screen.findByText('既往歴の記録はまだありません')
  await press('追加')
  expect(await screen.findByRole('dialog', { name: '既往歴を追加' })).toBeTruthy()
})

describe('the history that patients see', () => {
  test('has allergies, illnesses and operations in plain wording', async () => {
    show('patient', <MyHistory user_id={1} />)
    expect(await loadedRows('アレルギー')).toEqual(['薬剤ペニシリン', 'これまでにないもの：食物'])
    expect(rows('これまでの病気')).toEqual(['痛風2021.04–2021.06', '痛風2019年頃–', '痛風'])
    expect(rows('受けた手術')).toEqual(['虫垂切除術1985年頃'])
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  test('shows a load error, and retries only the failed list', async () => {
    network.use(reply(listPerformedOperations, () => failure(403, 'forbidden', 'この操作を行う権限がありません。')))
    const { press } = show('patient', <MyHistory user_id={1} />)
    await screen.findByText('病歴を読み込めませんでした')
    network.use(reply(listPerformedOperations, { items: [] }))
    await press('もう一度読み込む')
    expect(await loadedRows('これまでの病気')).toHaveLength(3)
    expect([listAllergyReactions, listPerformedOperations].map((list) => sent(list).length)).toEqual([1, 2])
  })
})
