import {
  addBulkMessage,
  type BulkMessage,
  type BulkRecipient,
  getBulkChoice,
  getBulkMessage,
  listBulkRecipients,
  previewBulkMessage,
  stopBulkMessage,
  testBulkMessage,
} from '@sukoyaka/wire/boards/bulk-message'
import { listUsers } from '@sukoyaka/wire/people/account'
import { listPlans } from '@sukoyaka/wire/people/contract'
import { listPatients } from '@sukoyaka/wire/people/patient'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { api } from '../../api/api.ts'
import { paged, pageOf } from '../../test/data/paged.ts'
import { person } from '../../test/data/person.ts'
import { stopTimers } from '../../test/fake-timers.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { BulkComposer } from './BulkComposer.tsx'
import { BulkDetailDialog } from './BulkDetailDialog.tsx'
import { newDraft, type Values } from './choice.ts'

setUpNetwork()

const bulk: BulkMessage = {
  id: 4,
  sender: person(1, '小林', 'nurse'),
  body: '{姓}様',
  choice: { everyone: true },
  state: 'held',
  total_count: 2,
  waiting_count: 2,
  sent_count: 0,
  failed_count: 0,
  stopped_count: 0,
  sends_at: '2026-11-21T00:01:00Z',
  seconds_left: 60,
  stopped_at: null,
  finished_at: null,
  created_at: '2026-11-21T00:00:00Z',
}

const isBusy = (dialog: HTMLElement) => dialog.querySelector('[aria-busy=true]') !== null

test('counts recipients, previews the text, sends a test and sends with the expected count', async () => {
  const { advance, until } = stopTimers()
  network.use(
    reply(listPlans, { items: [] }),
    reply(listUsers, paged([])),
    reply(previewBulkMessage, {
      ...paged([{ patient: person(7, '佐伯', 'patient'), text: '佐伯様', chat: false }]),
      left_out: [],
      left_out_count: 1,
      is_too_many: false,
      unknown_placeholders: [],
    }),
    reply(testBulkMessage, { text: '佐伯様' }),
    reply(addBulkMessage, bulk),
  )
  const onSent = vi.fn()
  const { user, press } = show('nurse', <BulkComposer canned={() => null} onSent={onSent} list={null} />)
  // user-event types `{` for `{{`
  await user.type(await screen.findByRole('textbox', { name: '本文' }), '{{姓}様')
  await advance(1_000)
  expect(sent(previewBulkMessage)).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: '全員' }))
  await screen.findByText('佐伯様')
  expect(sent(previewBulkMessage)).toEqual([{ choice: { everyone: true }, body: '{姓}様', page: 1 }])
  expect(screen.getByRole('button', { name: '1人に送信' })).toBeTruthy()
  expect(screen.getByText('対象外 1人')).toBeTruthy()
  expect(screen.getByText('返信できません（閲覧のみ）')).toBeTruthy()
  await press('自分にテスト送信')
  await waitFor(() => expect(sent(testBulkMessage)).toEqual([{ patient_id: 7, body: '{姓}様' }]))
  // an unreadable day limits nothing, so it must not go unnoticed
  const before = screen.getByRole('textbox', { name: /より前/ })
  await user.type(before, '2026/11/31')
  await press('1人に送信')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(before)
  await user.clear(before)
  await press('1人に送信')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('佐伯 花子様への文面（例）')).toBeTruthy()
  expect(within(dialog).getByText('佐伯様')).toBeTruthy()
  expect(within(dialog).queryByText('{姓}様')).toBeNull()
  expect(sent(addBulkMessage)).toEqual([])
  // the recipients are counted again
  await advance(0)
  await until(() => expect(sent(previewBulkMessage)).toHaveLength(2))
  await until(() => expect(isBusy(dialog)).toBe(false))
  await user.click(within(dialog).getByRole('button', { name: '1人に送信' }))
  await waitFor(() => expect(onSent).toHaveBeenCalledWith(4))
  expect(sent(addBulkMessage)).toEqual([{ choice: { everyone: true }, body: '{姓}様', expected_count: 1 }])
})

