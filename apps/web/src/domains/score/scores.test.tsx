import { type HealthScore, type HealthScoreCategory, listHealthScores, type ScoreRank } from '@sukoyaka/wire/record/score'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { MyScoresCard } from './MyScoresCard.tsx'
import { ScoreStrip } from './ScoreStrip.tsx'

// happy-dom has no canvas
vi.mock('../../ui/chart/echarts.ts', () => ({ init: () => ({ setOption: () => undefined, resize: () => undefined, dispose: () => undefined }) }))

setUpNetwork()

const category = (id: number, name: string, name_ja: string, strip: boolean): HealthScoreCategory => ({
  id,
  name,
  name_ja,
  display_name: name_ja,
  strip,
  sort_number: id,
})
const total = category(1, 'total', '総合', false)
const lipid = category(2, 'lipid', '脂質', true)
const exercise = category(3, 'exercise', '運動', true)
const mental = category(4, 'mental', 'こころ', false)

const score = (of: HealthScoreCategory, point: number | null, rank: ScoreRank | null, day: string, more: Partial<HealthScore> = {}): HealthScore => ({
  id: Number(day.replaceAll('-', '')) * 10 + of.id,
  user_id: 1,
  category: of,
  point,
  rank,
  calculated_at: `${day}T00:00:00Z`,
  ...more,
})

let stored: HealthScore[]
let has_unreleased: boolean
beforeEach(() => {
  has_unreleased = false
  stored = [
    score(total, 72, 'C', '2026-11-01'),
    score(total, 71, 'C', '2026-08-14'),
    score(lipid, 58, 'D', '2026-11-01', {
      sources: [
        {
          type: 'numeric_test_result_category',
          name: 'ldl_cholesterol',
          display_name: 'LDLコレステロール',
          id: 1,
          value: 162,
          label: null,
          unit_display: 'mg/dL',
          decimals: 0,
          status: 1,
          weight: 3,
          day: '2026-10-14',
        },
      ],
      missing: [{ type: 'numeric_test_result_category', name: 'triglyceride', display_name: '中性脂肪', weight: 2 }],
    }),
    score(lipid, 66, 'C', '2025-10-20'),
    score(exercise, null, null, '2026-11-01', { sources: [], missing: [{ type: 'step', name: null, display_name: '', weight: 4 }] }),
    score(mental, 90, 'A', '2026-11-01'),
  ]
  network.use(
    reply(listHealthScores, ({ category_name, count = 1 }) => {
      const wanted = stored.filter(({ category: { name } }) => category_name?.includes(name) ?? true)
      return { items: [...Map.groupBy(wanted, ({ category: { id } }) => id).values()].flatMap((scores) => scores.slice(0, count)), has_unreleased }
    }),
  )
})

const text = () => document.body.textContent ?? ''

test('shows the total and category scores with their change since the previous score and its date', async () => {
  show('doctor', <ScoreStrip user_id={1} />)
  await screen.findByRole('button', { name: /^脂質/ })
  expect(text()).toMatch(/2026\.11\.0172 \/ 100注意.*前回 ＋1 08\.14/)
  const cells = within(screen.getByRole('list')).getAllByRole('button')
  expect(cells.map((cell) => cell.querySelector('.visually-hidden')?.textContent)).toEqual(['脂質 58点、要改善、前回（2025.10.20）から−8', '運動 点数なし'])
  expect(text()).not.toContain('こころ')
  // the letter of a rank would be mistaken for a 判定区分
  expect(text()).not.toMatch(/[A-E]/)
})

test.each([
  [false, 'まだそろっていません'],
  [true, '公開前の検査結果があります'],
])('says why there is no score (unreleased results: %s)', async (isWaiting, reason) => {
  stored = [score(total, null, null, '2026-11-01')]
  has_unreleased = isWaiting
  show('doctor', <ScoreStrip user_id={1} />)
  await screen.findByText(reason, { exact: false })
  expect(screen.queryByRole('button')).toBeNull()
})

