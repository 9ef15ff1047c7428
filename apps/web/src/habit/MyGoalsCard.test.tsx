// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { net, openHabit, press, rows, show, text, wait } from './ward.tsx'

openHabit()

test('a patient ticks their own goal, reads since when, and takes it back', async () => {
  await show('patient')
  expect(text()).toContain('2つの目標')
  await press('達成した：1日8,000歩を歩く')
  expect(net.sent).toEqual([{ method: 'PUT', path: '/api/habit_goals/2', body: { achieved_on: '2026-11-21' } }])
  expect(text()).toContain('2つのうち1つ達成')
  expect(text()).toContain('11月21日（土）に達成しました')
  await press('達成した：1日8,000歩を歩く')
  expect(net.sent[1]?.body).toEqual({ achieved_on: null })
  expect(text()).toContain('2つの目標')
})

test('what a patient achieved weeks ago is folded away and can be seen; nothing can be changed or deleted', async () => {
  await show('patient')
  expect(rows()).toHaveLength(2)
  await press('以前に達成した目標も見る（1）')
  expect(rows()).toHaveLength(3)
  expect(text()).toContain('10月30日（金）に達成しました')
  expect(screen.queryByRole('button', { name: /編集|削除/ })).toBeNull()
})

test('a patient without goals is invited to choose one', async () => {
  net.held = []
  await show('patient')
  expect(text()).toContain('目標はまだありません')
  await press('目標を追加する', 700)
  const dialog = within(screen.getByRole('dialog', { name: '目標を追加する' }))
  fireEvent.click(dialog.getByRole('button', { name: '朝食を毎日食べる 追加' }))
  await wait(300)
  expect(rows().at(0)).toContain('朝食を毎日食べる')
})
