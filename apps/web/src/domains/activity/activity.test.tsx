import type { Role } from '@sukoyaka/wire/access'
import { addSteps, listDailySleeps, listSleeps, listSteps, putSleep, type Step } from '@sukoyaka/wire/record/activity'
import { listLifestyleCategories, listLifestyles } from '@sukoyaka/wire/record/lifestyle'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { EChartsOption } from 'echarts'
import { beforeEach, expect, test, vi } from 'vitest'
import { invalidate } from '../../api/api.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { ActivityTab } from './ActivityTab.tsx'
import { SleepTab } from './SleepTab.tsx'
import { distance, distanceCategory, night, sleep, step } from './test-data.ts'

// happy-dom has no canvas; only the text alternatives and the tooltips of charts are tested
const drawn = vi.hoisted((): EChartsOption[] => [])
vi.mock('../../ui/chart/echarts.ts', () => ({
  init: () => ({ setOption: (option: EChartsOption) => drawn.push(option), resize: () => {}, dispose: () => {}, getDataURL: () => '' }),
}))
/** Tooltip of the newest point of the line chart drawn last. */
const newestLineTooltip = () => {
  const { series, tooltip } = drawn.findLast((option) => [option.series].flat()[0]?.type === 'line') ?? {}
  const data = [series].flat()[0]?.data
  const formatter = [tooltip].flat()[0]?.formatter
  // the formatters of these charts use only `dataIndex`
  return typeof formatter === 'function' ? formatter([{ dataIndex: Array.isArray(data) ? data.length - 1 : 0 }] as never, '') : formatter
}

setUpNetwork({ now: '2026-11-21T03:00:00Z' })

let steps: Step[]
const saveSteps = reply(addSteps, (input) => {
  const saved = input.steps.map(({ measured_on, count }) => step(measured_on, count))
  steps = [...saved, ...steps.filter(({ measured_on }) => !saved.some((day) => day.measured_on === measured_on))]
  return { items: saved.map((day) => ({ measured_on: day.measured_on, outcome: 'new' as const, step: day })) }
})
beforeEach(() => {
  steps = [step('2026-11-20', 6000), step('2026-11-19', 5999)]
  network.use(
    reply(listSteps, () => ({ items: steps })),
    reply(listDailySleeps, { items: [night('2026-11-20', '2026-11-19T14:20:00Z', '2026-11-19T21:26:00Z')] }),
    reply(listSleeps, { items: [sleep('2026-11-19T14:20:00Z', '2026-11-19T21:26:00Z')] }),
    reply(listLifestyleCategories, { items: [] }),
    reply(listLifestyles, { items: [] }),
    saveSteps,
  )
})

const row = (name: RegExp) => screen.getAllByRole('row').find((element) => name.test(element.textContent ?? ''))?.textContent ?? ''
const openEntry = async (role: Role) => {
  const shown = show(role, <ActivityTab user_id={1} />)
  await shown.press('歩数を入力')
  const dialog = within(await screen.findByRole('dialog', { name: '歩数を入力' }))
  // the recorded steps are in the fields
  await dialog.findByDisplayValue('6000')
  const type = async (day: RegExp, text: string) => {
    await shown.user.clear(dialog.getByRole('textbox', { name: day }))
    await shown.user.type(dialog.getByRole('textbox', { name: day }), text)
  }
  return { ...shown, dialog, type }
}

test('counts 6,000 steps as enough and 5,999 as low in text and table, and a day without steps as missing', async () => {
  show('doctor', <ActivityTab user_id={1} />)
  expect(await screen.findByText('6,000歩以上 1日')).toBeTruthy()
  expect(screen.getByText('6,000歩未満 1日')).toBeTruthy()
  expect(screen.getByRole('img', { name: /^歩数、2026\.10\.23から2026\.11\.21、記録2日、平均6,000歩、6,000歩以上1日$/ })).toBeTruthy()
  expect(row(/11\.19/)).toContain('5,9996,000歩未満')
  expect(row(/11\.20/)).not.toContain('未満')
  expect(row(/11\.21/)).toContain('記録なし')
})

