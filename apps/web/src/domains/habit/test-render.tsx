import type { Role } from '@sukoyaka/wire/access'
import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import { screen } from '@testing-library/react'
import { json, setUpFormTests, show } from '../../test/render-ui.tsx'
import { HabitGoalsCard } from './HabitGoalsCard.tsx'
import { MyGoalsCard } from './MyGoalsCard.tsx'

export const goal = (id: number, content: string, more: Partial<HabitGoal> = {}): HabitGoal => ({
  id,
  user_id: 1,
  content,
  kind: 'meal',
  template_id: null,
  achieved_on: null,
  days_per_week: null,
  paused_on: null,
  paused_until: null,
  week: [],
  progress: more.achieved_on ? 100 : null,
  categories: [],
  created_at: '2026-10-01T00:00:00Z',
  updated_at: '2026-10-01T00:00:00Z',
  ...more,
})
const templates = [
  { id: 11, name: 'meal_01', kind: 'meal', content: '朝食を毎日食べる', days_per_week: 5, categories: [], sort_number: 1 },
  { id: 12, name: 'sport_02', kind: 'sport', content: '1日8,000歩歩く', days_per_week: 5, categories: [], sort_number: 2 },
]

/** Fake server: stored goals, recorded requests, and the error to respond with. */
type FakeServer = {
  goals: HabitGoal[]
  requests: { method: string; path: string; body: Record<string, unknown> }[]
  errorResponse?: { status: number; body: object }
  delay?: Promise<void>
}
export const fakeServer: FakeServer = { goals: [], requests: [] }

export const respond = async (url: string, init: RequestInit) => {
  const method = init.method ?? 'GET'
  const path = url.split('?')[0]!
  if (path === '/api/client_errors') return json({})
  if (path === '/api/habit_goal_templates') return json({ items: templates })
  if (method === 'GET') return json({ items: [...fakeServer.goals.filter((row) => !row.achieved_on), ...fakeServer.goals.filter((row) => row.achieved_on)] })
  const body = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {}
  fakeServer.requests.push({ method, path, body })
  await fakeServer.delay
  if (fakeServer.errorResponse) return json(fakeServer.errorResponse.body, fakeServer.errorResponse.status)
  if (method === 'POST') {
    const template = templates.find(({ id }) => id === body.template_id)
    const added = goal(fakeServer.goals.length + 100, String(body.content ?? template?.content), { template_id: template?.id ?? null })
    fakeServer.goals = [...fakeServer.goals, added]
    return json(added, 201)
  }
  const [, ticked, day] = /habit_goals\/(\d+)\/days\/([\d-]+)$/.exec(path) ?? []
  const id = Number(ticked ?? path.split('/').at(-1))
  if (day) {
    const { done } = body as { done: boolean | null }
    fakeServer.goals = fakeServer.goals.map((row) =>
      row.id === id ? { ...row, week: row.week.map((item) => (item.day === day ? { day, done, source: done === null ? null : 'person' } : item)) } : row,
    )
    return json(fakeServer.goals.find((row) => row.id === id))
  }
  if (method === 'DELETE') {
    fakeServer.goals = fakeServer.goals.filter((row) => row.id !== id)
    return new Response(null, { status: 204 })
  }
  const pause = 'paused_until' in body ? { paused_on: body.paused_until ? '2026-11-21' : null } : {}
  fakeServer.goals = fakeServer.goals.map((row) => (row.id === id ? goal(id, row.content, { ...row, ...body, ...pause }) : row))
  return json(fakeServer.goals.find((row) => row.id === id))
}

/** Resets the stored goals before each test. */
export const setUpHabitTests = () =>
  setUpFormTests({
    load: () => [import('./dialogs/AddGoalDialog.tsx'), import('./dialogs/EditGoalDialog.tsx'), import('./dialogs/PauseDialog.tsx')],
    before: () =>
      Object.assign(fakeServer, {
        goals: [
          goal(1, '夕食は就寝3時間前までに\n外食の日は軽めに', { template_id: 11 }),
          goal(2, '1日8,000歩を歩く', { kind: 'sport' }),
          goal(3, '乳がん検診を受ける', { kind: 'checkup', achieved_on: '2026-10-30' }),
        ],
        requests: [],
        errorResponse: undefined,
        delay: undefined,
      }),
    respond,
  })

/** Renders the goals card for a role. */
export const showGoals = (role: Role) => show(role, role === 'patient' ? <MyGoalsCard user_id={1} /> : <HabitGoalsCard user_id={1} />)
export const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')
export const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)