test('a failed count can be repeated; after a change of the number of recipients the new one is shown and sent', async () => {
  const { advance, until } = stopTimers()
  const recipients = [person(7, '佐伯', 'patient'), person(8, '山田', 'patient')]
  let count = 1
  const preview = () => ({
    ...paged(recipients.slice(0, count).map((patient) => ({ patient, text: 'お知らせ', chat: true }))),
    ...{ left_out: [], left_out_count: 0, is_too_many: false, unknown_placeholders: [] },
  })
  network.use(
    reply(listPlans, { items: [] }),
    reply(listUsers, paged([])),
    reply(previewBulkMessage, () => failure(403, 'forbidden', 'できません')),
    reply(addBulkMessage, ({ expected_count }) => (expected_count === count ? bulk : failure(409, 'conflict', '変わりました'))),
  )
  const onSent = vi.fn()
  const { user, press } = show('nurse', <BulkComposer canned={() => null} onSent={onSent} list={null} />)
  await user.type(await screen.findByRole('textbox', { name: '本文' }), 'お知らせ')
  await user.click(screen.getByRole('checkbox', { name: '全員' }))
  await advance(1_000)
  await screen.findByText('送信先を確認できませんでした')
  network.use(reply(previewBulkMessage, preview))
  await press('もう一度読み込む')
  await advance(0)
  await press('1人に送信')
  const dialog = await screen.findByRole('dialog')
  const send = async (name: string) => {
    await advance(0)
    await until(() => expect([within(dialog).getByRole('button', { name }), isBusy(dialog)]).toEqual([expect.anything(), false]))
    await user.click(within(dialog).getByRole('button', { name }))
  }
  // a contract starts before the message is sent
  await advance(0)
  await until(() => expect(isBusy(dialog)).toBe(false))
  count = 2
  await send('1人に送信')
  await until(() => expect(sent(addBulkMessage)).toHaveLength(1))
  await until(() => expect(isBusy(dialog)).toBe(true))
  await send('2人に送信')
  await until(() => expect(onSent).toHaveBeenCalledWith(4))
  expect(sent(addBulkMessage).map(({ expected_count }) => expected_count)).toEqual([1, 2])
})

test('shows the seconds until sending starts; restores the text of a stopped message and its recipients with their names', async () => {
  const { advance, until } = stopTimers()
  let stored: BulkMessage = { ...bulk, choice: { patient_ids: [7], main_doctor_ids: [5], disease_ids: [2] } }
  network.use(
    reply(getBulkChoice, { patients: [person(7, '佐伯', 'patient')], doctors: [person(5, '中村', 'doctor')], diseases: [{ id: 2, name_local: '脂質異常症' }] }),
    reply(getBulkMessage, () => stored),
    reply(listBulkRecipients, paged([])),
    reply(stopBulkMessage, () => {
      stored = { ...stored, state: 'stopped', waiting_count: 0, stopped_count: 2 }
      return stored
    }),
  )
  const onDraft = vi.fn()
  const { press } = show('nurse', <BulkDetailDialog id={4} onClose={() => undefined} onDraft={onDraft} />)
  await until(() => expect(screen.getByText('60秒後に送信を始めます')).toBeTruthy())
  await advance(1_750)
  expect(screen.getByText('59秒後に送信を始めます')).toBeTruthy()
  await advance(250)
  expect(screen.getByText('58秒後に送信を始めます')).toBeTruthy()
  expect(screen.getByRole('dialog', { name: '送信待ちの一斉送信' })).toBeTruthy()
  await press('停止')
  await until(() => expect(screen.queryByText(/秒後に送信を始めます/)).toBeNull())
  expect(sent(stopBulkMessage)).toEqual([{ id: 4 }])
  await until(() => expect(screen.getByText('送信前に停止しました。誰にも送っていません。')).toBeTruthy())
  await press('本文と送信先を下書きに戻す')
  const draft = {
    ...newDraft,
    mode: 'list',
    patients: [{ id: 7, name: '佐伯 花子' }],
    doctors: [{ id: 5, name: '中村 花子' }],
    diseases: [{ id: 2, name: '脂質異常症' }],
  }
  await until(() => expect(onDraft).toHaveBeenCalledWith({ body: '{姓}様', draft }))
})

