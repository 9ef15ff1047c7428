import { getSharedRecord, openSharedRecord, type SharedRecord, watchSharedRecord } from '@sukoyaka/wire/boards/shared-record'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { stopTimers } from '../../test/fake-timers.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { AllergyStrip } from './AllergyStrip.tsx'
import { IllnessCard } from './cards.tsx'
import { PressureCard } from './PressureCard.tsx'
import { plotOf } from './pressure.ts'
import { firstSections, type SharedItem, sectionsOf } from './results.ts'
import { SharedRecordPage } from './SharedRecordPage.tsx'

setUpNetwork()

const token = '7Kq2mVx9Rt7Kq2mVx9Rt7Kq2'
const item = (name: string, group: string, ...values: SharedItem['values']): SharedItem => ({
  ...{ name, display_name: name, group, unit: 'mg/dL', unit_display: 'mg/dL', decimals: 0, value_labels: null, steps: null },
  values,
})
const healthy = { min: 60, max: 120 }
const items = [
  item('AST', 'liver', { value: 70, status: 0, healthy }, null),
  item('LDL', 'lipid', { value: 162, status: 1, healthy }, { value: 155, status: 1, healthy }),
  item('TG', 'lipid', { value: 125, status: 2, healthy }, null),
  item('身長', 'body', { value: 161, status: null, healthy: null }, null),
]
const record: SharedRecord = {
  parts: ['medication', 'results'],
  expires_at: '2026-11-29T09:00:00.000Z',
  read_at: '2026-11-22T09:00:00.000Z',
  patient: {
    ...{ last_name: '佐伯', first_name: '恵子', last_name_kana: 'サエキ', first_name_kana: 'ケイコ', birthday: '1968-03-14', sex: 'female' },
    main_doctor: { last_name: '中村', first_name: '健一' },
  },
  medication: {
    medicines: [
      { name: 'ロスバスタチン', strength: '2.5 mg', daily_volume: '1錠', divided_times: 1, timing: ['after_dinner'], started_on: '2025-06', memo: '' },
    ],
    supplements: [],
    allergies: [
      { kind: 'food', is_occured: false, description: '', confirmed_at: '2026-04-10T00:00:00.000Z', is_self_reported: false },
      { kind: 'medicine', is_occured: true, description: 'セフェム系抗菌薬', confirmed_at: '2026-04-10T00:00:00.000Z', is_self_reported: false },
    ],
  },
  results: {
    checkups: [
      { kind: 'detail', name: '', location: '', tested_at: '2026-10-14T00:00:00.000Z', comment: null },
      { kind: 'followup', name: '', location: '', tested_at: '2026-07-08T00:00:00.000Z', comment: null },
    ],
    items,
  },
}

const stateOf = ({ expires_at, parts }: SharedRecord) => ({ expires_at, parts })

test('asks for the passcode, says how many tries are left, shows what is shared and names what is not, until the share is stopped', async () => {
  let isOpen = false
  network.use(
    reply(watchSharedRecord, () => (isOpen ? stateOf(record) : failure(404, 'share_closed', 'この共有は見られません。'))),
    reply(getSharedRecord, () => (isOpen ? record : failure(404, 'share_closed', 'この共有は見られません。'))),
    reply(openSharedRecord, ({ passcode }) => {
      if (passcode !== '482715') return HttpResponse.json({ error: 'パスコードが違います。', code: 'passcode_wrong', tries_left: 4 }, { status: 401 })
      isOpen = true
      return { expires_at: record.expires_at }
    }),
  )
  const { user, press } = show(
    'patient',
    <Routes>
      <Route path="share/:token" element={<SharedRecordPage watchMs={100} />} />
    </Routes>,
    { path: `/share/${token}` },
  )
  await user.type(await screen.findByRole('textbox', { name: 'パスコード' }), '４８２７１６')
  await press('記録を開く')
  expect((await screen.findByRole('alert')).textContent).toContain('あと4回入力できます。')
  await user.type(screen.getByRole('textbox', { name: 'パスコード' }), '482715')
  await press('記録を開く')
  await screen.findByText('家庭血圧、病名と家族の病気、画像と所見、歩数と睡眠、手術歴は共有されていません')
  expect(sent(openSharedRecord).at(-1)).toEqual({ token, passcode: '482715' })
  expect(screen.getByRole('note', { name: 'アレルギー' }).textContent).toBe('薬剤アレルギー セフェム系抗菌薬食物 なし')
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '項目基準範囲2026.10.14精密2026.07.08フォロー今回の位置',
    '基準外・未判定2',
    expect.stringMatching(/^LDL.*162H/),
    expect.stringMatching(/^TG.*125H/),
    '肝機能・蛋白1すべて基準内',
    expect.stringMatching(/^AST/),
    '身体計測1',
    expect.stringMatching(/^身長/),
  ])
  // a value without a status mark has no status in words either
  for (const row of [rows[5]!, rows[7]!]) expect(row.textContent).not.toMatch(/基準内|未判定/)
  screen.getByText(/^1錠・夕食後/)
  // the patient stops the share
  isOpen = false
  await screen.findByText('閲覧が終わりました。共有が続いていれば、もう一度パスコードを入力すると見られます。')
  expect(screen.queryByRole('table')).toBeNull()
})