test('saves yesterday’s steps, typed in full-width digits, with one request and shows them in the table', async () => {
  const { type, press } = await openEntry('patient')
  await type(/11\.20/, '７，３０２')
  await press('保存')
  await screen.findByText('歩数を保存しました')
  expect(sent(addSteps)).toEqual([{ user_id: 1, steps: [{ measured_on: '2026-11-20', count: 7302 }] }])
  expect(row(/11\.20/)).toContain('7,302')
})

test('shows an error for input that is not a number and sends nothing', async () => {
  const { dialog, type, press } = await openEntry('doctor')
  await type(/11\.21/, 'たくさん')
  await press('保存')
  expect(await dialog.findByText('0から200,000までの整数で入力してください')).toBeTruthy()
  expect(sent(addSteps)).toEqual([])
})

test('shows an error for a recorded day that was emptied, and sends nothing', async () => {
  const { dialog, user, type, press } = await openEntry('patient')
  await user.clear(dialog.getByRole('textbox', { name: /11\.20/ }))
  await type(/11\.21/, '800')
  await press('保存')
  expect(await dialog.findByText('歩数の記録は消せません。0から200,000までの整数で入力してください')).toBeTruthy()
  expect(sent(addSteps)).toEqual([])
})

test('an emptied field does not prevent saving if a device recorded its day only afterwards', async () => {
  const { store, dialog, user, type, press } = await openEntry('patient')
  await type(/11\.18/, '800')
  await user.clear(dialog.getByRole('textbox', { name: /11\.18/ }))
  await type(/11\.21/, '900')
  steps = [...steps, step('2026-11-18', 4000)]
  act(() => void store.dispatch(invalidate(['steps'])))
  await dialog.findByDisplayValue('4000')
  await press('保存')
  await waitFor(() => expect(sent(addSteps)).toEqual([{ user_id: 1, steps: [{ measured_on: '2026-11-21', count: 900 }] }]))
})

test('rolls back steps that failed to save and allows a retry', async () => {
  const { type, press } = await openEntry('doctor')
  const response = Promise.withResolvers<Response>()
  network.use(reply(addSteps, () => response.promise, { once: true }))
  await type(/11\.21/, '800')
  await press('保存')
  await waitFor(() => expect(row(/11\.21/)).toContain('800'))
  response.resolve(failure(403, 'forbidden', 'ただいま保存できません。'))
  await screen.findByText('歩数を保存できませんでした')
  expect(row(/11\.21/)).toContain('記録なし')
  await press('再試行')
  await screen.findByText('歩数を保存しました')
  expect(row(/11\.21/)).toContain('800')
})

test.each<Role>(['observer', 'concierge'])('shows steps read-only to %s', async (role) => {
  show(role, <ActivityTab user_id={1} />)
  await screen.findByText('6,000歩以上 1日')
  expect(row(/11\.20/)).toContain('6,000')
  expect(screen.queryByRole('button', { name: '歩数を入力' })).toBeNull()
})

test('shows a load error per card, and a retry reloads that card alone', async () => {
  const lists = [listSteps, listDailySleeps, listSleeps, listLifestyleCategories]
  network.use(...lists.map((list) => reply(list, () => failure(403, 'forbidden', 'この操作を行う権限がありません。'))))
  const { user } = show('doctor', <ActivityTab user_id={1} />)
  const [first] = await screen.findAllByRole('button', { name: 'もう一度読み込む' })
  for (const words of ['歩数を読み込めませんでした', '睡眠の記録を読み込めませんでした', '活動の記録を読み込めませんでした'])
    expect(screen.getByText(words)).toBeTruthy()
  network.use(reply(listSteps, () => ({ items: steps })))
  await user.click(first!)
  await screen.findByText('6,000歩以上 1日')
  expect(screen.queryByText('歩数を読み込めませんでした')).toBeNull()
  expect(lists.map((list) => sent(list).length)).toEqual([2, 2, 1, 1])
})

