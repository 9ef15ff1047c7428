import { namespaces } from '@sukoyaka/phrases/all'
import type { Role } from '@sukoyaka/wire/access'
import type { HabitGoal } from '@sukoyaka/wire/habit'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { Provider } from 'react-redux'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { signedIn } from '../kit/session.ts'
import { makeStore } from '../kit/store.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { dismissToast, toastStore } from '../ui/toast.ts'
import { HabitGoalsCard } from './HabitGoalsCard.tsx'
import { MyGoalsCard } from './MyGoalsCard.tsx'

export const goal = (id: number, content: string, more: Partial<HabitGoal> = {}): HabitGoal => ({
  id,
  user_id: 1,
  content,
  kind: 'meal',
  template_id: null,
  achieved_on: null,
  progress: more.achieved_on ? 100 : null,
  categories: [],
  created_at: '2026-10-01T00:00:00Z',
  updated_at: '2026-10-01T00:00:00Z',
  ...more,
})
const templates = [
  { id: 11, name: 'meal_01', kind: 'meal', content: '朝食を毎日食べる', categories: [], sort_number: 1 },
  { id: 12, name: 'sport_02', kind: 'sport', content: '1日8,000歩歩く', categories: [], sort_number: 2 },
]

/** The network: goals as a server holds them, what was sent, and what it refuses. */
type Net = {
  held: HabitGoal[]
  sent: { method: string; path: string; body: Record<string, unknown> }[]
  refusal?: { status: number; body: object }
  slow?: Promise<void>
}
export const net: Net = { held: [], sent: [] }

export const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
export const answer = async (url: string, init: RequestInit) => {
  const method = init.method ?? 'GET'
  const path = url.split('?')[0]!
  if (path === '/api/client_errors') return json({})
  if (path === '/api/habit_goal_templates') return json({ items: templates })
  if (method === 'GET') return json({ items: [...net.held.filter((one) => !one.achieved_on), ...net.held.filter((one) => one.achieved_on)] })
  const body = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {}
  net.sent.push({ method, path, body })
  await net.slow
  if (net.refusal) return json(net.refusal.body, net.refusal.status)
  if (method === 'POST') {
    const template = templates.find(({ id }) => id === body.template_id)
    const added = goal(net.held.length + 100, String(body.content ?? template?.content), { template_id: template?.id ?? null })
    net.held = [...net.held, added]
    return json(added, 201)
  }
  const id = Number(path.split('/').at(-1))
  if (method === 'DELETE') {
    net.held = net.held.filter((one) => one.id !== id)
    return new Response(null, { status: 204 })
  }
  net.held = net.held.map((one) => (one.id === id ? goal(id, one.content, { ...one, ...body }) : one))
  return json(net.held.find((one) => one.id === id))
}

/** Before each test Hanako’s goals are as they were. */
export const openHabit = () => {
  beforeAll(async () => {
    // The dialogs come with a press; here they are there already, for their loading is nothing a fake clock can wait for.
    await Promise.all([import('./AddGoalDialog.tsx'), import('./EditGoalDialog.tsx')])
    const ja = Object.fromEntries(Object.entries(namespaces).map(([name, words]) => [name, words.ja]))
    await i18next.use(initReactI18next).init({ lng: 'ja', resources: { ja }, defaultNS: 'common', keySeparator: false, interpolation: { escapeValue: false } })
  })
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-21T00:00:00Z'), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    net.held = [
      goal(1, '夕食は就寝3時間前までに\n外食の日は軽めに', { template_id: 11 }),
      goal(2, '1日8,000歩を歩く', { kind: 'sport' }),
      goal(3, '乳がん検診を受ける', { kind: 'checkup', achieved_on: '2026-10-30' }),
    ]
    net.sent = []
    net.refusal = undefined
    net.slow = undefined
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
  for (let at = 0; at < ms; at += 50) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(50)
      await new Promise(setImmediate)
    })
  }
}
export const show = async (role: Role) => {
  const store = makeStore()
  store.dispatch(
    signedIn({ me: { id: 1, role, first_name: '', last_name: '', email: 'a@example.com' }, credentials: { access_token: 't', email: 'a@example.com', id: 1 } }),
  )
  render(
    <Provider store={store}>
      {role === 'patient' ? <MyGoalsCard user_id={1} /> : <HabitGoalsCard user_id={1} />}
      <Toasts />
    </Provider>,
  )
  await wait(700)
}
export const press = async (name: string | RegExp, ms = 300) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await wait(ms)
}
export const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')
export const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)
export const text = () => document.body.textContent ?? ''
