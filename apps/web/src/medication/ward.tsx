import type { Role } from '@sukoyaka/wire/access'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { Provider } from 'react-redux'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { speakJapanese, storeOf } from '../kit/ward.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { dismissToast, toastStore } from '../ui/toast.ts'

const medicine = (id: number, name_ja: string, name_en: string, class_name: string) => ({
  id,
  name: name_en.toLowerCase(),
  name_ja,
  name_en,
  display_name: name_ja,
  class_name,
  dose_text: '1回2.5〜5mg',
  sort_number: id,
})
const medicines = [
  medicine(1, 'ロスバスタチン', 'Rosuvastatin', 'スタチン'),
  medicine(2, 'アトルバスタチン', 'Atorvastatin', 'スタチン'),
  medicine(3, 'アモキシシリン', 'Amoxicillin', 'ペニシリン系抗菌薬'),
]
const supplements = [{ id: 1, name: 'vitamin_d3_25', name_ja: 'ビタミンD3 25μg', display_name: 'ビタミンD3 25μg', sort_number: 1 }]

const stamps = { user_id: 1, memo: '', created_at: '2026-10-01T00:00:00Z', updated_at: '2026-10-01T00:00:00Z' }
type Row = { id: number } & Record<string, unknown>
export const taken = (id: number, more: object): Row => ({
  id,
  ...stamps,
  medicine_id: null,
  name: null,
  strength: '',
  daily_volume: '',
  divided_times: null,
  timing: [],
  started_on: null,
  ended_on: null,
  ...more,
})
const used = (id: number, more: object): Row => ({ id, ...stamps, supplement_id: null, name: null, started_on: null, ended_on: null, ...more })

/** The network: intakes as a server holds them, what was sent, and what it refuses. */
type Net = {
  held: Record<string, Row[]>
  sent: { method: string; path: string; body: Record<string, unknown> }[]
  refusal?: { status: number; body: object }
}
export const net: Net = { held: {}, sent: [] }

export const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const whole = (row: Row) => ({
  ...row,
  ...('medicine_id' in row && { medicine: medicines.find(({ id }) => id === row.medicine_id) ?? null }),
  ...('supplement_id' in row && { supplement: supplements.find(({ id }) => id === row.supplement_id) ?? null }),
})
export const answer = async (url: string, init: RequestInit) => {
  const method = init.method ?? 'GET'
  const { pathname: path, searchParams } = new URL(url, 'http://x')
  if (path === '/api/client_errors') return json({})
  const q = searchParams.get('q') ?? ''
  if (path === '/api/medicines') return json({ items: medicines.filter(({ name_ja }) => name_ja.includes(q)) })
  if (path === '/api/supplements') return json({ items: supplements.filter(({ name_ja }) => name_ja.includes(q)) })
  const [, list = '', number] = /^\/api\/(\w+)(?:\/(\d+))?$/.exec(path) ?? []
  const rows = net.held[list] ?? []
  if (method === 'GET') return json({ items: rows.map(whole) })
  const body = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {}
  net.sent.push({ method, path, body })
  if (net.refusal) return json(net.refusal.body, net.refusal.status)
  if (method === 'POST') {
    const added = { ...stamps, ...body, id: rows.length + 100 }
    net.held[list] = [...rows, added]
    return json(added, 201)
  }
  net.held[list] = rows.map((row) => (row.id === Number(number) ? { ...row, ...body } : row))
  return json(net.held[list].find(({ id }) => id === Number(number)))
}

export const openMedication = () => {
  beforeAll(async () => {
    // It comes with a press; here it is there already, for its loading is nothing a fake clock can wait for.
    await import('./MedicationDialog.tsx')
    await speakJapanese()
  })
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-20T16:00:00Z'), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    net.held = {
      medicine_intakes: [
        taken(1, { medicine_id: 1, strength: '2.5 mg', daily_volume: '1錠', divided_times: 1, timing: ['after_dinner'], started_on: '2025-06' }),
        taken(2, { name: '葛根湯', daily_volume: '3包', divided_times: 3, timing: ['before_breakfast', 'before_lunch', 'before_dinner'] }),
        taken(3, { name: '鉄剤', started_on: '2021', ended_on: '2021-09' }),
        taken(4, { name: '抗菌薬', ended_on: '2026-11-22' }),
      ],
      supplement_intakes: [used(1, { supplement_id: 1, started_on: '2026-04-03' })],
    }
    net.sent = []
    net.refusal = undefined
    vi.stubGlobal('fetch', answer)
  })
  afterEach(() => {
    cleanup()
    for (const item of toastStore.read()) dismissToast(item.id)
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}

export const wait = async (ms: number) => {
  for (let at = 0; at < ms; at += 50)
    await act(async () => {
      await vi.advanceTimersByTimeAsync(50)
      await new Promise(setImmediate)
    })
}
export const show = async (role: Role, card: ReactElement) => {
  const store = storeOf(role)
  render(
    <Provider store={store}>
      {card}
      <Toasts />
    </Provider>,
  )
  await wait(700)
}
export const press = async (name: string | RegExp, ms = 300) => {
  fireEvent.click(screen.getAllByRole('button', { name }).at(-1)!)
  await wait(ms)
}
/** Of the card, not of the dialog over it. */
export const rows = (region: string) =>
  within(screen.getAllByRole('region', { name: region })[0]!)
    .queryAllByRole('listitem')
    .map((row) => row.textContent)
export const text = () => document.body.textContent ?? ''
