import { addCannedReply, type CannedReply, listCannedReplies } from '@sukoyaka/wire/care/canned-reply'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { person } from '../../test/data/person.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { CannedRepliesCard } from './CannedRepliesCard.tsx'
import { CannedReplyPicker } from './CannedReplyPicker.tsx'

setUpNetwork()

const cannedReply = (id: number, title: string, owner_id: number): CannedReply => ({
  id,
  title,
  body: '{姓}様\n{担当医}より',
  is_shared: owner_id !== 1,
  owner: person(owner_id, '小林', 'nurse'),
  may_change: owner_id === 1,
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
})
beforeEach(() => {
  const stored = [cannedReply(1, '予約の確認', 1), cannedReply(2, '結果のご案内', 2)]
  network.use(
    reply(listCannedReplies, () => ({ items: stored })),
    reply(addCannedReply, ({ title, body }) => {
      const added = { ...cannedReply(3, title, 1), body }
      stored.push(added)
      return added
    }),
  )
})

const recipient = { last_name: '佐伯', first_name: '恵子', main_doctor: '中村 健一' }
const loaded = { isError: false, isFetching: false, refetch: () => undefined }

test('a reply can be picked only once the patient is loaded, and a failure is shown', async () => {
  const onInsert = vi.fn()
  const refetch = vi.fn()
  const { user, press, rerender } = show('nurse', <CannedReplyPicker onInsert={onInsert} recipient={{ ...loaded, isFetching: true }} />)
  await press('定型文')
  await waitFor(() => expect(sent(listCannedReplies)).toHaveLength(1))
  rerender(<CannedReplyPicker onInsert={onInsert} recipient={{ isError: true, isFetching: false, refetch }} />)
  await screen.findByText('患者の情報を読み込めませんでした')
  expect(screen.queryByText('結果のご案内')).toBeNull()
  await press('もう一度読み込む')
  expect(refetch).toHaveBeenCalled()
  rerender(<CannedReplyPicker onInsert={onInsert} recipient={{ ...loaded, currentData: recipient }} />)
  await user.click(await screen.findByText('結果のご案内'))
  expect(onInsert.mock.calls).toEqual([['佐伯様\n中村 健一より']])
})

test('inserts the reply with the names of the patient and the main doctor', async () => {
  const onInsert = vi.fn()
  const { user, press } = show('nurse', <CannedReplyPicker onInsert={onInsert} recipient={{ ...loaded, currentData: recipient }} />)
  await press('定型文')
  expect(within(await screen.findByRole('region', { name: '自分の定型文' })).getByText('予約の確認')).toBeTruthy()
  expect(screen.getAllByText('佐伯様 中村 健一より')).toHaveLength(2)
  await user.click(screen.getByText('結果のご案内'))
  expect(onInsert.mock.calls).toEqual([['佐伯様\n中村 健一より']])
})

test('adds a reply, shows a colleague’s reply read-only and warns of an unknown placeholder', async () => {
  const { user, press } = show('nurse', <CannedRepliesCard />)
  await screen.findByText('小林 花子が共有')
  expect(screen.getByRole('button', { name: '「予約の確認」を編集' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '「結果のご案内」を編集' })).toBe(null)
  await press('定型文を追加')
  await user.type(await screen.findByLabelText(/タイトル/), '新しい')
  const body = screen.getByLabelText(/本文/)
  // user-event types `{` for `{{`
  await user.type(body, '{{氏名}様')
  await screen.findByText('使えない差し込みがあります：{氏名}')
  await user.clear(body)
  await user.type(body, '{{姓}様')
  expect(screen.queryByText(/使えない差し込み/)).toBeNull()
  await press('保存')
  await screen.findByText('新しい')
  expect(sent(addCannedReply)).toEqual([{ title: '新しい', body: '{姓}様', is_shared: false }])
})

test('a failed search shows an error instead of the earlier replies, and its field stays', async () => {
  const stored = [1, 2, 3, 4, 5, 6].map((id) => cannedReply(id, `定型文${id}`, 1))
  network.use(reply(listCannedReplies, ({ q }) => (q ? failure(403, 'forbidden', 'この操作を行う権限がありません。') : { items: stored })))
  const { user } = show('nurse', <CannedRepliesCard />)
  const field = await screen.findByRole('searchbox', { name: '定型文を検索' })
  await user.type(field, 'ない')
  await screen.findByText('定型文を読み込めませんでした')
  expect(screen.queryByText('定型文1')).toBe(null)
  await user.clear(field)
  await screen.findByText('定型文1')
})