test('the picker shows kana and birth date, and Enter selects the only match', async () => {
  const found = { ...person(7, '佐伯', 'patient'), last_name_kana: 'サエキ', first_name_kana: 'ハナコ', birthday: '1968-03-14' }
  network.use(
    reply(listPlans, { items: [] }),
    reply(listUsers, paged([])),
    // the list of patients has more fields than a recipient shows
    reply(listPatients, ({ q }) => paged(typeof q === 'object' && q.full_name_cont === 'さえき' ? [found] : []) as never),
    reply(previewBulkMessage, { ...paged([]), left_out: [], left_out_count: 0, is_too_many: false, unknown_placeholders: [] }),
  )
  const { user } = show('nurse', <BulkComposer canned={() => null} onSent={vi.fn()} list={null} />)
  await user.click(await screen.findByText('一人ずつ選ぶ'))
  await user.type(screen.getByRole('combobox', { name: '患者を追加' }), 'さえき')
  await screen.findByText(/さえき はなこ.*1968\.03\.14/)
  await user.keyboard('{Enter}')
  expect(within(await screen.findByRole('list', { name: '患者を追加' })).getByText('佐伯 花子')).toBeTruthy()
})

test('starts with the recipients that are given', async () => {
  network.use(
    reply(listPlans, { items: [] }),
    reply(listUsers, paged([])),
    reply(listPatients, paged([])),
    reply(previewBulkMessage, { ...paged([]), left_out: [], left_out_count: 0, is_too_many: false, unknown_placeholders: [] }),
  )
  const given = { body: '', draft: { ...newDraft, mode: 'list' as const, patients: [{ id: 7, name: '佐伯 恵子' }] } }
  show('nurse', <BulkComposer canned={() => null} onSent={vi.fn()} given={given} list={null} />)
  await screen.findByText('佐伯 恵子')
  await waitFor(() => expect(sent(previewBulkMessage)).toMatchObject([{ choice: { patient_ids: [7] } }]))
})

test('a restored message replaces the text being written, and undo brings that back with its recipients', async () => {
  network.use(
    reply(listPlans, { items: [] }),
    reply(listUsers, paged([])),
    reply(listPatients, paged([])),
    reply(previewBulkMessage, { ...paged([]), left_out: [], left_out_count: 0, is_too_many: false, unknown_placeholders: [] }),
  )
  const composer = (given?: Values) => <BulkComposer canned={() => null} onSent={vi.fn()} given={given} list={null} />
  const { user, press, rerender } = show('nurse', composer())
  await user.type(await screen.findByRole('textbox', { name: '本文' }), '書きかけ')
  await user.click(screen.getByRole('checkbox', { name: '全員' }))
  rerender(composer({ body: '止めた本文', draft: { ...newDraft, mode: 'list', patients: [{ id: 7, name: '佐伯 恵子' }] } }))
  await screen.findByDisplayValue('止めた本文')
  await screen.findByText('書きかけの本文を置き換えました')
  await press('元に戻す')
  await screen.findByDisplayValue('書きかけ')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '全員' }).checked).toBe(true)
})

test('the list of recipients returns to the previous page when the last page no longer exists', async () => {
  const recipient = (id: number, name: string): BulkRecipient => ({
    ...{ id, patient: person(id, name, 'patient'), text: '' },
    ...{ state: 'waiting', reason: null, message_id: null, sent_at: null },
  })
  const pages = [[recipient(7, '佐伯')], [recipient(8, '田中')]]
  network.use(
    reply(getBulkMessage, { ...bulk, state: 'stopped', waiting_count: 1, sent_count: 1 }),
    reply(listBulkRecipients, ({ page }) => pageOf(pages, page)),
  )
  const { press, store } = show('nurse', <BulkDetailDialog id={4} onClose={() => undefined} onDraft={() => undefined} />)
  await press('次へ')
  await screen.findByText('田中 花子')
  pages.pop()
  store.dispatch(api.util.invalidateTags(['bulk_messages']))
  await screen.findByText('佐伯 花子')
})

test('if a page of recipients fails to load, an error replaces the previous page, and a button leads back to that page', async () => {
  const recipient: BulkRecipient = {
    ...{ id: 7, patient: person(7, '佐伯', 'patient'), text: '' },
    ...{ state: 'sent', reason: null, message_id: null, sent_at: null },
  }
  network.use(
    reply(getBulkMessage, { ...bulk, state: 'stopped', waiting_count: 0, sent_count: 2 }),
    reply(listBulkRecipients, ({ page }) =>
      page === 1 ? pageOf([[recipient], [recipient]], 1) : failure(403, 'forbidden', 'この操作を行う権限がありません。'),
    ),
  )
  const { press } = show('nurse', <BulkDetailDialog id={4} onClose={() => undefined} onDraft={() => undefined} />)
  await press('次へ')
  await screen.findByText('結果を読み込めませんでした')
  expect(screen.queryByText('佐伯 花子')).toBe(null)
  await press('前へ')
  await screen.findByText('佐伯 花子')
})