test('a stopped share is hidden within seconds, although the record could not be read again before', async () => {
  const { advance, until } = stopTimers()
  let state: 'open' | 'busy' | 'closed' = 'open'
  const closed = () => failure(404, 'share_closed', 'この共有は見られません。')
  network.use(
    reply(watchSharedRecord, () => (state === 'closed' ? closed() : stateOf(record))),
    reply(getSharedRecord, () => (state === 'open' ? record : failure(503, 'unavailable', '混み合っています。'))),
  )
  show(
    'patient',
    <Routes>
      <Route path="share/:token" element={<SharedRecordPage />} />
    </Routes>,
    { path: `/share/${token}` },
  )
  await until(() => screen.getByRole('table'))
  state = 'busy'
  await advance(60_000)
  await until(() => expect(sent(getSharedRecord).length).toBeGreaterThan(1))
  // the retries
  await advance(20_000)
  screen.getByRole('table')
  state = 'closed'
  await advance(4_000)
  await until(() => expect(screen.queryByRole('table')).toBeNull())
})

test('a part that the patient takes out of the share is hidden within seconds', async () => {
  const { advance, until } = stopTimers()
  let shared = record
  network.use(
    reply(watchSharedRecord, () => stateOf(shared)),
    reply(getSharedRecord, () => shared),
  )
  show(
    'patient',
    <Routes>
      <Route path="share/:token" element={<SharedRecordPage />} />
    </Routes>,
    { path: `/share/${token}` },
  )
  await until(() => screen.getByRole('table'))
  const { results: _, ...rest } = record
  shared = { ...rest, parts: ['medication'] }
  await advance(4_000)
  await until(() => expect(screen.queryByRole('table')).toBeNull())
  expect(sent(getSharedRecord)).toHaveLength(2)
})

test('past illnesses are shown with their details, also without dates', () => {
  const past = [
    { disease: '肺炎', diagnosed_on: null, recovered_on: null, detail: '治癒（日付不明）' },
    { disease: '胃潰瘍', diagnosed_on: '2019', recovered_on: '2020', detail: '内服で軽快' },
    { disease: '喘息', diagnosed_on: null, recovered_on: null, detail: '' },
  ]
  show('patient', <IllnessCard illnesses={{ assessments: [], past, family: [] }} />)
  expect(screen.getByRole('listitem').textContent).toBe('既往歴肺炎（治癒（日付不明））、胃潰瘍（2019–2020、内服で軽快）、喘息')
})

test('what was typed of the passcode stays, because a record that is not shown is not read again', async () => {
  const { advance } = stopTimers()
  network.use(reply(getSharedRecord, () => failure(404, 'share_closed', 'この共有は見られません。')))
  const { user } = show(
    'patient',
    <Routes>
      <Route path="share/:token" element={<SharedRecordPage />} />
    </Routes>,
    { path: `/share/${token}` },
  )
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'パスコード' })
  await user.type(field, '4827')
  await advance(120_000)
  expect([screen.getByRole('textbox', { name: 'パスコード' }), field.value]).toEqual([field, '4827'])
  expect(sent(getSharedRecord)).toHaveLength(1)
})

test('sections are in the order of the catalogue, or items out of range come first; `firstSections` returns at least the given number of rows', () => {
  const keys = (isOffFirst: boolean) =>
    sectionsOf(items, isOffFirst).map(({ key, items: rows, isAllInRange }) => [key, rows.map(({ name }) => name).join(), isAllInRange])
  expect(keys(false)).toEqual([
    ['liver', 'AST', true],
    ['lipid', 'LDL,TG', false],
    ['body', '身長', false],
  ])
  expect(keys(true)[0]).toEqual(['off', 'LDL,TG', false])
  expect(firstSections(sectionsOf(items, false), 2).map(({ key }) => key)).toEqual(['liver', 'lipid'])
})

test('the plot of home blood pressure has averages of mornings and evenings (Tokyo time); a single reading can be plotted', () => {
  const at = (recorded_at: string, systolic: number, diastolic: number | null) => ({ recorded_at, systolic, diastolic, status: 0 })
  const plot = plotOf([at('2026-11-21T12:00:00.000Z', 130, 80), at('2026-11-20T22:00:00.000Z', 138, 86), at('2026-11-19T22:00:00.000Z', 136, null)])
  expect([plot.days, plot.morning.average, plot.evening.average]).toEqual([2, '137/86', '130/80'])
  expect(plot.morning.dots[0]!.x).toBeLessThan(plot.morning.dots[1]!.x)
  const one = plotOf([at('2026-11-21T22:00:00.000Z', 130, 80)])
  expect([one.ticks.length, one.evening.average, Number.isFinite(one.morning.dots[0]!.y)]).toEqual([1, '', true])
})

test('the chart of home blood pressure marks where hypertension begins, and no value as normal', () => {
  show('patient', <PressureCard readings={[{ recorded_at: '2026-11-21T12:00:00.000Z', systolic: 131, diastolic: 82, status: 1 }]} />)
  screen.getByText(/高血圧の目安（135\/85以上）/)
  expect(screen.getByRole('img').querySelector('rect')).toBeNull()
})

test.each([
  ['nobody asked about drugs', 'food', false, '薬剤アレルギー 未確認食物 なし'],
  ['there is no drug allergy', 'medicine', false, '薬剤アレルギー なし・2026.04.10確認'],
  ['the patient answered that there is no drug allergy', 'medicine', true, '薬剤アレルギー なし・2026.04.10 本人の回答'],
] as const)('the allergy strip says that %s', async (_, kind, is_self_reported, words) => {
  show('patient', <AllergyStrip allergies={[{ kind, is_occured: false, description: '', confirmed_at: '2026-04-10T00:00:00.000Z', is_self_reported }]} />)
  await waitFor(() => expect(screen.getByRole('note', { name: 'アレルギー' }).textContent).toBe(words))
})
