import { addDays } from '@sukoyaka/rules/time'
import { changeDeviceOrder, type DeviceDay, type DeviceSync, getDeviceDay, getDeviceSync, preferDevice } from '@sukoyaka/wire/record/device-day'
import { unauthorizedScopes } from '@sukoyaka/wire/record/google-access'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { Devices } from './Devices.tsx'
import { dayGaps, hourGaps, partsOfDay } from './words.ts'

setUpNetwork()

// the tests stop the clock at this day
const today = '2026-11-21'
const week = Array.from({ length: 7 }, (_, at) => addDays(today, at - 6))
const at = (day: string) => `${day}T01:00:00.000Z`
const watch = { maker: 'Apple', model: 'Apple Watch Series 9', app: 'ヘルスケア' }
const phone = { maker: 'Apple', model: 'iPhone 15', app: 'ヘルスケア' }
const source = (id: number, device: typeof watch, days: string[], posted_at = at(today)): DeviceSync['sources'][number] => ({
  id,
  channel: 'apple_health',
  ...device,
  gaps: [],
  series: [{ type: 'steps', last_ended_at: posted_at, posted_at, days }],
})
const night = { from: '2026-11-19T12:00:00Z', to: '2026-11-20T02:00:00Z' }
const sync: DeviceSync = {
  channels: [{ channel: 'apple_health', posted_at: at(today), denied_types: ['sleep', 'heart_rate'] }],
  sources: [
    source(1, watch, week),
    { ...source(2, phone, week), gaps: [night] },
    source(3, { ...watch, model: 'Fitbit Charge 6' }, [], at(addDays(today, -4))),
  ],
  orders: { activity: [1, 2, 3], sleep: [] },
}
const part = (source_id: number, device: typeof watch, arrived: number, counted: number, dropped_samples: number): DeviceDay['sources'][number] => ({
  source_id,
  ...device,
  arrived,
  counted,
  dropped: arrived - counted,
  dropped_samples,
  spans: [{ started_at: `${today}T00:00:00Z`, ended_at: `${today}T01:00:00Z`, is_counted: true }],
})
const why: DeviceDay = {
  day: today,
  kind: 'steps',
  value: 6_842,
  landing: 'landed',
  sources: [part(1, watch, 6_130, 6_130, 0), part(2, phone, 6_604, 712, 214)],
  silent_source_ids: [3],
}

const open = (role: 'patient' | 'observer', day: DeviceDay = why) => {
  network.use(
    reply(getDeviceSync, () => sync),
    reply(getDeviceDay, () => day),
    reply(unauthorizedScopes, () => ({ is_available: true, connected_at: null, refused_at: null, items: ['a'] })),
    reply(changeDeviceOrder, ({ user_id, source_ids }) => ({ user_id, source_ids })),
  )
  return show(role, <Devices user_id={1} isOwn={role === 'patient'} />)
}

test('shows what each device sent and its gaps, and how to allow the data types that may not be read', async () => {
  const { press } = open('patient')
  const rows = within(await screen.findByRole('list', { name: '機器の順番' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^1Apple Watch Series 9.*に届きましたAppleヘルスケア経由/),
    expect.stringMatching(/^2iPhone 15.*途切れ 11\.19（木）21:00–11\.20（金）11:00 iPhone 15の記録がありません。/),
    expect.stringMatching(/^3Fitbit Charge 6.*3日前から届いていません/),
  ])
  expect(screen.getByText('「睡眠、心拍数」を読む許可がありません')).toBeTruthy()
  await press('許可する')
  expect((await screen.findByRole('dialog')).textContent).toMatch(/睡眠、心拍数をオンに/)
})

test('what may not be read any more has no check, even if it arrived today', async () => {
  const heart_rate = { type: 'heart_rate' as const, last_ended_at: at(today), posted_at: at(today), days: [] }
  const body_weight = { ...heart_rate, type: 'body_weight' as const }
  open('patient')
  network.use(reply(getDeviceSync, { ...sync, sources: [{ ...sync.sources[0]!, series: [...sync.sources[0]!.series, heart_rate, body_weight] }] }))
  const card = await screen.findByRole('region', { name: 'そのほかの記録' })
  const stateOf = (name: string) => {
    const item = within(card).getByText(name).closest('li')!
    return [item.textContent, item.querySelector('svg') !== null]
  }
  expect(stateOf('心拍数')).toEqual([expect.stringContaining('に届きました'), false])
  expect(stateOf('体重')).toEqual([expect.stringContaining('に届きました'), true])
})

