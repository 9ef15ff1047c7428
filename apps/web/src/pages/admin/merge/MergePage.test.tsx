import {
  comparePatients,
  listDistinct,
  listDuplicates,
  listMerges,
  type Merge,
  type MergePatient,
  mergePatients,
  unmarkDistinct,
} from '@sukoyaka/wire/boards/admin/merge'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pageOf } from '../../../test/data/paged.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { MergePage } from './MergePage.tsx'

setUpNetwork()
const instant = '2026-11-01T00:00:00.000Z'
const patient = (id: number, more: Partial<MergePatient>): MergePatient => ({
  ...{ id, role: 'patient', last_name: '阿部', first_name: '健', last_name_kana: 'アベ', first_name_kana: 'ケン', icon: null, sex: 'male' },
  ...{ birthday: '1974-05-04', email: `abe${id}@example.com`, phone_number: null, address: null, is_registered: true, deactivated_at: null },
  ...{ last_sign_in_at: null, open_sessions: 0, allergies: [], created_at: instant, updated_at: instant },
  ...more,
})
const kept = patient(1, {})
const none = { items: [], page: 1, next_page: null, total_count: 0 }
const duplicate = patient(2, { birthday: '1974-04-05', phone_number: '09000001234', last_sign_in_at: instant })

test('different birthdays have no default choice, an empty value is replaced, and the typed number of the duplicate confirms the merge', async () => {
  network.use(
    reply(comparePatients, { kept, duplicate, likenesses: ['kana'], warnings: ['birthday'], counts: [{ table: 'test_results', kept: 1, duplicate: 112 }] }),
    reply(mergePatients, {
      id: 1,
      kept,
      duplicate,
      reason: '',
      taken: [],
      moved: [],
      stayed: [],
      merged_at: instant,
      merged_by: kept,
      undo_until: instant,
      undone_at: null,
      undone_by: null,
    }),
    reply(listDuplicates, none),
    reply(listMerges, none),
    reply(listDistinct, none),
  )
  const { user, press } = show('admin', <MergePage />, { path: '/admin/merge?kept=1&duplicate=2' })
  const birthday = await screen.findByRole('radiogroup', { name: '生年月日' })
  expect(within(birthday).queryByRole('radio', { checked: true })).toBeNull()
  expect(within(screen.getByRole('radiogroup', { name: '電話' })).getByRole<HTMLInputElement>('radio', { name: '090-0000-1234' }).checked).toBe(true)
  screen.getByText('112')
  await press('2つの記録を統合')
  await screen.findByText('選んでください。年齢と基準範囲が変わります')
  await user.click(within(birthday).getByRole('radio', { name: '1974.04.05' }))
  await user.type(screen.getByLabelText(/閉じる記録の番号/), '２')
  await user.type(screen.getByLabelText(/統合の理由/), '二重登録')
  await press('2つの記録を統合')
  await screen.findByText('重複の疑いはありません')
  expect(sent(mergePatients)).toMatchObject([{ kept_id: 1, duplicate_id: 2, take: ['birthday', 'phone_number'], reason: '二重登録', confirmation: '２' }])
})

test('the error that no name is chosen does not mention the age; only a warning about identity says that the records may be of two people', async () => {
  const warnings: ('signed_in' | 'kana')[] = ['signed_in']
  network.use(reply(comparePatients, () => ({ kept, duplicate: { ...kept, id: 2, last_name: '安部' }, likenesses: ['kana' as const], warnings, counts: [] })))
  const { press, unmount } = show('admin', <MergePage />, { path: '/admin/merge?kept=1&duplicate=2' })
  await press('2つの記録を統合')
  await screen.findByText('選んでください')
  screen.getByText('統合する前に、確かめてください')
  unmount()
  warnings.push('kana')
  show('admin', <MergePage />, { path: '/admin/merge?kept=1&duplicate=2' })
  await screen.findByText('別の人かもしれません。確かめてください')
})

test('a warning that appeared after the comparison was loaded is shown when the merge is rejected, and can then be confirmed', async () => {
  let warnings: 'signed_in'[] = []
  const same = { ...kept, id: 2 }
  network.use(
    reply(comparePatients, () => ({ kept: { ...kept, deactivated_at: instant }, duplicate: same, likenesses: ['kana' as const], warnings, counts: [] })),
    reply(mergePatients, () => {
      warnings = ['signed_in']
      return failure(422, 'invalid', '入力内容を確かめてください。', { confirmation: ['入力してください。'] })
    }),
  )
  const { user, press } = show('admin', <MergePage />, { path: '/admin/merge?kept=1&duplicate=2' })
  await user.type(await screen.findByLabelText(/統合の理由/), '二重登録')
  screen.getByText('停止中')
  expect(screen.queryByLabelText(/閉じる記録の番号/)).toBeNull()
  await press('2つの記録を統合')
  await user.type(await screen.findByLabelText(/閉じる記録の番号/), '2')
  await press('2つの記録を統合')
  await waitFor(() => expect(sent(mergePatients).at(-1)).toMatchObject({ confirmation: '2' }))
})

