// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeNetwork, press, setUpCardTests, showCard, text, wait } from '../../test/render.tsx'
import { CannedRepliesCard } from './CannedRepliesCard.tsx'
import { CannedReplyPicker } from './CannedReplyPicker.tsx'

const reply = (id: number, title: string, owner_id: number) => ({
  id,
  title,
  body: '{姓}様\n{担当医}より',
  is_shared: owner_id !== 1,
  owner: { id: owner_id, role: 'nurse', first_name: '美咲', last_name: '小林' },
  may_change: owner_id === 1,
  updated_at: '2026-11-01T00:00:00Z',
})
setUpCardTests(() => ({
  '/api/canned_replies': { items: [reply(1, '予約の確認', 1), reply(2, '結果のご案内', 2)] },
  'POST /api/canned_replies': reply(3, '新しい', 1),
}))

test('inserts the reply with the names of the patient and the main doctor', async () => {
  const onInsert = vi.fn()
  await showCard(<CannedReplyPicker onInsert={onInsert} patient={{ last_name: '佐伯', first_name: '恵子', main_doctor: '中村 健一' }} />, 'nurse')
  await press('定型文', 800)
  expect(text()).toContain('自分の定型文')
  fireEvent.click(screen.getByText('結果のご案内'))
  expect(onInsert).toHaveBeenCalledWith('佐伯様\n中村 健一より')
})

test('adds a reply, shows a colleague’s reply read-only and warns of an unknown placeholder', async () => {
  await showCard(<CannedRepliesCard />, 'nurse')
  expect(screen.queryByRole('button', { name: '「結果のご案内」を編集' })).toBe(null)
  expect(text()).toContain('小林 美咲が共有')
  await press('定型文を追加', 100)
  fireEvent.change(screen.getByLabelText(/タイトル/), { target: { value: '新しい' } })
  fireEvent.change(screen.getByLabelText(/本文/), { target: { value: '{氏名}様' } })
  await wait(50)
  expect(text()).toContain('使えない差し込みがあります：{氏名}')
  fireEvent.change(screen.getByLabelText(/本文/), { target: { value: '{姓}様' } })
  await press('保存', 200)
  expect(fakeNetwork.requests).toMatchObject([{ body: { title: '新しい', body: '{姓}様', is_shared: false } }])
})