test('the tooltip names the day of a value; in the chart of a year it names the week of the mean', async () => {
  network.use(
    reply(listLifestyleCategories, { items: [distanceCategory] }),
    reply(listLifestyles, { items: [distance('2026-11-21', 4.2), distance('2026-11-20', 3)] }),
  )
  const { user } = show('doctor', <ActivityTab user_id={1} />)
  await waitFor(() => expect(newestLineTooltip()).toBe('2026.11.21（土）\n4.2 km'))
  await user.click(screen.getByRole('radio', { name: '1年' }))
  await waitFor(() => expect(newestLineTooltip()).toBe('2026.11.15–11.21\n3.6 km'))
})

test('lists sleep by the day of waking and marks nights without a record', async () => {
  show('doctor', <SleepTab user_id={1} />)
  expect(await screen.findByText('記録 1日／30日')).toBeTruthy()
  expect(row(/11\.20/)).toBe('11.20（金）7:067:06–23:2006:261回')
  expect(row(/11\.19/)).toBe('11.19（木）記録なし')
  expect(screen.getByRole('img', { name: /記録1日、平均7時間06分$/ })).toBeTruthy()
})

test('a patient enters last night with a bedtime before midnight and a wake time after it, and removes the night again', async () => {
  let own = [sleep('2026-11-19T14:20:00Z', '2026-11-19T21:26:00Z')]
  network.use(
    reply(listSleeps, () => ({ items: own })),
    reply(putSleep, ({ bedtime, wake_time }) => {
      own = bedtime && wake_time ? [{ ...sleep(bedtime, wake_time), id: 9, origin: '' }] : []
      return { items: [] }
    }),
  )
  const { user, press } = show('patient', <SleepTab user_id={1} />)
  await press('睡眠を記録')
  const dialog = within(await screen.findByRole('dialog', { name: '睡眠を記録' }))
  await user.type(dialog.getByRole('textbox', { name: '寝た時刻' }), '２３：１０')
  await user.type(dialog.getByRole('textbox', { name: '起きた時刻' }), '25時')
  await press('保存')
  await dialog.findByText('「23:10」のように入力してください')
  await user.clear(dialog.getByRole('textbox', { name: '起きた時刻' }))
  await user.type(dialog.getByRole('textbox', { name: '起きた時刻' }), '6:20')
  await press('保存')
  await screen.findByText('睡眠を保存しました')
  await press('睡眠を記録')
  await screen.findByText(/^入力済み：23:10–06:20/)
  await press('この日の記録を消す')
  await screen.findByText(/23:10–06:20の記録を消します/)
  await press('この日の記録を消す')
  await screen.findByText('睡眠の記録を消しました')
  const day = { user_id: 1, woke_on: '2026-11-21' }
  expect(sent(putSleep)).toEqual([
    { ...day, bedtime: '2026-11-20T14:10:00.000Z', wake_time: '2026-11-20T21:20:00.000Z' },
    { ...day, bedtime: null, wake_time: null },
  ])
})

test('a patient presses remove, then chooses another day: saving stores a night on that day and removes nothing', async () => {
  network.use(
    reply(listSleeps, () => ({ items: [{ ...sleep('2026-11-20T14:10:00Z', '2026-11-20T21:20:00Z'), origin: '' }] })),
    reply(putSleep, () => ({ items: [] })),
  )
  const { user, press } = show('patient', <SleepTab user_id={1} />)
  await press('睡眠を記録')
  const dialog = within(await screen.findByRole('dialog', { name: '睡眠を記録' }))
  await dialog.findByText(/^入力済み：23:10–06:20/)
  await press('この日の記録を消す')
  const day = dialog.getByRole('textbox', { name: '起きた日' })
  await user.clear(day)
  await user.type(day, '2026/11/19{Tab}')
  await user.type(dialog.getByRole('textbox', { name: '寝た時刻' }), '23:00')
  await user.type(dialog.getByRole('textbox', { name: '起きた時刻' }), '6:00')
  await press('保存')
  await screen.findByText('睡眠を保存しました')
  expect(sent(putSleep)).toEqual([{ user_id: 1, woke_on: '2026-11-19', bedtime: '2026-11-18T14:00:00.000Z', wake_time: '2026-11-18T21:00:00.000Z' }])
})

test('an observer cannot enter sleep', async () => {
  show('observer', <SleepTab user_id={1} />)
  await screen.findByRole('table')
  expect(screen.queryByRole('button', { name: '睡眠を記録' })).toBeNull()
})