test('says which findings keep the rank below what the points give', async () => {
  const cap = { label: null, unit_display: '', decimals: 0, day: '2026-10-14' }
  stored = [
    score(total, 92, 'B', '2026-11-01', {
      sources: [],
      missing: [],
      caps: [
        { ...cap, finding: 'outside', name: 'egfr', display_name: 'eGFR', value: 58.1, unit_display: 'mL/分/1.73m²', decimals: 1 },
        { ...cap, finding: 'illness', name: 'chronic_kidney_disease', display_name: '慢性腎臓病', value: null },
      ],
    }),
    score(lipid, 66, 'C', '2026-11-01'),
  ]
  const { user, press } = show('doctor', <ScoreStrip user_id={1} />)
  await press(/^脂質/)
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: /^総合/ }))
  await dialog.findByText('次の所見があるため、点数にかかわらず「良い」としています：eGFR 58.1 mL/分/1.73m²（異常）、慢性腎臓病（未解決の問題）')
})

test('names a mean of home blood pressure as a mean, and a critical reading as a reading', async () => {
  const cap = { name: 'home_systolic_blood_pressure', display_name: '家庭血圧（収縮期）', label: null, unit_display: 'mmHg', decimals: 0, day: '2026-10-14' }
  const capped = (value: number, finding: 'outside' | 'serious') => ({ sources: [], missing: [], caps: [{ ...cap, finding, value }] })
  stored = [score(total, 92, 'B', '2026-11-01', capped(143, 'outside')), score(lipid, 66, 'E', '2026-11-01', capped(190, 'serious'))]
  const { user, press } = show('doctor', <ScoreStrip user_id={1} />)
  await press(/^脂質/)
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/家庭血圧（収縮期） 190 mmHg（至急連絡値）/)
  await user.click(await dialog.findByRole('button', { name: /^総合/ }))
  await dialog.findByText(/家庭血圧（収縮期）（7日の平均） 143 mmHg（異常）/)
})

test('a finding beyond a limit of measurement keeps its comparator', async () => {
  const cap = { finding: 'far' as const, name: 'bnp', display_name: 'BNP', value: 1000, label: '>1000 pg/mL', unit_display: 'pg/mL', decimals: 0 }
  stored = [score(total, 92, 'C', '2026-11-01', { sources: [], missing: [], caps: [{ ...cap, day: '2026-10-14' }] }), score(lipid, 66, 'C', '2026-11-01')]
  const { user, press } = show('patient', <ScoreStrip user_id={1} />)
  await press(/^脂質/)
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: /^総合/ }))
  await dialog.findByText(/BNP >1000 pg\/mL/)
})

test('a dialog shows the source values of a category and names the missing ones', async () => {
  const { user, press } = show('doctor', <ScoreStrip user_id={1} />)
  await press(/^脂質/)
  const dialog = within(await screen.findByRole('dialog', { name: '健康スコアの内訳' }))
  await dialog.findByRole('row', { name: 'LDLコレステロール 162 mg/dL 異常 2026.10.14 3' })
  expect(sent(listHealthScores)).toContainEqual({ user_id: 1, include: ['sources'] })
  expect(text()).toContain('値のない項目中性脂肪')
  await user.click(dialog.getByRole('button', { name: /^運動 *点数なし$/ }))
  await dialog.findByText('値のある項目の重みが半分に満たないため、点数を出していません。', { exact: false })
  expect(text()).toContain('値のない項目歩数（直近の記録14日分の平均）')
})

test('a patient sees plain language without alarming marks, also in the dialog', async () => {
  const { user, press } = show('patient', <MyScoresCard user_id={1} />)
  await screen.findByText('8月14日（金）より1点上がりました')
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['脂質58見直しましょう', 'こころ90とても良好です'])
  expect(text()).not.toMatch(/[A-E]/)
  await press('くわしく見る')
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: /^脂質/ }))
  await dialog.findByText('基準と異なる', { exact: false })
  expect(text()).not.toMatch(/異常|注意|重み/)
})

test('tells a patient that there are no scores yet', async () => {
  stored = []
  show('patient', <MyScoresCard user_id={1} />)
  await screen.findByText('健康スコアはまだありません')
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['strip', <ScoreStrip key={1} user_id={1} />],
  ['patient’s card', <MyScoresCard key={1} user_id={1} />],
])('shows an error in the %s if scores fail to load, and reloads them', async (_, element) => {
  network.use(reply(listHealthScores, () => failure(403, 'forbidden', 'この操作を行う権限がありません。'), { once: true }))
  const { press } = show('doctor', element)
  await screen.findByText('健康スコアを読み込めませんでした')
  await press('もう一度読み込む')
  await screen.findAllByText('脂質')
})
