import { type Karte, listKartes } from '@sukoyaka/wire/care/karte'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, network, reply, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { KartesCard } from './KartesCard.tsx'
import { karte } from './test-data.ts'

const kartes = (items: Karte[], total_count = items.length) => network.use(reply(listKartes, { items, page: 1, next_page: null, total_count }))
setUpNetwork()

test('shows the newest notes by section, with author and time', async () => {
  kartes([karte(1, '電話あり。\n【経過】朝は130台。\n【計画】記録を続ける。'), karte(2, 'ひとこと', '2025-11-05T02:05:00Z')], 42)
  show('doctor', <KartesCard user_id={1} />)
  expect(await screen.findByRole('heading', { name: '最近のカルテ 42' })).toBeTruthy()
  const [first, second] = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(first).toBe('小小林 花子 看護師11.18 16:20メモ 電話あり。経過 朝は130台。計画 記録を続ける。')
  expect(second).toBe('小小林 花子 看護師2025.11.05 11:05 ひとこと')
})

test('shows the beginning of a long note and expands it on request', async () => {
  kartes([karte(1, '長い記録。'.repeat(100))])
  const { press } = show('doctor', <KartesCard user_id={1} />)
  expect((await screen.findByRole('button', { name: '続きを読む' })).getAttribute('aria-expanded')).toBe('false')
  await press('続きを読む')
  expect(screen.getByRole('button', { name: '閉じる' }).getAttribute('aria-expanded')).toBe('true')
})

test('shows the empty state, and reloads notes after a failed request', async () => {
  network.use(reply(listKartes, () => failure(403, 'forbidden', 'できません')))
  const { press } = show('doctor', <KartesCard user_id={1} />)
  expect(await screen.findByText('カルテを読み込めませんでした')).toBeTruthy()
  kartes([])
  await press('もう一度読み込む')
  expect(await screen.findByText('カルテはまだありません')).toBeTruthy()
})
