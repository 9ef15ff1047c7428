// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { press, show, text } from '../../test/render-ui.tsx'
import { MyScoresCard } from './MyScoresCard.tsx'
import { ScoreStrip } from './ScoreStrip.tsx'
import { fakeServer, openScores, score } from './test-render.tsx'

openScores()

test('shows the total and category scores with their change and its date', async () => {
  await show('doctor', <ScoreStrip user_id={1} />)
  expect(text()).toContain('2026.11.01C72/ 100＋1 08.14–')
  const cells = within(screen.getByRole('list')).getAllByRole('button')
  expect(cells.map((cell) => cell.querySelector('.visually-hidden')?.textContent)).toEqual(['脂質 58点、ランクD、2025.10– −8', '運動 点数なし'])
  expect(text()).not.toContain('こころ')
})

test('shows no strip for a patient without scores', async () => {
  fakeServer.items = [score('total', null, null, '2026-11-01')]
  await show('doctor', <ScoreStrip user_id={1} />)
  expect(text()).toBe('')
})

test('opens a category with its source values and the missing ones', async () => {
  await show('doctor', <ScoreStrip user_id={1} />)
  await press(/^脂質/)
  const dialog = within(screen.getByRole('dialog', { name: '健康スコアの内訳' }))
  expect(fakeServer.requestedUrls.some((url) => url.includes('include[]=sources'))).toBe(true)
  expect(dialog.getByRole('row', { name: 'LDLコレステロール 162 mg/dL 異常 2026.10.14 3' })).toBeTruthy()
  expect(text()).toContain('値のない項目中性脂肪')
  await press(/^運動 – *点数なし$/)
  expect(text()).toContain('値のある項目の重みが半分に満たないため、点数を出していません。')
  expect(text()).toContain('値のない項目歩数（直近14日の平均）')
})

test('a patient sees plain language without alarming marks, also in the dialog', async () => {
  await show('doctor', <MyScoresCard user_id={1} />)
  expect(text()).toContain('8月14日（金）より1点上がりました')
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['脂質D58見直しましょう'])
  await press('くわしく見る')
  await press(/^脂質/)
  expect(text()).toContain('基準から外れています')
  expect(text()).not.toMatch(/異常|注意|重み/)
})

test('tells a patient that there are no scores yet', async () => {
  fakeServer.items = []
  await show('doctor', <MyScoresCard user_id={1} />)
  expect(text()).toContain('健康スコアはまだありません')
})

test('shows an error if scores fail to load, and reloads them', async () => {
  const { items } = fakeServer
  fakeServer.items = undefined
  await show('doctor', <ScoreStrip user_id={1} />)
  expect(text()).toContain('健康スコアを読み込めませんでした')
  fakeServer.items = items
  await press('もう一度読み込む')
  expect(text()).toContain('脂質')
})
