// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeNetwork, press, setUpCardTests, showCard, text } from '../../test/render.tsx'
import { KartesCard } from './KartesCard.tsx'

const nurse = { id: 3, role: 'nurse', last_name: '小林', first_name: '美咲', last_name_kana: '', first_name_kana: '', icon: null }
const karte = (id: number, memo: string, created_at = '2026-11-18T07:20:00Z') => ({
  id,
  user_id: 1,
  author_id: 3,
  author: nurse,
  interview_id: null,
  memo,
  created_at,
})
const list = (...items: object[]) => ({ items, page: 1, next_page: null, total_count: 42 })
setUpCardTests(() => ({
  '/api/kartes': list(karte(1, '電話あり。\n【経過】朝は130台。\n【計画】記録を続ける。'), karte(2, 'ひとこと', '2025-11-05T02:05:00Z')),
}))

test('shows the newest notes by section, with author and time', async () => {
  await showCard(<KartesCard user_id={1} />)
  expect(screen.getByRole('heading', { name: '最近のカルテ 42' })).toBeTruthy()
  const [first, second] = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(first).toBe('小小林 美咲 看護師11.18 16:20メモ 電話あり。経過 朝は130台。計画 記録を続ける。')
  expect(second).toBe('小小林 美咲 看護師2025.11.05 11:05 ひとこと')
})

test('shows the beginning of a long note and expands it on request', async () => {
  fakeNetwork.responses['/api/kartes'] = list(karte(1, '長い記録。'.repeat(100)))
  await showCard(<KartesCard user_id={1} />)
  await press('続きを読む', 100)
  expect(screen.getByRole('button', { name: '閉じる' }).getAttribute('aria-expanded')).toBe('true')
})

test('shows the empty state, and reloads notes after a failed request', async () => {
  fakeNetwork.responses['/api/kartes'] = undefined
  await showCard(<KartesCard user_id={1} />)
  expect(text()).toContain('カルテを読み込めませんでした')
  fakeNetwork.responses['/api/kartes'] = { ...list(), total_count: 0 }
  await press('もう一度読み込む')
  expect(text()).toContain('カルテはまだありません')
})