test('the patient who signed in last is offered as the record to keep', async () => {
  network.use(
    reply(listDuplicates, { items: [{ first: kept, second: duplicate, likenesses: ['kana', 'birthday_swapped'] }], page: 1, next_page: null, total_count: 1 }),
    reply(listMerges, none),
    reply(listDistinct, none),
  )
  show('admin', <MergePage />, { path: '/admin/merge' })
  const link = await screen.findByRole('link', { name: '阿部 健 2さんと阿部 健 1さんを比べる' })
  expect(link.getAttribute('href')).toContain('kept=2&duplicate=1')
})

test('of two patients without a known sign-in, the one who has registered is offered as the record to keep and is not said never to have signed in', async () => {
  const invited = patient(3, { is_registered: false })
  network.use(
    reply(listDuplicates, { items: [{ first: invited, second: kept, likenesses: ['kana'] }], page: 1, next_page: null, total_count: 1 }),
    reply(listMerges, none),
    reply(listDistinct, none),
  )
  show('admin', <MergePage />, { path: '/admin/merge' })
  const link = await screen.findByRole('link', { name: '阿部 健 1さんと阿部 健 3さんを比べる' })
  expect(link.getAttribute('href')).toContain('kept=1&duplicate=3')
  screen.getByText('最近のログインなし')
  screen.getByText('ログインなし')
})

test('the mark of a pair as two people is withdrawn only after a confirmation', async () => {
  const pair = { first: kept, second: duplicate, decided_by: { ...kept, id: 9, role: 'admin' as const, last_name: '管' }, decided_at: instant }
  network.use(
    reply(listDuplicates, none),
    reply(listMerges, none),
    reply(listDistinct, { ...none, items: [pair], total_count: 1 }),
    reply(unmarkDistinct, null),
  )
  const { press } = show('admin', <MergePage />, { path: '/admin/merge' })
  await press('取り消す: 阿部 健（1）と阿部 健（2）')
  const dialog = await screen.findByRole('dialog', { name: '別人の記録を取り消す' })
  expect(sent(unmarkDistinct)).toEqual([])
  network.use(reply(listDistinct, none))
  await press('取り消す')
  await screen.findByText('別人の記録を取り消しました')
  expect(dialog.isConnected).toBe(false)
  await within(screen.getByRole('region', { name: '別人として記録した組 0' })).findByText('まだありません')
  expect(sent(unmarkDistinct)).toHaveLength(1)
})

test('the three lists go back a page when their last page becomes empty', async () => {
  const person = (id: number) => ({ ...kept, id })
  const decided = { decided_by: person(9), decided_at: instant }
  const merge: Merge = {
    ...{ id: 1, kept, duplicate, reason: '', taken: [], moved: [], stayed: [], merged_at: instant, merged_by: person(9) },
    ...{ undo_until: instant, undone_at: null, undone_by: null },
  }
  let count = 2
  const pages = <T,>(...rows: T[]) => rows.slice(0, count).map((row) => [row])
  network.use(
    reply(listDuplicates, ({ page }) => pageOf(pages(...[11, 21].map((id) => ({ first: person(id), second: person(id + 1), likenesses: [] }))), page)),
    reply(listMerges, ({ page }) => pageOf(pages({ ...merge, reason: '一' }, { ...merge, id: 2, reason: '二' }), page)),
    reply(listDistinct, ({ page }) => pageOf(pages(...[31, 41].map((id) => ({ first: person(id), second: person(id + 1), ...decided }))), page)),
    reply(unmarkDistinct, () => {
      count = 1
      return null
    }),
  )
  const { user, press } = show('admin', <MergePage />, { path: '/admin/merge' })
  await waitFor(() => expect(screen.getAllByRole('button', { name: '次のページ' })).toHaveLength(3))
  for (const next of screen.getAllByRole('button', { name: '次のページ' })) await user.click(next)
  await screen.findByRole('link', { name: '阿部 健 21さんと阿部 健 22さんを比べる' })
  await screen.findByText('二')
  await press('取り消す: 阿部 健（41）と阿部 健（42）')
  await press('取り消す')
  await screen.findByRole('link', { name: '阿部 健 11さんと阿部 健 12さんを比べる' })
  await screen.findByText('一')
  await screen.findByRole('button', { name: '取り消す: 阿部 健（31）と阿部 健（32）' })
})