test('sources of the same model also show the name of their app; a source without recent measurements shows the day of its last one', async () => {
  const exported = {
    ...source(4, { ...watch, app: 'Apple Health export' }, []),
    series: [{ type: 'steps' as const, last_ended_at: '2024-03-11T01:00:00Z', posted_at: at(today), days: [] }],
  }
  network.use(
    reply(getDeviceSync, { ...sync, sources: [...sync.sources, exported], orders: { activity: [1, 4, 2], sleep: [] } }),
    reply(getDeviceDay, { ...why, sources: [part(1, watch, 10, 10, 0)], silent_source_ids: [4, 2] }),
    reply(unauthorizedScopes, { is_available: false, connected_at: null, refused_at: null, items: [] }),
  )
  show('patient', <Devices user_id={1} isOwn />)
  const rows = within(await screen.findByRole('list', { name: '機器の順番' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^1Apple Watch Series 9（ヘルスケア）/),
    expect.stringMatching(/^2Apple Watch Series 9（書き出したファイル）.*最後の計測 2024\.03\.11/),
    expect.stringMatching(/^3iPhone 15.*に届きました/),
  ])
  expect(rows[0]!.textContent).not.toContain('最後の計測')
  screen.getByRole('button', { name: 'Apple Watch Series 9（書き出したファイル）を上へ' })
  const names = (await screen.findAllByRole('rowheader')).map(({ textContent }) => textContent)
  expect(names).toEqual(['Apple Watch Series 9（ヘルスケア）', 'Apple Watch Series 9（書き出したファイル）', 'iPhone 15', '合計'])
})

test('a patient changes the order with a button, and undoes the change', async () => {
  const { press } = open('patient')
  await press('iPhone 15を上へ')
  expect(sent(changeDeviceOrder)).toEqual([{ user_id: 1, group: 'activity', source_ids: [2, 1, 3] }])
  const list = await screen.findByRole('list', { name: '機器の順番' })
  expect(within(list).getAllByRole('listitem')[0]?.textContent).toMatch(/^1iPhone 15/)
  await press('元に戻す')
  expect(sent(changeDeviceOrder).at(-1)).toEqual({ user_id: 1, group: 'activity', source_ids: [1, 2, 3] })
})

test('explains a number: what each device sent, what was counted and what was left out', async () => {
  open('patient')
  expect(await screen.findByText(/^Apple Watch Series 9 の 6,130歩 に、その記録がない時間の iPhone 15 の 712歩 を足しました。/)).toBeTruthy()
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent).join(' '))).toEqual([
    '機器 届いた 数えた 除いた',
    'Apple Watch Series 9 6,130 6,130 0',
    'iPhone 15 6,604 712 5,892',
    'Fitbit Charge 6 届いていません',
    '合計 12,734 6,842 5,892',
  ])
})

test('says that a value typed by hand stays in the record', async () => {
  open('patient', { ...why, landing: 'kept' })
  expect(await screen.findByText(/手で入力した値があるため/)).toBeTruthy()
})

test('a patient replaces a value typed by hand with the value of the devices, after a confirmation, and undoes this', async () => {
  const { press } = open('patient', { ...why, landing: 'kept' })
  const typed = { value: 9_000, spans: [] }
  network.use(reply(preferDevice, ({ typed: restored }) => ({ ...why, removed: restored ? null : typed })))
  await press('機器の値を使う')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('2026.11.21（土） の歩数に手で入力した値を消して、機器の 6,842歩 を記録にします。')
  expect(sent(preferDevice)).toEqual([])
  await press('機器の値にする')
  await screen.findByText('機器の 6,842歩 を記録にしました')
  await press('元に戻す')
  await screen.findByText('手で入力した値に戻しました')
  const number = { user_id: 1, day: today, kind: 'steps' }
  expect(sent(preferDevice)).toEqual([number, { ...number, typed }])
})

test('staff who may not write see no button to move or prefer devices, and no Google account; a day without records says so', async () => {
  open('observer', { ...why, value: null, landing: null, sources: [] })
  expect(await screen.findByText('この日に機器から届いた記録はありません')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /を上へ/ })).toBeNull()
  expect(screen.queryByText('Googleアカウント')).toBeNull()
  expect(screen.queryByRole('button', { name: '機器の値を使う' })).toBeNull()
})

test('says when Google ended the connection, with a button to allow it again', async () => {
  open('patient')
  network.use(reply(unauthorizedScopes, () => ({ is_available: true, connected_at: at('2026-10-01'), refused_at: at('2026-11-20'), items: ['a', 'b'] })))
  const text = await screen.findByText('2026.11.20（金） に許可が切れました。許可すると、また連携します。')
  const buttons = within(text.closest('li')!).getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['許可する', '連携をやめる'])
})

test('a gap of hours covers its part of a day; a gap that begins before the week or lasts until now is not listed', () => {
  expect(partsOfDay([night], '2026-11-19')).toEqual([{ from: 0.875, to: 1 }])
  expect(partsOfDay([night], '2026-11-20')).toEqual([{ from: 0, to: 11 / 24 }])
  expect(partsOfDay([night], '2026-11-18')).toEqual([])
  const atStart = { from: '2026-11-14T15:00:00Z', to: '2026-11-15T15:00:00Z' }
  const untilNow = { from: '2026-11-19T15:00:00Z', to: new Date().toISOString() }
  expect(hourGaps([atStart, night, untilNow], week)).toEqual([night])
})

test('a gap lies between days with records; days missing at the end are not a gap', () => {
  expect(dayGaps(['1', '2', '3', '4', '5'], ['1', '4'])).toEqual([{ from: '2', to: '3' }])
  expect(dayGaps(['1', '2'], [])).toEqual([])
})
